// SPDX-License-Identifier: Apache-2.0
// Statements as script. The forms are those of docs/printed_form.md.
#pragma once

#include "ir/function.h"
#include "ir/printer_expr.h"
#include "ir/printer_lines.h"

namespace tirx::ir {

struct RecordField;
struct RecordRow;
struct PackedFields;

class StmtWriter {
 public:
  StmtWriter(ScriptLines* lines, ScriptNames* names) : lines_(*lines), names_(*names), expr_(names) {}

  // The statements of `body` in a scope of their own; `pass` when there are none.
  void Block(const Stmt& body);
  // The same, indented.
  void Body(const Stmt& body);

 private:
  void One(const Stmt& stmt);
  template <class... Nodes>
  bool WriteAs(const Stmt& stmt);

  void Form(const BindNode& n);
  void Form(const TensorStoreNode& n);
  void Form(const EvaluateNode& n);
  void Form(const SeqNode& n);
  void Form(const IfNode& n);
  void Form(const ForNode& n);
  void Form(const WhileNode& n);
  void Form(const BreakNode& n);
  void Form(const ContinueNode& n);
  void Form(const ReturnNode& n);
  void Form(const AssertNode& n);
  void Form(const RegionNode& n);

  bool Cell(const Stmt& bind, const Stmt& next);
  bool Tensor(const BindNode& n);
  void LoopRange(const ForNode& n);
  bool DeviceEntry(const RegionNode& n);
  void Record(const RecordRow& row, const PackedFields& fields);
  void FieldValue(const RecordField& field, const Expr& value);
  void GenericRegion(const RegionNode& n);
  void End(std::string_view suffix = "");

  ScriptLines& lines_;
  ScriptNames& names_;
  ExprWriter expr_;
  int depth_ = 0;
};

}  // namespace tirx::ir
