// SPDX-License-Identifier: Apache-2.0
// Values of the staged interpreter: compile-time values as in Python, and handles on IR.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "ir/function.h"
#include "script/ast.h"

namespace tirx::ir {
struct OpRow;
struct RecordRow;
}  // namespace tirx::ir

namespace tirx::script {

class Value;
class Scope;
struct Form;
struct FunctionRow;

struct ListObject;
struct DictObject;
struct SliceObject;
struct LoopObject;
struct MethodObject;
struct ClosureObject;
struct ClassObject;
struct InstanceObject;
struct SuperObject;
struct TemplateObject;
struct GlobalFunction;
struct RegionObject;
struct TensorSpec;
struct RegionSpec;
struct RecordObject;

// The marks of values that carry nothing.
struct FailedMark {};  // an error was reported where the value was made; using it reports nothing more
struct NoneMark {};
struct EllipsisMark {};

// An integer literal beyond the compile-time integers: only good as a uint64 constant.
struct WideLiteral {
  uint64_t value = 0;
};
// `T` is the namespace with the empty path; "gpu" is T.gpu; paths of modules begin with a colon, ":tirx".
struct NamespaceValue {
  std::shared_ptr<const std::string> path;
};
// An import that the compiler does not know, or a definition that it does not read.
struct OpaqueValue {
  std::shared_ptr<const std::string> what;  // "module `numpy`"
};
// A Python object behind the foreign protocol (script/foreign.h).
struct ForeignValue {
  Any object;
};
// A scalar, vector or pointer of the program that is built.
struct IrValue {
  ir::Expr expr;
  int depth = 1;       // nesting of the expression
  bool alias = false;  // of T.meta_var: a name stands for the expression itself
};
struct TensorValue {
  ir::Var var;  // with a tensor type; cells too
};

using TupleItems = std::vector<Value>;

class Value {
 public:
  using Payload =
      std::variant<FailedMark, NoneMark, EllipsisMark, bool, int64_t, double, WideLiteral,
                   std::shared_ptr<const std::string>, DType, std::shared_ptr<const TupleItems>,
                   std::shared_ptr<ListObject>, std::shared_ptr<DictObject>,
                   std::shared_ptr<const SliceObject>, std::shared_ptr<const LoopObject>, NamespaceValue,
                   const Form*, const ir::OpRow*, const FunctionRow*, std::shared_ptr<const MethodObject>,
                   std::shared_ptr<const ClosureObject>, std::shared_ptr<const ClassObject>,
                   std::shared_ptr<InstanceObject>, std::shared_ptr<const SuperObject>,
                   std::shared_ptr<TemplateObject>, std::shared_ptr<GlobalFunction>, IrValue, TensorValue,
                   std::shared_ptr<const RegionObject>, std::shared_ptr<const TensorSpec>,
                   const ir::RecordRow*, std::shared_ptr<const RecordObject>, ir::Type,
                   std::shared_ptr<const RegionSpec>, OpaqueValue, ForeignValue>;

  Value() = default;  // failed
  template <class T, class = std::enable_if_t<!std::is_same_v<std::decay_t<T>, Value>>>
  Value(T&& payload) : payload_(std::forward<T>(payload)) {}  // NOLINT: values are made from their payloads
  // In value.cc: inline, these of a variant so large took a tenth of the time to build the whole compiler.
  Value(const Value& other);
  Value(Value&& other) noexcept;
  Value& operator=(const Value& other);
  Value& operator=(Value&& other) noexcept;
  ~Value();

  static Value None() { return NoneMark{}; }
  static Value Int(int64_t value) { return value; }
  static Value Str(std::string text) { return std::make_shared<const std::string>(std::move(text)); }
  static Value Tuple(TupleItems items);
  static Value List(TupleItems items, int64_t body_id = 0);

  bool failed() const { return std::holds_alternative<FailedMark>(payload_); }
  template <class T>
  const T* Get() const {
    return std::get_if<T>(&payload_);
  }
  template <class T>
  bool Is() const {
    return std::holds_alternative<T>(payload_);
  }
  bool is_none() const { return Is<NoneMark>(); }
  // The contents of a string, tuple, list, dict: null when the value is something else.
  const std::string* str() const;
  const TupleItems* tuple() const;
  ListObject* list() const;
  DictObject* dict() const;
  // The items of a tuple or list.
  const TupleItems* sequence() const;
  // An integer; True and False are integers too, as in Python.
  std::optional<int64_t> integer() const;
  // A number of either kind, as a float.
  std::optional<double> number() const;
  // Takes the type of what stands beside it.
  bool is_literal() const { return number().has_value() || Is<WideLiteral>(); }
  const ir::Expr* expr() const;
  const Payload& payload() const { return payload_; }

 private:
  Payload payload_;
};

// Compile-time objects that can be changed remember the IR loop or branch in which they were made (0: none):
// changing them from inside another one would happen once, not per iteration.
struct ListObject {
  TupleItems items;
  int64_t body_id = 0;
  bool kept = false;  // has had a name: what it holds does not change with the memory of the program
};
struct DictObject {
  std::vector<std::pair<Value, Value>> items;  // in order of insertion
  int64_t body_id = 0;
  bool kept = false;
  Value* Find(const Value& key);
};
struct SliceObject {
  Value lower, upper, step;  // None where left out
};

// What a `for` iterates over: range(...), T.serial(...), T.grid(...).
struct LoopObject {
  enum class Kind : uint8_t { Range, Ir, Static, Grid };
  struct Axis {
    Value start, stop, step;
    bool stop_is_extent = false;
  };
  Kind kind = Kind::Range;
  ir::ForKind ir_kind = ir::ForKind::Serial;
  std::vector<Axis> axes;  // one, except for a grid
  Attrs annotations = NoAttrs();
  std::optional<DType> dtype;
};

// A method of a compile-time value: "a,b".split, xs.append; or of an instance.
struct MethodObject {
  Value self;
  const Form* form = nullptr;
  std::shared_ptr<const ClosureObject> closure;  // of an instance, which has no form
};

// A function that the front end runs: T.inline, a plain Python function, a lambda.
struct ClosureObject {
  enum class Kind : uint8_t { Inline, Plain, Lambda };
  Kind kind = Kind::Plain;
  std::string name;
  const std::vector<Parameter>* parameters = nullptr;
  std::vector<Value> defaults;       // one per parameter; failed where there is none
  const Block* body = nullptr;       // of a def
  const Expr* expression = nullptr;  // of a lambda
  Range at;
  std::shared_ptr<Scope> scope;  // where it was defined
  std::shared_ptr<const Ast> ast;
  std::weak_ptr<const ClassObject> owner;  // of a method: its class
};

// A `@T.jit` function, which becomes a function of the module for given compile-time parameters.
struct TemplateObject {
  std::string name;
  const FunctionDefStmt* def = nullptr;
  std::shared_ptr<const Ast> ast;
  std::shared_ptr<Scope> scope;
  bool exported = true;
  std::vector<std::pair<std::string, std::shared_ptr<GlobalFunction>>> made;  // by canonical values
};

// A function of the module, as far as it has been elaborated.
struct GlobalFunction {
  enum class State : uint8_t { Unseen, Elaborating, Done, Failed };
  std::string name;
  const FunctionDefStmt* def = nullptr;  // null for a function that came as IR
  std::shared_ptr<const Ast> ast;
  std::shared_ptr<Scope> scope;
  bool exported = true;
  State state = State::Unseen;
  // Of a specialised function: the values of compile-time parameters; None for tensors that are left out.
  std::vector<std::pair<std::string, Value>> constants;
  ir::IRModule module;  // of a function that came as IR: what it calls; may be undefined
  // Known once elaboration has begun:
  std::vector<ir::Var> params;
  ir::Type ret_type = ir::VoidType();
  ir::Function result;
};

// A box of a tensor: A[i, 0:4].
struct RegionObject {
  struct Axis {
    ir::Expr min;
    ir::Expr extent;  // undefined for a single index
    ir::Expr step;    // undefined: 1
  };
  ir::Var tensor;
  std::vector<Axis> axes;  // one per dimension
  size_t written = 0;      // how many dimensions the subscript named
};

// T.Tensor(shape, dtype, ...): a tensor type whose shape may still hold quoted names.
struct TensorSpec {
  Value shape;
  Range shape_at;
  DType dtype;
  std::string scope = "global";
  Value strides, elem_offset;  // None where left out
  int64_t alignment = 0;
  bool cell = false;
};

// A region statement to be opened by `with` or by a bare call: T.device_entry(...), T.region(...).
struct RegionSpec {
  std::string op;          // empty for a thread loop
  std::string thread_tag;  // of a thread loop: "threadIdx.x"; its extent is the only argument
  Array<ir::Expr> args = NoItems<ir::Expr>();
  Attrs attrs = NoAttrs();
  std::vector<ir::Type> param_types;
};

// "an int", "a list", "a tensor": for messages.
std::string DescribeKind(const Value& value);
// The value as Python's repr() shows it; IR values as `<float32>`.
std::string Repr(const Value& value);
// What Python's str() gives.
std::string Str(const Value& value);
std::string FloatRepr(double value);
// Python's ==, on compile-time values; values of different kinds are unequal.
bool Equal(const Value& a, const Value& b);
// Whether Python could hash it: a key of a dict. Values of the program, lists and dicts cannot be hashed.
bool IsHashable(const Value& value);
// Whether the list or dict `container` can be reached from `value`. Scopes and instances are not searched.
bool Reaches(const Value& value, const Value& container);
// Whether the value is known while compiling and is not a handle on IR.
bool IsCompileTime(const Value& value);

}  // namespace tirx::script
