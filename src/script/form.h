// SPDX-License-Identifier: Apache-2.0
// Forms: functions that the front end itself knows. Special forms (T.cast, T.alloc_shared, ...), Python's
// builtin functions and the methods of its values are rows of tables; each says its parameters and what a
// call does.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "script/value.h"

namespace tirx::script {

class Elaborator;

// The arguments of a call as they were written.
struct Arguments {
  std::vector<Value> positional;
  std::vector<Range> positional_at;
  std::vector<std::pair<Identifier, Value>> keywords;
  std::vector<Range> keyword_at;
  Range at;  // of the call
};

// What a callable takes. Parsed from a form's `params` or made from a row or a definition.
struct Signature {
  struct Param {
    std::string_view name;
    bool required = true, keyword_only = false, positional_only = false;
  };
  std::string callee;  // for messages: "T.cast"
  std::vector<Param> params;
  bool rest = false;           // *args
  bool rest_keywords = false;  // **kwargs
};

// Arguments by parameter.
struct Bound {
  std::vector<Value> values;  // one per parameter
  std::vector<bool> given;
  std::vector<Range> ats;
  std::vector<Value> rest;
  std::vector<Range> rest_at;
  std::vector<std::pair<Identifier, Value>> rest_keywords;
  Value self;  // of a method
  Range at;
  std::string_view callee;

  bool Has(size_t i) const { return given[i]; }
  const Value& operator[](size_t i) const { return values[i]; }
};

struct Form {
  std::string_view name;    // after `T.`, or of the builtin or method
  std::string_view params;  // "value, dtype, *, scope=, *rest, **rest": `=` marks what may be left out
  Value (*call)(Elaborator&,
                const Bound&) = nullptr;  // null: stands without a call, as a decorator or annotation
  std::string_view doc = "";
};

// From the text of `params`.
Signature SignatureOf(std::string callee, std::string_view params);
inline Signature SignatureOf(const Form& form, std::string_view prefix) {
  return SignatureOf(std::string(prefix) + std::string(form.name), form.params);
}
// The row of that name; null when there is none.
const Form* FindIn(std::span<const Form> table, std::string_view name);

// Sorts as list.sort() does; None for no key. False after an error.
bool SortItems(Elaborator& e, const Value& key, bool reverse, const Range& at, TupleItems* items);

// The tables. Null when there is no such form.
const Form* FindSpecialForm(std::string_view path);  // after `T.`
const Form* FindBuiltin(std::string_view name);      // len, range, ...
const Form* FindMath(std::string_view name);         // of Python's module math
const Form* FindTextMethod(std::string_view name);   // of strings
const Form* FindMethod(const Value& self, std::string_view name);
const Form* FindTensorMethod(std::string_view name);
std::vector<std::string_view> TensorMethodNames();
std::vector<std::string_view> SpecialFormNames();
std::vector<std::string_view> BuiltinNames();

}  // namespace tirx::script
