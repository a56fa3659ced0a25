// SPDX-License-Identifier: Apache-2.0
// From a compiled module or an artifact to a callable tvm-ffi module.
#pragma once

#include <tvm/ffi/extra/module.h>

#include "driver/artifact.h"
#include "driver/simulator_module.h"

namespace tirx::driver {

// The module's functions take packed arguments: DLPack tensors and scalars. With the simulator as executor,
// kernels run on the CPU on host tensors, and what they do wrong is raised as RuntimeError with the
// simulator's report.
Result<ffi::Module> MakeExecutable(const Compiled& compiled, SimulatorOptions simulator = {});
// Needs no compiler: the images are in the artifact.
Result<ffi::Module> MakeExecutable(const Artifact& artifact);

}  // namespace tirx::driver
