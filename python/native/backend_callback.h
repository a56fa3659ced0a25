// SPDX-License-Identifier: Apache-2.0
// A function of Python that belongs to a backend: a pass, a detector, a check. Python wraps each so that it
// never raises (python/tirx/backend/_callback.py); what it raised comes back as diagnostics that name the
// backend and the function.
#pragma once

#include <tvm/ffi/expected.h>
#include <tvm/ffi/function.h>

#include <string>

#include "base/span.h"
#include "diag/result.h"

namespace tirx::python {

// How a call went.
struct CallOutcome {
  // The numbers are those of _callback.py.
  enum Kind : int64_t { Value, Refused, Raised };
  Kind kind;
  Any value;
  std::string message, traceback;
  Span at;  // of what is refused; may be undefined

  bool ok() const { return kind == Value; }
};

class BackendCallback {
 public:
  // `what` as messages name it: "pass `acme-check`".
  BackendCallback(std::string backend, std::string what, ffi::Function guarded)
      : backend_(std::move(backend)), what_(std::move(what)), guarded_(std::move(guarded)) {}

  // From any thread: Python takes its lock. Refused once the interpreter has ended.
  template <class... Args>
  CallOutcome Call(const Args&... arguments) const {
    if (!HasInterpreter()) return {CallOutcome::Refused, {}, "the Python interpreter has ended", {}, {}};
    return Outcome(guarded_.CallExpected<Any>(arguments...));
  }
  // The value, or BackendRefused or BackendRaised.
  template <class... Args>
  Result<Any> operator()(const Args&... arguments) const {
    return ResultOf(Call(arguments...));
  }
  Result<Any> ResultOf(const CallOutcome& outcome) const;
  const std::string& backend() const { return backend_; }

  static void EndInterpreter();  // called when Python exits

 private:
  static bool HasInterpreter();
  static CallOutcome Outcome(const ffi::Expected<Any>& called);

  std::string backend_, what_;
  ffi::Function guarded_;
};

}  // namespace tirx::python
