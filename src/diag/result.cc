// SPDX-License-Identifier: Apache-2.0
#include "diag/result.h"

namespace tirx {

namespace {

diag::Diagnostics* Keep(diag::Diagnostics all) {
  TIRX_CHECK(diag::HasErrors(all), "a failure must carry an error");
  return new diag::Diagnostics(std::move(all));
}

}  // namespace

Failure::Failure(diag::Diagnostic one) : all_(Keep({std::move(one)})) {}
Failure::Failure(diag::Diagnostics all) : all_(Keep(std::move(all))) {}
Failure::Failure(const Failure& other)
    : all_(other.all_ == nullptr ? nullptr : new diag::Diagnostics(*other.all_)) {}

const diag::Diagnostics& Failure::diagnostics() const {
  static const auto* none = new diag::Diagnostics;
  return all_ == nullptr ? *none : *all_;
}

void Failure::Drop() {
  delete all_;
}

void Failure::ThrowUnchecked() const {
  TIRX_UNREACHABLE("unchecked failure: " + diagnostics().front().message);
}

Failure Fail(diag::Kind kind, Span span, std::initializer_list<std::string_view> arguments) {
  return Failure(diag::Make(kind, std::move(span), arguments));
}

}  // namespace tirx
