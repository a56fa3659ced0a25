# SPDX-License-Identifier: Apache-2.0
# CUDA text that a script brings along stands once, before the kernels; its reference is not in device code.
# Pointers, views and tensor maps.
# RUN: tirx lower %s --arch sm_90a --show source
from tirx import script as T

TEXT = """__device__ void store(float* p, float x, const void* map) {
  *p = map ? x : 0;
}"""


@T.inline
def store_reference(p, x, m):
    A = T.decl_tensor((1,), "float32", data=p)
    A[0] = x


@T.function
def f(A: T.Tensor((8, 16), "float32"), m: T.TensorMap()):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=16)):
        t = T.gpu.thread_idx("x")
        s = T.alloc_shared((2, 16), "float32")
        s[0, t] = 1.0
        p = A.ptr_to([t // 2, t])
        q = T.ptr_byte_offset(A.data, A.byte_offset_of([1, t]), "float32")
        T.cuda.func_call("store", p, s[0, t], T.address_of(m), source_code=TEXT)
        T.cuda.func_call("store", q, 2.0, T.address_of(m), source_code=TEXT)
        words = s.view("uint32")
        words[1, t] = T.uint32(7)
        row = T.decl_tensor((16,), "float32", data=s.ptr_to([1, 0]), scope="shared")
        A[3, t] = row[t]

# ==== output ====
# #ifndef CUDA_VERSION
# typedef struct alignas(64) CUtensorMap_st { unsigned long long opaque[16]; } CUtensorMap;
# #endif
#
# __device__ void store(float* p, float x, const void* map) {
#   *p = map ? x : 0;
# }
#
# extern "C" __global__ void __launch_bounds__(16) f_kernel(float* __restrict__ A_ptr, const __grid_constant__ CUtensorMap m) {
#   int t = (int)threadIdx.x;
#   __shared__ alignas(16) float s[32];
#   s[t] = 1.0f;
#   float* p = &A_ptr[t / 2 * 16 + t];
#   float* q = (float*)((char*)A_ptr + (16 + t) * 4);
#   store(p, s[t], (void*)&m);
#   store(q, 2.0f, (void*)&m);
#   unsigned int* words = (unsigned int*)s;
#   words[16 + t] = 7u;
#   float* row = &s[16];
#   A_ptr[48 + t] = row[t];
# }
