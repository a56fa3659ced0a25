// SPDX-License-Identifier: Apache-2.0
// The public C++ API of tirx.
#pragma once

#include "tirx/backend.h"
#include "tirx/builder.h"
#include "tirx/compile.h"
#include "tirx/cuda.h"
#include "tirx/error.h"
#include "tirx/runtime.h"
#include "tirx/script.h"
#include "tirx/transform.h"
