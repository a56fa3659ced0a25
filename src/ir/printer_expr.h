// SPDX-License-Identifier: Apache-2.0
// Expressions, types and attribute values as script. The forms are those of docs/printed_form.md.
#pragma once

#include <string>
#include <string_view>

#include "ir/op.h"
#include "ir/printer_names.h"

namespace tirx::ir {

// Text beyond this, or deeper nesting, is left out: see "Limits" in docs/printed_form.md.
inline constexpr size_t kMaxPrintedExpr = size_t(1) << 20;

class ExprWriter {
 public:
  explicit ExprWriter(ScriptNames* names) : names_(*names) {}

  // How a constant is written: bare where its surroundings fix the type; bare if it is int32 or float32; or
  // always with its type, where a bare literal would be a compile-time value.
  enum class Literal : uint8_t { Bare, Default, Typed };

  // What has been written since the last Take.
  std::string Take();
  size_t size() const { return text_.size(); }

  ExprWriter& Put(std::string_view text);
  void Write(const Expr& e, Literal literal = Literal::Default) { Write(e, 0, literal); }
  // "a, b, c"
  void List(const Array<Expr>& items);
  // "(a, b)", "(a,)"; with `quoted`, extents that are no constants are quoted.
  void Tuple(const Array<ObjectRef>& items, bool quoted = false);
  void WriteType(const Type& type, bool quoted = false);
  // `shape, dtype` and the keywords that differ from the defaults, for T.Tensor and the allocations.
  void TensorParts(const TensorType& type, bool quoted, bool with_scope, std::string_view data_keyword = "",
                   const Expr& data = Expr());
  void AttrValue(const Any& value);
  void AttrDict(const Attrs& attrs);
  // The access `tensor[indices]`, or the name of a cell.
  void Element(const Var& tensor, const Array<Expr>& indices);
  // The call as it stands, by the generic form.
  void ExactCall(const CallNode& call);

 private:
  struct Context {
    int precedence;  // of the operator around; looser ones need parentheses
    Literal literal;
  };
  void Write(const Expr& e, int precedence, Literal literal);
  template <class... Nodes>
  bool WriteAs(const Expr& e, Context context);

  void Form(const VarNode& n, const Expr& e, Context c);
  void Form(const IntImmNode& n, const Expr& e, Context c);
  void Form(const FloatImmNode& n, const Expr& e, Context c);
  void Form(const StringImmNode& n, const Expr& e, Context c);
  void Form(const BinaryNode& n, const Expr& e, Context c);
  void Form(const UnaryNode& n, const Expr& e, Context c);
  void Form(const CastNode& n, const Expr& e, Context c);
  void Form(const SelectNode& n, const Expr& e, Context c);
  void Form(const RampNode& n, const Expr& e, Context c);
  void Form(const BroadcastNode& n, const Expr& e, Context c);
  void Form(const TensorLoadNode& n, const Expr& e, Context c);
  void Form(const TensorRegionNode& n, const Expr& e, Context c);
  void Form(const OpNode& n, const Expr& e, Context c);
  void Form(const GlobalVarNode& n, const Expr& e, Context c);
  void Form(const CallNode& n, const Expr& e, Context c);

  void SignedLiteral(const std::string& digits, Context c);
  void RowCall(const OpRow& row, const CallNode& call);
  void Attribute(const Any& value);
  bool TargetObject(const ObjectRef& object);
  bool Slice(const Range& range);

  ScriptNames& names_;
  std::string text_;
  int depth_ = 0;
  bool in_target_ = false;
  std::string omitted_;  // why the text is incomplete
};

// `range` as the slice bounds of a script: the stop expression, if `stop - min` gives back the extent. Also
// what a loop prints as `range(min, stop)`.
Expr StopOf(const Expr& min, const Expr& extent);

}  // namespace tirx::ir
