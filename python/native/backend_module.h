// SPDX-License-Identifier: Apache-2.0
// Device modules whose kernels a function of Python launches.
#pragma once

#include <string>

#include "python/native/backend_callback.h"

namespace tirx::python {

// Whether somebody loads modules of this kind already.
bool AreModulesLoaded(const std::string& kind);
// From now on modules of this kind can be loaded; `launch` lives as long as the process.
void OfferModules(const std::string& kind, int device_type, const BackendCallback& launch);

}  // namespace tirx::python
