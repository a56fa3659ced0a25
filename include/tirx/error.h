// SPDX-License-Identifier: Apache-2.0
// What the public functions throw when their input is wrong.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace tirx {

// One finding. Lines and columns count from 1; line 0: no place is known.
struct DiagnosticInfo {
  std::string kind;  // "UnknownName"
  bool is_error = true;
  std::string message;
  std::string file;
  int line = 0, column = 0;
};

// A user's mistake. what() is the text that the command line prints: place, message, source line, caret.
class Error : public std::runtime_error {
 public:
  Error(const std::string& rendered, std::vector<DiagnosticInfo> diagnostics)
      : std::runtime_error(rendered), diagnostics_(std::move(diagnostics)) {}
  const std::vector<DiagnosticInfo>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<DiagnosticInfo> diagnostics_;
};

}  // namespace tirx
