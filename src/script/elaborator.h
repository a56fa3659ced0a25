// SPDX-License-Identifier: Apache-2.0
// The elaborator: runs a syntax tree. Compile-time values are computed, statements over IR values emit IR
// through the builder. One object elaborates one file. Its methods are spread over elaborate_<idea>.cc files.
//
// Errors are reported where they are found and collected; the expression then has the failed value, and
// whatever uses a failed value fails silently, so that one mistake gives one message and the rest of the file
// is still checked.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "diag/result.h"
#include "ir/builder.h"
#include "script/ast.h"
#include "script/captured.h"
#include "script/class.h"
#include "script/form.h"
#include "script/function_row.h"
#include "script/pending.h"
#include "script/scope.h"
#include "script/script.h"
#include "script/value.h"

namespace tirx::script {

// What a block of statements ended with.
enum class Flow : uint8_t { Next, Break, Continue, Return };

// One activation: a module, a function of the program, an inlined or compile-time function.
struct Frame {
  enum class Kind : uint8_t { Module, Script, Inline, Plain, Expression };
  Kind kind = Kind::Module;
  std::shared_ptr<Scope> scope;    // the innermost
  std::shared_ptr<const Ast> ast;  // whose text the ranges mean
  std::string_view name;           // of the function
  Frame* caller = nullptr;
  size_t bodies_at_entry = 0;  // open IR bodies when it was entered
  size_t loops_at_entry = 0;
  Value returned = Value::None();
  std::shared_ptr<const ClassObject> method_of;  // of a method: its class and its instance
  Value self;
  GlobalFunction* function = nullptr;                       // for Kind::Script
  std::map<std::string, Binding, std::less<>> left_behind;  // names that ended with a branch or loop
};

class Elaborator {
 public:
  explicit Elaborator(const Options& options);

  // --- entry points (elaborate_module.cc) ---
  Result<ir::IRModule> RunModule(std::shared_ptr<const Ast> ast);
  Result<ir::IRModule> RunFunction(std::shared_ptr<const Ast> ast, std::string_view name);
  // What RunFunction made is called: for a `@T.jit` function, a name with the values in it.
  const std::string& root_name() const { return root_name_; }
  // The value of a module's only expression statement, for tests of the compile-time subset.
  Result<Value> RunExpression(std::shared_ptr<const Ast> ast);
  // What a call outside of any kernel gives, and an attribute of such a value: a number, IR, a LanguageValue.
  Result<Any> RunCall(const LanguageCall& call);
  Result<Any> RunAttribute(const LanguageValue& owner, std::string_view name, const Span& at);

  // --- errors (elaborator.cc) ---
  [[gnu::cold]] Value Error(diag::Kind kind, const Range& at,
                            std::initializer_list<std::string_view> arguments);
  [[gnu::cold]] Value Error(diag::Diagnostic diagnostic);
  // With a note on what to do instead.
  [[gnu::cold]] Value ErrorWithAdvice(diag::Kind kind, const Range& at,
                                      std::initializer_list<std::string_view> arguments, std::string advice);
  template <class T>
  Value Report(const Result<T>& failed) {
    for (const diag::Diagnostic& d : failed.diagnostics()) Error(d);
    return Value();
  }
  // The value of a successful result; reports a failed one.
  Value Take(Result<Value> result);
  // An IR value, whose nesting is checked.
  Value Make(Result<ir::Expr> result, int depth, const Range& at);
  Span SpanAt(const Range& at) const;
  bool stopped() const { return stopped_; }

  // --- expressions (elaborate_expr.cc) ---
  Value Eval(const Expr* e);
  // A value that `e` names for the one who calls: cells stay cells.
  Value EvalByReference(const Expr* e);
  Value GetAttribute(const Value& value, const Identifier& name, const Range& at);
  // The items of anything that can be iterated while compiling; false after an error.
  bool Iterate(const Value& value, const Range& at, TupleItems* items);
  // Python's truth of a compile-time value; nothing after an error or for IR values (an error too).
  std::optional<bool> Truth(const Value& value, const Range& at);

  // --- operators (elaborate_operator.cc) ---
  Value Binary(Tok op, const Value& a, const Value& b, const Range& at);
  Value Compare(CompareOp op, const Value& a, const Value& b, const Range& at);
  Value Unary(Tok op, const Value& a, const Range& at);
  Value IrBinary(ir::BinaryOp op, const Value& a, const Value& b, const Range& at);
  Value Conditional(const Value& condition, const Value& then_value, const Value& else_value,
                    const Range& at);

  // --- from values to IR (elaborate_convert.cc) ---
  // The value as an IR expression: literals take the wanted type (else int32, float32), regions become vector
  // loads. The expression is undefined after an error.
  IrValue ToIr(const Value& value, const Range& at, std::optional<DType> wanted = std::nullopt);
  // Both operands of an operation that mixes types; false after an error.
  bool ToIrPair(const Value& a, const Value& b, const Range& at, IrValue* x, IrValue* y);
  // Converts for a store, an argument or a return value: widens, never narrows. `target` is for the message.
  IrValue ConvertTo(const Value& value, DType dtype, std::string_view target, const Range& at);
  // An operand as it stands: tensors, regions, strings and literals of default type included.
  ir::Expr ToOperand(const Value& value, const Range& at);
  ir::Expr ToCondition(const Value& value, const Range& at);
  std::optional<int64_t> ToInteger(const Value& value, std::string_view what, const Range& at);
  // A whole float as a compile-time integer.
  Value FloatToInt(double value, const Range& at);
  std::optional<std::string> ToText(const Value& value, std::string_view what, const Range& at);
  std::optional<DType> ToDType(const Value& value, const Range& at);
  std::optional<std::vector<IrValue>> ToExtents(const Value& shape, const Range& at);
  std::optional<ir::Type> ToType(const Value& value, const Range& at);
  std::optional<Any> ToAttribute(const Value& value, const Range& at);
  std::optional<Attrs> ToAttrs(const Value& dict, const Range& at);
  // The tensor type of a spec whose shape holds no quoted names.
  std::optional<ir::TensorType> ToTensorType(const TensorSpec& spec, const Range& at);

  // --- tensors (elaborate_index.cc) ---
  Value Subscript(const Value& value, const Expr* index, const Range& at);
  Value Load(const ir::Var& tensor, const std::vector<IrValue>& indices, const Range& at);
  Value LoadRegion(const RegionObject& region, const Range& at);
  void StoreElement(const SubscriptExpr& target, Value value, const Range& value_at);
  void StoreCell(const ir::Var& cell, const Value& value, const Range& at);
  Value LoadCell(const ir::Var& cell, const Range& at);
  ir::Expr RegionExpr(const RegionObject& region, const Range& at);

  // --- calls (elaborate_call.cc) ---
  Value Call(const Value& callee, const Arguments& arguments, const Range& callee_at);
  bool BindArguments(const Signature& signature, const Arguments& arguments, Bound* bound);
  Value CallOp(const ir::OpRow& row, const Arguments& arguments);
  Value ApplyOp(const ir::OpRow& row, const std::vector<Value>& values, const std::vector<Range>& ats,
                const Attrs& attrs, const Range& at);
  Result<ir::Expr> CallAt(const ir::OpRow& row, const Array<ir::Expr>& operands,
                          const std::vector<Range>& ats, const Attrs& attrs, const Range& at);
  Value CallGlobal(GlobalFunction* function, const Arguments& arguments);
  Value CallClosure(const std::shared_ptr<const ClosureObject>& closure, const Arguments& arguments);
  // --- functions as attributes (elaborate_reference.cc) ---
  std::optional<std::string> FunctionNamed(const Value& value, const std::vector<Value>& operands,
                                           const std::vector<Range>& ats, DType result, const Range& at);
  std::string FreshFunctionName(const std::string& wish) const;

  // --- classes (elaborate_class.cc) ---
  Value Super(const Range& at);

  // --- @T.jit functions (elaborate_template.cc) ---
  Value Specialize(const std::shared_ptr<TemplateObject>& function, const Arguments& given);

  // --- what the caller handed over (elaborate_captured.cc) ---
  // Names of the language and definitions become what they stand for; other values stay.
  Value Resolved(const Value& value, const Range& at);

  // --- foreign objects (elaborate_foreign.cc) ---
  Value CallForeign(const Value& callee, const Arguments& arguments);
  Value CallFunction(const FunctionRow& row, const Arguments& arguments);
  Value ForeignOperation(uint8_t operation, const std::vector<Value>& operands, const Range& at);
  Value Simplified(const Value& value, const Range& at);

  // --- emitting ---
  // The builder of the function being elaborated; null at file level.
  ir::Builder* builder() { return builder_; }
  // False, with an error, where no statement can be emitted: at file level and in lazily evaluated operands.
  bool CanEmit(const Range& at);
  void Emit(ir::Stmt stmt, const Range& at);
  // --- order of evaluation (elaborate_order.cc) ---
  // `value` as something that can be used several times: bound to a variable unless it is one or a constant.
  IrValue Stabilize(const IrValue& value, const std::string& name, const Range& at);
  // The same for values that are about to be kept, and all that tuples, lists and dicts hold; of regions,
  // their place. With `needed`, only what it says is bound.
  using NeedsName = std::function<bool(const ir::Expr&)>;
  Value Stable(const Value& value, const std::string& name, const Range& at, const NeedsName& needed = {});
  // What has effects is bound, so that it takes place once, however often the value is used.
  Value Once(const Value& value, const std::string& name, const Range& at);
  // Whether the expression means the same wherever it stands.
  static bool IsLasting(const ir::Expr& e);
  const std::string& name_hint() const { return name_hint_; }
  bool in_device_entry() const { return in_entry_; }
  int64_t body_id() const { return body_ids_.empty() ? 0 : body_ids_.back(); }
  // Reports a change of a compile-time object from inside another IR body than the one it was made in.
  bool MayChange(int64_t made_in, std::string_view what, const Range& at);
  // Reports a list or dict that would come to hold itself; `how` puts the item there: "append".
  bool MayHold(const Value& container, const Value& item, std::string_view how, const Range& at);
  // Reports a key of a dict that cannot be hashed.
  bool MayBeKey(const Value& key, const Range& at);

  void SetModuleAttrs(Attrs attrs) { module_attrs_ = std::move(attrs); }
  void SetFunctionAttr(const std::string& key, const Any& value) { function_attrs_.Set(key, value); }

 private:
  friend class FrameScope;
  friend class FileLevelScope;
  friend class FunctionState;
  friend class PendingScope;

  // --- order of evaluation (elaborate_order.cc) ---
  void Place(ir::Stmt stmt);
  ir::Var BindTo(const std::string& name, const ir::Expr& value);
  void SettleBefore(const ObjectRef& code);
  void Settle(const Pending& waiting, const Footprint& touched);
  Value WithStableIndices(const IrValue& element, const NeedsName& needed, const Range& at);

  // --- names (elaborate_name.cc) ---
  Binding* LookUp(std::string_view name);
  Value EvalName(const NameExpr& e, bool by_reference);
  Value UnknownName(const Identifier& name);
  void AssignName(const Identifier& name, const Value& value, const Range& at);
  void Declare(const Identifier& name, Value value, bool is_ir);
  Binding* FindInFunction(std::string_view name, bool* outside);
  void MarkFailed(const Expr* target);
  void LeaveBehind(const Scope& scope);
  diag::Diagnostic LeftBehind(const Identifier& name, const Binding& binding) const;

  // --- expressions ---
  Value EvalUncounted(const Expr* e);
  Value EvalBeside(Value* left, const Range& left_at, const Expr* right);
  Value EvalInt(const IntExpr& e, bool negative);
  bool EvalItems(const ExprList& items, TupleItems* out, bool used_once = false);
  Value KeptItem(const Value& value, const std::string& name, const Range& at);
  bool EvalFormatted(const FormattedExpr& e, std::string* out);
  Value EvalDict(const DictExpr& e);
  Value EvalUnary(const UnaryExpr& e);
  Value EvalBoolOp(const BoolOpExpr& e);
  Value EvalCompare(const CompareExpr& e);
  Value EvalConditional(const ConditionalExpr& e);
  Value EvalLambda(const LambdaExpr& e);
  Value EvalCall(const CallExpr& e);
  Value EvalSubscript(const SubscriptExpr& e);
  Value EvalSlice(const SliceExpr& e);
  Value EvalComprehension(const ComprehensionExpr& e);
  bool RunClauses(const ComprehensionExpr& e, size_t clause, const std::function<bool()>& body);
  Value LanguageMember(const std::string& path, const Range& at);
  Value NamespaceMember(const std::string& path, const Identifier& name, const Range& at);
  Value TensorAttribute(const ir::Var& tensor, const Identifier& name, const Range& at);
  bool EvalArguments(const ExprList& positional, const std::vector<Keyword>& keywords, bool by_reference,
                     Arguments* out, const Value* callee = nullptr);
  static Use UseOf(const Value& callee, size_t i, std::string_view keyword);
  static bool TakesTensor(const ir::OpRow& row, size_t index);
  IrValue GlobalArgument(const GlobalFunction& function, size_t i, const Value& value, const Range& at);
  bool AddForeignFunction(const GlobalFunction& function, const Range& at);
  bool SubscriptAxes(const ir::Var& tensor, const Expr* index, const Range& at, RegionObject* out);
  bool SubscriptAxis(const ir::Var& tensor, size_t axis, const Expr* e, RegionObject::Axis* out);
  bool HasAllIndices(const RegionObject& region, const Range& at);
  Value ElementOrRegion(const RegionObject& region, const Range& at);
  void StoreItem(const Value& base, const Value& key, const Value& value, const Range& at,
                 const Range& key_at, const Range& value_at);
  void StoreAt(const RegionObject& region, const Value& value, const Range& at, const Range& value_at);
  Value SubscriptValue(const Value& value, const Value& index, const Range& at);

  // --- statements (elaborate_stmt.cc, elaborate_loop.cc, elaborate_assign.cc) ---
  Flow RunBlock(const Block& block);
  Flow RunFrom(const Block& block, size_t first);
  Flow RunStmt(const Stmt* s);
  Flow RunIf(const IfStmt& s);
  Flow RunFor(const ForStmt& s);
  Flow RunWhile(const WhileStmt& s);
  Flow RunWith(const WithStmt& s, size_t item);
  Flow RunReturn(const ReturnStmt& s);
  Flow RunJump(const Stmt* s, std::string_view keyword, Flow flow);
  void RunExprStmt(const Expr* e, const Range& at, const Value& value);
  void RunAssert(const AssertStmt& s);
  bool AssertParts(const Expr* message, std::string* kind, Array<ir::Expr>* parts);
  void RunNestedDef(const FunctionDefStmt& s);
  Flow RunUnrolled(const ForStmt& s, TupleItems items);
  void RunIrLoop(const ForStmt& s, const LoopObject& loop);
  void RunLoopAxis(const ForStmt& s, const LoopObject& loop, const std::vector<Identifier>& targets,
                   const ir::Var& left, size_t axis);
  std::shared_ptr<const LoopObject> WithStableBounds(const LoopObject& loop, const Range& at);
  bool EvalWhileCondition(const WhileStmt& s, Value* condition, ir::Stmt* before);
  bool LoopBounds(const LoopObject& loop, const LoopObject::Axis& axis, const Range& at, ir::Expr* min,
                  ir::Expr* extent, ir::Expr* step);
  void CheckBody(const WithStmt& s, size_t item);
  Flow OpenRegion(const RegionSpec& spec, const Expr* target, const Range& at,
                  const std::function<Flow()>& body);
  void BindRegionParams(const Expr* target, const Array<ir::Var>& params);
  // --- thread loops (elaborate_thread.cc) ---
  Flow OpenThread(const RegionSpec& spec, const Expr* target, const Range& at,
                  const std::function<Flow()>& body);
  bool AddThreadAxis(const RegionSpec& spec, const Range& at);
  void RunAssign(const AssignStmt& s);
  bool IsPlainName(const Expr* target);
  Value EvalForTargets(const AssignStmt& s);
  Value SharedByTargets(const AssignStmt& s, Value value, bool* first_is_assigned);
  void AssignTo(const Expr* target, const Value& value, const Range& at, const Range& value_at);
  void UnpackTo(const ExprList& targets, const Value& value, const Range& at, const Range& value_at);
  void RunAnnAssign(const AnnAssignStmt& s);
  std::optional<ir::TensorType> CellType(DType dtype, const Range& at);
  std::optional<ir::TensorType> LocalType(const Value& annotation, const AnnAssignStmt& s);
  bool MayDeclare(const AnnAssignStmt& s);
  void RunAugAssign(const AugAssignStmt& s);
  void ExtendList(const Value& container, const Value& value, const AugAssignStmt& s);
  void RunAugElement(const ir::Var& tensor, const AugAssignStmt& s);
  ir::Stmt RunBody(Scope::Kind kind, const std::function<void()>& body);

  // --- functions (elaborate_function.cc) ---
  void ElaborateFunction(GlobalFunction* function);
  bool ElaborateSignature(GlobalFunction* function);
  ir::Var DeclareParameter(const Parameter& parameter, const Value& annotation);
  Value ResolveExtent(const Value& extent, const Range& at);
  Value ResolveQuoted(const std::string& text, const Range& at);
  bool ResolveSpec(TensorSpec* spec, const Range& at);
  void CheckLengths(const GlobalFunction& function);
  bool AddFunction(const std::shared_ptr<GlobalFunction>& function);
  std::shared_ptr<GlobalFunction> NewGlobal(const FunctionDefStmt& def, bool exported);
  bool DecoratorOf(const FunctionDefStmt& def, Value* decorator, Arguments* arguments);
  Value DefineFunction(const FunctionDefStmt& def);
  std::shared_ptr<ClosureObject> MakeClosure(const FunctionDefStmt& def, ClosureObject::Kind kind);
  bool EvalDefaults(const std::vector<Parameter>& parameters, ClosureObject* closure);
  void KeepArguments(const std::vector<const Parameter*>& order, Bound* bound);
  bool BindClosureArguments(const ClosureObject& closure, const Arguments& arguments, Scope* scope);

  // --- classes (elaborate_class.cc) ---
  Value DefineClass(const ClassDefStmt& def);
  bool FillClass(const ClassDefStmt& def, const std::shared_ptr<ClassObject>& cls);
  Value DefineMethod(const FunctionDefStmt& def, const std::shared_ptr<ClassObject>& cls,
                     const std::shared_ptr<Scope>& outer);
  Value Instantiate(const std::shared_ptr<const ClassObject>& cls, const Arguments& arguments);
  static Value Attribute(const std::shared_ptr<InstanceObject>& self, const Value& found);
  Value ClassMember(const Value& value, const Identifier& name);
  std::shared_ptr<InstanceObject> FieldOwner(const AttributeExpr& target);
  bool MayChangeField(const InstanceObject& instance, const AttributeExpr& target);
  void StoreField(const AttributeExpr& target, const Value& value, const Range& at, const Range& value_at);
  std::string FieldHint(const AttributeExpr& target);

  // --- @T.jit functions (elaborate_template.cc) ---
  enum class ParameterSort : uint8_t { Plain, Constant, Optional };
  const Form* FormOf(const Expr* e);
  ParameterSort SortOf(const Parameter& parameter);
  Value DefineTemplate(const FunctionDefStmt& def, bool exported);
  static std::string MissingConstants(const TemplateObject& function);
  Value ConstantArgument(const TemplateObject& function, const Parameter& p, const Value& given,
                         const Range& at);
  bool BindConstants(const TemplateObject& function, const Bound& given, GlobalFunction* made,
                     std::string* key);
  void SpecializeTemplates();
  void ReportNoFunctions();

  // --- what the caller handed over (elaborate_captured.cc) ---
  void AtFileLevel(std::shared_ptr<Scope> scope, std::shared_ptr<const Ast> ast,
                   const std::function<void()>& body);
  Value ReadDefinition(const Definition& definition);
  Value ReadCall(const LanguageCall& call, const Range& at);
  Value ReadInstance(const CapturedInstance& captured, const Range& at);
  static Value AsMadeAt(const Value& value, const Range& at);
  Result<Any> Outside(const Span& at, const std::function<Value(const Range&)>& make);
  Value FromForeign(const Any& any);
  std::optional<FunctionOperands> OperandsOf(const Arguments& arguments);

  // --- the module (elaborate_module.cc) ---
  void IndexModule(const Block& body);
  void IndexStatement(const Stmt* s, size_t index);
  void Touch(std::string_view name, size_t index) { touching_[std::string(name)].push_back(index); }
  void TouchTarget(const Expr* target, size_t index);
  bool DemandName(std::string_view name);
  void RunTopLevel(size_t index);
  void RunImport(const ImportStmt& s);
  bool RunModuleClass(const ClassDefStmt& s);
  void RunFunctionsOf(const Block& body);
  void Begin(std::shared_ptr<const Ast> ast);
  std::shared_ptr<Scope> MakeModuleScope();
  Range FileStart() const;
  size_t StatementOf(const GlobalFunction& function) const;
  bool IsOurDecorator(const Expr* e);
  Result<ir::IRModule> FinishModule();

  std::shared_ptr<Scope> NewScope(Scope::Kind kind, std::shared_ptr<Scope> parent) {
    return std::make_shared<Scope>(&owner_, kind, std::move(parent));
  }

  Owner owner_;  // first, so that it ends last
  const Options& options_;
  diag::Diagnostics errors_;
  bool stopped_ = false;
  Frame* frame_ = nullptr;
  std::shared_ptr<Scope> module_scope_;
  std::shared_ptr<const Ast> ast_;

  // The function being elaborated.
  ir::Builder* builder_ = nullptr;
  Attrs function_attrs_;
  bool in_entry_ = false;
  struct ThreadNest* nest_ = nullptr;  // of the device entry that thread loops are forming
  std::string name_hint_;
  int lazy_depth_ = 0;  // inside operands that may not be evaluated
  PendingList pending_;
  int pending_depth_ = 0;  // of the scopes in which values wait
  std::vector<int64_t> body_ids_;
  int64_t next_body_id_ = 1;
  struct Loop {
    bool is_ir;
    size_t bodies;      // open IR bodies at its start
    ir::Var left = {};  // of a grid that `break` leaves: the cell that says so to the loops around
  };
  std::vector<Loop> loops_;
  std::optional<Range> fixed_range_;  // positions inside a quoted name mean the whole string
  bool declaring_lengths_ = false;    // unknown names in quoted shapes become symbolic lengths

  int nesting_ = 0;
  int64_t steps_ = 0;
  mutable Span last_span_;  // what SpanAt gave
  int call_depth_ = 0;

  // The file level: which statements bind or change a name, and which have run.
  std::map<std::string, std::vector<size_t>, std::less<>> touching_;
  std::vector<bool> has_run_;
  size_t module_cursor_ = 0;  // the top-level statement being run
  std::vector<std::shared_ptr<GlobalFunction>> functions_;
  std::map<std::string, std::string> made_references_;  // inline functions, by name and types
  std::vector<std::shared_ptr<TemplateObject>> templates_;
  std::string root_name_;
  std::map<int64_t, Value> definitions_;  // by key
  std::map<int64_t, std::pair<CapturedInstance, Value>> instances_;
  std::vector<std::shared_ptr<const Ast>> captured_asts_;
  std::string module_name_ = "Module";
  Attrs module_attrs_;
  std::vector<std::shared_ptr<const Ast>> quoted_;  // of quoted shape expressions
};

// Whether evaluating `e` does something besides computing: an atomic, a barrier, a call of a function.
bool HasEffect(const ir::Expr& e);

// Puts the state of the function being elaborated aside for another one, as long as this object lives.
class FunctionState {
 public:
  FunctionState(Elaborator* e, ir::Builder* builder);
  ~FunctionState();
  FunctionState(const FunctionState&) = delete;
  FunctionState& operator=(const FunctionState&) = delete;

 private:
  Elaborator* e_;
  ir::Builder* builder_;
  Attrs attrs_;
  bool in_entry_;
  struct ThreadNest* nest_;
  int lazy_depth_;
  std::vector<int64_t> bodies_;
  PendingList pending_;
};

// Enters a frame for the lifetime of this object.
class FrameScope {
 public:
  FrameScope(Elaborator* elaborator, Frame frame);
  ~FrameScope();
  FrameScope(const FrameScope&) = delete;
  FrameScope& operator=(const FrameScope&) = delete;
  Frame& frame() { return frame_; }

 private:
  Elaborator* elaborator_;
  Frame frame_;
  Frame* outer_;
};

}  // namespace tirx::script
