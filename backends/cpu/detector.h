// SPDX-License-Identifier: Apache-2.0
// A target for the processor here.
#pragma once

#include "backend/detector.h"

namespace tirx::cpu {

extern const backend::DetectorRow kDetectors[1];

}  // namespace tirx::cpu
