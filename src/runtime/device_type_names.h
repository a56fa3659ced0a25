// SPDX-License-Identifier: Apache-2.0
// Names of DLPack's device types for messages, in the common subset of C and C++: exported libraries carry
// this text (codegen/c_support.h).
#ifndef TIRX_DEVICE_TYPE_NAMES_H_
#define TIRX_DEVICE_TYPE_NAMES_H_

// By DLDeviceType (dlpack.h); "" where it has none.
static const char* const tirx_device_type_names[] = {"",     "cpu",       "cuda",   "cuda_host",   "opencl",
                                                     "",     "",          "vulkan", "metal",       "",
                                                     "rocm", "rocm_host", "",       "cuda_managed"};

#endif
