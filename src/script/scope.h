// SPDX-License-Identifier: Apache-2.0
// Names: scopes nest as the text does; functions keep the scope in which they were defined.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/string_map.h"
#include "script/owner.h"
#include "script/value.h"

namespace tirx::script {

struct Binding {
  Value value;
  Range at;            // where it was bound
  bool is_ir = false;  // bound once, to an IR value: a parameter, a loop variable, `x = e`
  bool is_parameter = false;
};

class Scope final : public Owned {
 public:
  enum class Kind : uint8_t {
    Module,
    Function,  // also comprehensions and lambdas
    Region,    // the body of a region: names stay inside, compile-time changes go through
    IrBody,    // the body of an IR loop or branch: names stay inside, outer names cannot be changed
  };

  Scope(Owner* owner, Kind kind, std::shared_ptr<Scope> parent)
      : Owned(owner), kind_(kind), parent_(std::move(parent)) {}
  Kind kind() const { return kind_; }
  Scope* parent() const { return parent_.get(); }
  bool is_function() const { return kind_ == Kind::Function || kind_ == Kind::Module; }

  Binding* Find(std::string_view name);
  void Set(std::string_view name, Binding binding) {
    if (Binding* old = Find(name)) {
      *old = std::move(binding);
    } else {
      names_.emplace(name, std::move(binding));
    }
  }
  const StringMap<Binding>& names() const { return names_; }
  void Erase(std::string_view name) { names_.erase(std::string(name)); }
  void CollectNames(std::vector<std::string_view>* out) const;

 private:
  void Release() override { auto held = std::move(names_); }

  Kind kind_;
  std::shared_ptr<Scope> parent_;
  StringMap<Binding> names_;
};

}  // namespace tirx::script
