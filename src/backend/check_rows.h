// SPDX-License-Identifier: Apache-2.0
// What must hold of a backend's rows before they are published.
#pragma once

#include "backend/registrar.h"
#include "diag/result.h"

namespace tirx::backend {

// `next` holds them already, beside everything that was there before. The first row that is wrong is named.
Status CheckRows(const Registrar& registrar, const ir::Snapshot& next);

}  // namespace tirx::backend
