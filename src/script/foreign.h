// SPDX-License-Identifier: Apache-2.0
// Objects of another language (Python) inside the front end: one protocol, given by the caller, and the
// conversion of simple values in both directions.
#pragma once

#include <string>
#include <vector>

#include "diag/result.h"
#include "script/value.h"

namespace tirx::script {

// What the front end may ask of a foreign object. Values come back as the protocol's owner made them; the
// front end then converts simple ones (FromAny). A failure carries the foreign exception's text at `at`.
class ForeignProtocol {
 public:
  enum class Operation : uint8_t {
    Call,      // operands: callee, positional...; keywords by name
    GetAttr,   // object, name
    GetItem,   // object, key
    Iterate,   // object; gives an array of the items
    Length,    // object
    Truth,     // object
    Compare,   // operator's symbol, left, right
    Binary,    // operator's symbol, left, right
    Unary,     // operator's symbol, operand
    Enter,     // object; gives what `as` binds
    Exit,      // object
    Describe,  // object; gives text for messages
    Define,    // function; gives its Definition (captured.h), or None when its source is not at hand
  };
  virtual ~ForeignProtocol() = default;
  virtual Result<Any> Apply(Operation operation, const std::vector<Any>& operands,
                            const std::vector<std::pair<std::string, Any>>& keywords, const Span& at) = 0;
  // A foreign object as one of the simple kinds (None, bool, int, float, str, tuple, list, dict), if it is
  // one in disguise: a NumPy scalar, a dtype object. Gives the object itself otherwise.
  virtual Result<Any> Convert(const Any& object, const Span& at) = 0;
};

// None, bool, int, float, str, arrays, maps, dtypes, IR expressions, types and functions; all else stays
// foreign.
Value FromAny(const Any& any);
// The reverse; nothing for values that exist only inside the front end.
std::optional<Any> ToAny(const Value& value);

}  // namespace tirx::script
