# SPDX-License-Identifier: Apache-2.0
"""A function in CUDA, and what it computes in TIRx: the simulator runs the latter."""

from tirx import script as T

BLOCK = 128
SOURCE = """
__device__ inline float gelu(float x) {
  return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}
"""


@T.inline
def gelu_reference(x):
    return 0.5 * x * (1.0 + T.erf(x * 0.70710678))


@T.function
def gelu(X: T.Tensor(("n",), "float32"), Y: T.Tensor(("n",), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.ceildiv(X.shape[0], BLOCK), block=BLOCK)):
        i = T.gpu.block_idx("x") * BLOCK + T.gpu.thread_idx("x")
        if i < X.shape[0]:
            Y[i] = T.cuda.func_call(
                "gelu", X[i], return_type="float32", source_code=SOURCE, reference=gelu_reference
            )
