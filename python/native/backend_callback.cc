// SPDX-License-Identifier: Apache-2.0
#include "python/native/backend_callback.h"

#include <tvm/ffi/error.h>

#include <atomic>

namespace tirx::python {
namespace {

std::atomic<bool> g_has_interpreter{true};

std::string TextOf(const Any& text) {
  return std::string(text.cast<String>());
}

}  // namespace

void BackendCallback::EndInterpreter() {
  g_has_interpreter = false;
}

bool BackendCallback::HasInterpreter() {
  return g_has_interpreter;
}

CallOutcome BackendCallback::Outcome(const ffi::Expected<Any>& called) {
  if (called.is_err()) {  // not of the function itself: what it returned does not cross the border
    std::string text(called.error().kind() + ": " + called.error().message());
    return {CallOutcome::Raised, {}, text, {}, {}};
  }
  auto parts = called.value().cast<Array<Any>>();
  auto kind = CallOutcome::Kind(parts[0].cast<int64_t>());
  if (kind == CallOutcome::Value) return {kind, parts[1], {}, {}, {}};
  if (kind == CallOutcome::Raised) return {kind, {}, TextOf(parts[1]), TextOf(parts[2]), {}};
  return {kind, {}, TextOf(parts[1]), {}, parts[2].as<Span>().value_or(Span())};
}

Result<Any> BackendCallback::ResultOf(const CallOutcome& outcome) const {
  if (outcome.ok()) return outcome.value;
  if (outcome.kind == CallOutcome::Refused)
    return Fail(DK::BackendRefused, outcome.at, {backend_, what_, outcome.message});
  auto raised = diag::Make(DK::BackendRaised, Span(), {backend_, what_, outcome.message});
  if (outcome.traceback.empty()) return raised;
  return std::move(raised).WithNote(Span(), outcome.traceback);
}

}  // namespace tirx::python
