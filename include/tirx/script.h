// SPDX-License-Identifier: Apache-2.0
// Reading and printing TIRx script.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tirx/error.h"

namespace tirx {

// The functions of one script, checked. A value; copies share.
class Script {
 public:
  // Throws Error for a file that cannot be read and for every mistake in it.
  static Script ParseFile(const std::string& path);
  static Script Parse(std::string_view text, const std::string& name = "<string>");

  // In program order; private ones included.
  std::vector<std::string> functions() const;
  // One function and what it calls. Throws Error when there is none of that name.
  Script Select(std::string_view function) const;
  // As script again: it parses back to an equal one.
  std::string ToString() const;
  // All of it, places in the source included, in the format of docs/json.md.
  std::string ToJson() const;
  // Throws Error for text that is no saved script, that is damaged, or that a newer version wrote.
  static Script FromJson(std::string_view text, const std::string& name = "<json>");
  // The functions of several as one, whose functions may call each other. Throws Error for two of one name.
  static Script Join(const std::vector<Script>& scripts);

  struct Impl;
  explicit Script(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

}  // namespace tirx
