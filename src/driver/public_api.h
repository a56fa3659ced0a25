// SPDX-License-Identifier: Apache-2.0
// What the files that implement include/tirx share: Results become exceptions here and nowhere else.
#pragma once

#include "diag/result.h"
#include "ir/function.h"
#include "tirx/script.h"

namespace tirx {

struct Script::Impl {
  ir::IRModule module;
};

[[noreturn]] void ThrowError(const diag::Diagnostics& diagnostics);

template <class T>
T Unwrap(Result<T> result) {
  if (!result.ok()) ThrowError(result.diagnostics());
  return std::move(result).value();
}

inline Script MakeScript(ir::IRModule module) {
  return Script(std::make_shared<const Script::Impl>(Script::Impl{std::move(module)}));
}

}  // namespace tirx
