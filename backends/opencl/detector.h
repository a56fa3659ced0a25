// SPDX-License-Identifier: Apache-2.0
// A target from the OpenCL device here: what its driver says of it.
#pragma once

#include "backend/detector.h"

namespace tirx::opencl {

extern const backend::DetectorRow kDetectors[1];

}  // namespace tirx::opencl
