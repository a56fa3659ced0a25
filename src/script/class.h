// SPDX-License-Identifier: Apache-2.0
// Classes that live while compiling (`@T.meta_class`) and their instances. What they hold is looked up as in
// Python: the instance's fields, its class, the class's base, and so on.
#pragma once

#include <map>
#include <string>

#include "script/owner.h"
#include "script/value.h"

namespace tirx::script {

using Fields = std::map<std::string, Value, std::less<>>;

struct ClassObject final : Owned {
  explicit ClassObject(Owner* owner) : Owned(owner) {}
  void Release() override { auto held = std::move(attributes); }
  // The attribute of this class, or of the nearest base that has it; null when none has.
  const Value* Find(std::string_view wanted) const;
  bool IsA(const ClassObject* other) const;

  std::string name;
  std::shared_ptr<const ClassObject> base;  // may be null
  Fields attributes;                        // methods are closures
};

struct InstanceObject final : Owned {
  explicit InstanceObject(Owner* owner) : Owned(owner) {}
  void Release() override { auto held = std::move(fields); }

  std::shared_ptr<const ClassObject> type;
  std::string name;  // what its fields make in the program is called <name>_<field>
  Fields fields;
  int64_t body_id = 0;  // as of lists: the IR body in which it was made
};

// What an instance without a name of its own is called, after its class.
std::string InstanceName(const std::string& class_name);

// `super()` inside a method: attributes are looked up from the base on.
struct SuperObject {
  std::shared_ptr<InstanceObject> self;
  std::shared_ptr<const ClassObject> base;  // null: Python's own `object`
};

}  // namespace tirx::script
