// SPDX-License-Identifier: Apache-2.0
// Loading backends: transactional, idempotent, safe from any thread.
#pragma once

#include <string_view>

#include "backend/backend.h"
#include "diag/result.h"
#include "target/target.h"

namespace tirx::backend {

// Loads one backend by value. A second load of the same name does nothing. On failure nothing of it is
// visible.
Status Load(const Backend& backend);
// Loads a built-in backend by name.
Status Load(std::string_view name);
bool IsLoaded(std::string_view name);

// Adds one target tag; the row must outlive the process. user_tags.h is the door.
Status PublishTag(const target::TargetTagRow& row, bool replace);

// The language's own rows, then the built-ins unless TIRX_DEVICE_BACKEND_AUTOLOAD=0. Called at the first use
// of the library (driver/library.cc); later calls do nothing.
void LoadAtStart();

}  // namespace tirx::backend
