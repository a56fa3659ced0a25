// SPDX-License-Identifier: Apache-2.0
// A target from the CUDA device here: what the driver says of it.
#pragma once

#include "backend/detector.h"

namespace tirx::cuda {

extern const backend::DetectorRow kDetectors[1];

}  // namespace tirx::cuda
