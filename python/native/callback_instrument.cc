// SPDX-License-Identifier: Apache-2.0
#include "python/native/callback_instrument.h"

#include <tvm/ffi/expected.h>

namespace tirx::python {

CallbackInstrument::CallbackInstrument(const Array<Any>& pair)
    : before_(pair[0].cast<ffi::Function>()), after_(pair[1].cast<ffi::Function>()) {}

void CallbackInstrument::Call(const ffi::Function& function, std::string_view name,
                              const ir::IRModule& module) {
  if (error_) return;  // the first one is raised; what comes after it would be about a run that is lost
  auto result = function.CallExpected<Any>(String(std::string(name)), module);
  if (result.is_err()) error_ = result.error();
}

Callbacks::Callbacks(const Array<Any>& pairs) {
  for (const Any& pair : pairs)
    owned_.push_back(std::make_unique<CallbackInstrument>(pair.cast<Array<Any>>()));
}

std::vector<pass::Instrument*> Callbacks::instruments() const {
  std::vector<pass::Instrument*> all;
  for (const auto& one : owned_) all.push_back(one.get());
  return all;
}

void Callbacks::RaiseFirst() const {
  for (const auto& one : owned_)
    if (one->error()) throw *one->error();
}

}  // namespace tirx::python
