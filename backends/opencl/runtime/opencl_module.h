// SPDX-License-Identifier: Apache-2.0
// An OpenCL device module: OpenCL C text with its kernels, built by the driver of each device when first used
// there. Payload format "cl"; as a tvm-ffi module of kind "opencl" it is a runtime::KernelLauncher, its
// functions are the kernels, and InspectSource gives the text.
#pragma once

namespace tirx::opencl {

// `ffi.Module.load_from_bytes.opencl` and `tirx.keep_source.opencl`, which are the same: the artifact is
// source.
void RegisterOpenclModule();

}  // namespace tirx::opencl
