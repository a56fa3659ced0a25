// SPDX-License-Identifier: Apache-2.0
// A backend library whose registration throws after it has recorded something.
#include <stdexcept>

#include "backend/plugin.h"
#include "target/target.h"

namespace {

const tirx::target::TargetKindRow kKinds[] = {{.name = "throwing", .device_type = kDLExtDev}};

void Register(tirx::backend::Registrar& registrar) {
  registrar.Add(kKinds);
  throw std::runtime_error("the board is not plugged in");
}

const tirx::backend::Backend kBackend{"throwing", Register};

}  // namespace

TIRX_BACKEND_LIBRARY(kBackend)
