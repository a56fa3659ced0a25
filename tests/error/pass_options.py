# SPDX-License-Identifier: Apache-2.0
# Options of passes that no pass has, or with values that it does not take.
# RUN: tirx lower %s --arch sm_90a --show source --pass-option unroll-loops.max_statement=7
# EXIT: 1
# RUN: tirx lower %s --arch sm_90a --show source --pass-option unroll-loops.max_statements=many
# EXIT: 1
# RUN: tirx lower %s --arch sm_90a --show source --pass-option flatten-tensors=off
# EXIT: 1
# RUN: tirx lower %s --arch sm_90a --show source --pass-option simplify
# EXIT: 1
from tirx import script as T


@T.function
def kernel(A: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        A[T.gpu.thread_idx("x")] = 1.0

# ==== output ====
# $ tirx lower %s --arch sm_90a --show source --pass-option unroll-loops.max_statement=7
# error: pass option `unroll-loops.max_statement` is `7`; it must be `unroll-loops=off` or `unroll-loops.max_statements` [BadPassOption]
# $ tirx lower %s --arch sm_90a --show source --pass-option unroll-loops.max_statements=many
# error: pass option `unroll-loops.max_statements` is `many`; it must be a whole number from 0 on [BadPassOption]
# $ tirx lower %s --arch sm_90a --show source --pass-option flatten-tensors=off
# error: pass `flatten-tensors` cannot be switched off: later stages rely on it [PassNotSkippable]
# $ tirx lower %s --arch sm_90a --show source --pass-option simplify
# error: pass option `simplify` is ``; it must be given as NAME=VALUE, such as `simplify=off` [BadPassOption]
