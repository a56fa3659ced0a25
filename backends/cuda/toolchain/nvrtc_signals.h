// SPDX-License-Identifier: Apache-2.0
// Keeps NVRTC away from the process's signals.
#pragma once

namespace tirx::cuda {

// While NVRTC reads the first program of a process, it handles SIGINT and SIGTERM itself: a signal then ends
// the process with exit code 4, whatever it wanted to do with it, and its handlers come back without their
// flags (measured, 13.0: strace; `signal` is the function that it calls). It leaves alone a signal that was
// ignored before, and after this call that is what it is told of these two. `library` is NVRTC as dlopen gave
// it. Nothing happens where it calls no `signal`.
void KeepSignalsFrom(void* library);

}  // namespace tirx::cuda
