// SPDX-License-Identifier: Apache-2.0
// Diagnostics: what a user did wrong and where. Collected and returned, never thrown.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace tirx::diag {

enum class Severity : uint8_t { Error, Warning };

enum class Kind : uint16_t {
#define TIRX_DIAGNOSTIC(Name, severity, message) Name,
#include "diag/kinds.def"
#undef TIRX_DIAGNOSTIC
};

std::string_view KindName(Kind kind);  // "TypeMismatch"
Severity SeverityOf(Kind kind);
std::string_view MessageFormat(Kind kind);
std::vector<Kind> AllKinds();

struct Note {
  Span span;  // may be undefined
  std::string message;
};

// An edit that puts a mistake right: the text at `span` becomes `replacement`.
struct Fixit {
  Span span;
  std::string replacement;
};

struct Diagnostic {
  Kind kind;
  Severity severity;
  std::string message;
  Span span;
  std::vector<Note> notes;
  std::vector<Fixit> fixits;

  // Out of line, since they are long and rarely run.
  Diagnostic(Kind kind, std::string message, Span span);
  Diagnostic(const Diagnostic& other);
  Diagnostic(Diagnostic&& other) noexcept;
  Diagnostic& operator=(const Diagnostic& other);
  Diagnostic& operator=(Diagnostic&& other) noexcept;
  ~Diagnostic();

  Diagnostic&& WithNote(Span at, std::string text) && {
    notes.push_back({std::move(at), std::move(text)});
    return std::move(*this);
  }
};

using Diagnostics = std::vector<Diagnostic>;

// Fills the kind's message with `arguments`. A count that does not fit the message is an internal error.
[[gnu::cold]] Diagnostic Make(Kind kind, Span span, std::initializer_list<std::string_view> arguments = {});

bool HasErrors(const Diagnostics& diagnostics);

}  // namespace tirx::diag

namespace tirx {
using DK = diag::Kind;
}
