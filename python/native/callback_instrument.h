// SPDX-License-Identifier: Apache-2.0
// Instruments that are functions of another language.
#pragma once

#include <tvm/ffi/error.h>
#include <tvm/ffi/function.h>

#include <memory>
#include <optional>
#include <vector>

#include "pass/pass.h"

namespace tirx::python {

// Calls (name, module) before and after each pass. What the function raises is kept, since passes do not
// throw.
class CallbackInstrument : public pass::Instrument {
 public:
  explicit CallbackInstrument(const Array<Any>& pair);  // [before, after]
  void BeforePass(std::string_view name, const ir::IRModule& module) override { Call(before_, name, module); }
  void AfterPass(std::string_view name, const ir::IRModule& module) override { Call(after_, name, module); }
  const std::optional<ffi::Error>& error() const { return error_; }

 private:
  void Call(const ffi::Function& function, std::string_view name, const ir::IRModule& module);
  ffi::Function before_, after_;
  std::optional<ffi::Error> error_;
};

// The instruments of one call from outside.
class Callbacks {
 public:
  explicit Callbacks(const Array<Any>& pairs);
  std::vector<pass::Instrument*> instruments() const;
  void RaiseFirst() const;

 private:
  std::vector<std::unique_ptr<CallbackInstrument>> owned_;
};

}  // namespace tirx::python
