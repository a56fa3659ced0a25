// SPDX-License-Identifier: Apache-2.0
// Loading backends: transactional, idempotent, safe from any thread.
#pragma once

#include <string_view>

#include "backend/backend.h"
#include "diag/result.h"
#include "target/target.h"

namespace tirx::backend {

// Loads one backend: all of its rows, or none when its function throws, or a row is wrong or already there. A
// second load of the same name does nothing; nor does one from the backend's own function. `origin` says
// where it comes from, for `tirx list backends`. Threads wait for one another, so a backend's function must
// not wait for a thread that loads. What it loads itself (Registrar::Need) stays loaded when it fails.
Status Load(const Backend& backend, std::string_view origin);
// Loads a built-in backend by name.
Status Load(std::string_view name);
bool IsLoaded(std::string_view name);

// Adds one target tag; the row must outlive the process. user_tags.h is the door.
Status PublishTag(const target::TargetTagRow& row, bool replace);

// The language's own rows, then the built-ins where LoadsAtStart. Called at the first use of the library
// (driver/library.cc); later calls do nothing.
void LoadAtStart();
// False with TIRX_DEVICE_BACKEND_AUTOLOAD=0.
bool LoadsAtStart();

}  // namespace tirx::backend
