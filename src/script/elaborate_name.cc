// SPDX-License-Identifier: Apache-2.0
// Names: looking them up, binding them, and the rules on rebinding (docs/language.md, decisions 2 to 6);
// attributes.
#include <algorithm>
#include <cmath>
#include <set>

#include "diag/suggest.h"
#include "ir/known_backend.h"
#include "ir/op.h"
#include "ir/registry.h"
#include "script/alias.h"
#include "script/elaborator.h"
#include "script/hints.h"
#include "script/record.h"

namespace tirx::script {
namespace {

using Foreign = ForeignProtocol::Operation;

bool IsCell(const Value& value) {
  auto* tensor = value.Get<TensorValue>();
  return tensor && tensor->var.tensor_type()->cell;
}

bool SameRange(const Range& a, const Range& b) {
  return a.line == b.line && a.column == b.column && a.end_line == b.end_line && a.end_column == b.end_column;
}

// Every name directly inside a namespace path, for lookups of sub-namespaces and for suggestions.
void CollectMembers(const std::string& prefix, const std::vector<std::string_view>& paths,
                    std::vector<std::string>* out) {
  for (std::string_view path : paths) {
    if (path.substr(0, prefix.size()) != prefix) continue;
    std::string_view rest = path.substr(prefix.size());
    out->push_back(std::string(rest.substr(0, rest.find('.'))));
  }
}

// Everything that `T.` can be followed by, data types excepted.
std::vector<std::string_view> AllPaths() {
  std::vector<std::string_view> paths = SpecialFormNames();
  for (const ir::OpRow* row : ir::CurrentSnapshot().All<ir::OpRow>()) paths.push_back(row->name);
  for (const AliasRow* row : ir::CurrentSnapshot().All<AliasRow>()) paths.push_back(row->name);
  for (const ir::RecordRow* row : ir::CurrentSnapshot().All<ir::RecordRow>()) paths.push_back(row->name);
  for (const FunctionRow* row : ir::CurrentSnapshot().All<FunctionRow>()) paths.push_back(row->name);
  return paths;
}

// Whether other paths go on from this one, as "gpu.thread_idx" does from "gpu". Read off the tables once,
// until a backend adds to them.
bool IsNamespace(const std::string& path) {
  thread_local const ir::Snapshot* read_from = nullptr;
  thread_local std::set<std::string, std::less<>> namespaces;
  if (read_from != &ir::CurrentSnapshot()) {
    namespaces.clear();
    for (std::string_view member : AllPaths())
      for (size_t dot = member.find('.'); dot != std::string_view::npos; dot = member.find('.', dot + 1))
        namespaces.emplace(member.substr(0, dot));
    read_from = &ir::CurrentSnapshot();
  }
  return namespaces.count(path) != 0;
}

std::vector<std::string> MembersOf(const std::string& path) {
  std::vector<std::string> members;
  CollectMembers(path.empty() ? "" : path + ".", AllPaths(), &members);
  if (path.empty())
    for (std::string_view dtype : DTypeNames()) members.push_back(std::string(dtype));
  return members;
}

Value Namespace(std::string path) {
  return NamespaceValue{std::make_shared<const std::string>(std::move(path))};
}

// A form, operation, alias or data type by its path after `T.`; failed when there is none.
Value FindMember(const std::string& path) {
  if (auto* alias = ir::CurrentSnapshot().Find<AliasRow>(path)) return FindMember(std::string(alias->target));
  if (const Form* form = FindSpecialForm(path)) return form;
  if (const ir::RecordRow* row = ir::FindRecord(path)) return row;
  if (const ir::OpRow* row = ir::FindOp(path)) return row;
  if (const FunctionRow* row = ir::CurrentSnapshot().Find<FunctionRow>(path)) return row;
  if (path == "handle") return Value();  // a form: T.handle("float32")
  if (auto dtype = ParseDType(path)) return *dtype;
  return Value();
}

// What is said of a path after `T.` whose namespace is of a backend that is not loaded.
std::optional<diag::Diagnostic> NotLoaded(const std::string& path, const Span& at) {
  return ir::NotLoadedNamespace(std::string_view(path).substr(0, path.find('.')), at);
}

// A module that the command line does not import, or its member.
diag::Diagnostic OpaqueMember(const std::string& what, const Identifier& name, Span at) {
  auto diagnostic = diag::Make(DK::OpaqueUse, std::move(at), {what});
  std::string member(name.text);
  if (!FindMember(member).failed()) {
    diagnostic.notes.push_back({Span(), "for values of the program there is `T." + member + "`"});
  } else {
    diagnostic.notes.push_back({Span(),
                                "imports are known where Python runs the file, through the decorators; here "
                                "the file is read alone"});
  }
  return diagnostic;
}

}  // namespace

// ---- lookup ----

Binding* Elaborator::LookUp(std::string_view name) {
  for (Scope* scope = frame_->scope.get(); scope; scope = scope->parent()) {
    if (scope->kind() == Scope::Kind::Module && scope == module_scope_.get()) DemandName(name);
    if (Binding* binding = scope->Find(name)) return binding;
  }
  return nullptr;
}

Value Elaborator::EvalName(const NameExpr& e, bool by_reference) {
  Binding* binding = LookUp(e.id);
  if (!binding) return UnknownName({e.id, e.at});
  if (IsCell(binding->value) && !by_reference) return LoadCell(binding->value.Get<TensorValue>()->var, e.at);
  return binding->value;
}

Value Elaborator::UnknownName(const Identifier& name) {
  if (const Form* form = FindBuiltin(name.text); form && !declaring_lengths_) return form;
  if (declaring_lengths_) {
    // The first use of a name in a quoted shape declares a symbolic length (decision 10).
    ir::Var length(std::string(name.text), Int(64), SpanAt(name.at));
    frame_->scope->Set(name.text, {IrValue{length, 1}, fixed_range_.value_or(name.at), true});
    return IrValue{length, 1};
  }
  for (Frame* frame = frame_; frame; frame = frame->caller) {
    auto it = frame->left_behind.find(name.text);
    if (it == frame->left_behind.end()) continue;
    if (it->second.value.failed()) return Value();
    return Error(LeftBehind(name, it->second));
  }
  if (std::string_view advice; IsPythonBuiltin(name.text, &advice)) {
    auto diagnostic = diag::Make(DK::PythonBuiltin, SpanAt(name.at), {name.text});
    if (!advice.empty()) diagnostic.notes.push_back({Span(), std::string(advice)});
    return Error(std::move(diagnostic));
  }
  std::vector<std::string_view> candidates = BuiltinNames();
  candidates.insert(candidates.end(), {"True", "False", "None"});
  for (Scope* scope = frame_->scope.get(); scope; scope = scope->parent()) scope->CollectNames(&candidates);
  for (const auto& [known, statements] : touching_) candidates.push_back(known);
  auto diagnostic =
      diag::Suggest(diag::Make(DK::UnknownName, SpanAt(name.at), {name.text}), name.text, candidates);
  if (!FindMember(std::string(name.text)).failed()) {
    std::string full = "T." + std::string(name.text);
    diagnostic.notes.assign({{Span(), "did you mean `" + full + "`?"}});
    diagnostic.fixits.assign({{diagnostic.span, full}});
  }
  bool in_signature = frame_->kind == Frame::Kind::Script && !builder_;
  if (diagnostic.notes.empty() && in_signature) {
    std::string quoted = "\"" + std::string(name.text) + "\"";
    diagnostic.notes.push_back({Span(), "a length that a tensor brings along is quoted: `" + quoted + "`"});
    diagnostic.fixits.push_back({diagnostic.span, quoted});
  }
  return Error(std::move(diagnostic));
}

// Names that end with `scope`, for the message when one is used after it.
void Elaborator::LeaveBehind(const Scope& scope) {
  for (const auto& [name, binding] : scope.names()) frame_->left_behind.insert_or_assign(name, binding);
}

diag::Diagnostic Elaborator::LeftBehind(const Identifier& name, const Binding& binding) const {
  std::string text(name.text);
  auto* value = binding.value.expr();
  std::string type = value ? DTypeName((*value)->dtype()) : "float32";
  return diag::Make(DK::UnknownName, SpanAt(name.at), {text})
      .WithNote(SpanAt(binding.at),
                "this `" + text +
                    "` ends with the block that binds it; to use it after that, declare a cell before: `" +
                    text + ": T." + type + " = ...`");
}

// ---- binding ----

// The binding that assigning to `name` would touch: within the function, not beyond it. `outside`: it lives
// outside the innermost IR loop or branch.
Binding* Elaborator::FindInFunction(std::string_view name, bool* outside) {
  *outside = false;
  for (Scope* scope = frame_->scope.get(); scope; scope = scope->parent()) {
    if (Binding* binding = scope->Find(name)) return binding;
    if (scope->is_function()) return nullptr;
    *outside |= scope->kind() == Scope::Kind::IrBody;
  }
  return nullptr;
}

void Elaborator::Declare(const Identifier& name, Value value, bool is_ir) {
  frame_->scope->Set(name.text, {std::move(value), name.at, is_ir});
}

void Elaborator::AssignName(const Identifier& name, const Value& value, const Range& at) {
  bool outside = false;
  Binding* old = FindInFunction(name.text, &outside);
  if (value.failed()) {
    if (!old || !IsCell(old->value)) Declare(name, Value(), false);
    return;
  }
  if (old && IsCell(old->value)) return StoreCell(old->value.Get<TensorValue>()->var, value, at);
  auto* ir_value = value.Get<IrValue>();
  if (ir_value && ir_value->alias) ir_value = nullptr;  // T.meta_var: a compile-time name of an expression
  // An unrolled statement that runs again binds its name anew.
  bool again = old && !outside && SameRange(old->at, name.at);
  if (old && old->value.failed()) again = true;
  if (old && old->is_ir && !again && old->value.Is<TensorValue>()) {
    std::string text(name.text);
    ErrorWithAdvice(DK::NotAssignable, name.at, {"the tensor `" + text + "`"},
                    "store its elements, `" + text + "[i] = ...`, or choose another name");
    return;
  }
  if (old && old->is_ir && !again && old->is_parameter) {
    auto* bound = old->value.expr();
    std::string type = bound ? DTypeName((*bound)->dtype()) : "int32";
    Error(diag::Make(DK::AssignedParameter, SpanAt(name.at), {name.text, type})
              .WithNote(SpanAt(old->at), "`" + std::string(name.text) + "` is declared here"));
    return;
  }
  if (old && old->is_ir && !again) {
    auto* bound = old->value.expr();
    // `n = A.shape[0]`, where n names that length already.
    if (bound && ir_value && bound->same_as(ir_value->expr)) return;
    std::string type = bound ? DTypeName((*bound)->dtype()) : "int32";
    Error(diag::Make(DK::RebindIrValue, SpanAt(name.at), {name.text, type})
              .WithNote(SpanAt(old->at), "`" + std::string(name.text) + "` is bound here"));
    old->value = Value();  // what is said of the name from here on would be the same mistake
    return;
  }
  if (old && outside && !again) {
    Error(diag::Make(DK::CompileTimeMutation, SpanAt(name.at), {"`" + std::string(name.text) + "`"})
              .WithNote(SpanAt(old->at), "`" + std::string(name.text) + "` is bound here"));
    return;
  }
  if (!ir_value) {
    Value kept = Stable(value, std::string(name.text), at);
    if (old && !again) {
      old->value = kept;
      old->at = name.at;
    } else {
      Declare(name, kept, false);
    }
    return;
  }
  if (!builder_) return Declare(name, value, true);  // a constant of the file level
  if (!CanEmit(at)) return Declare(name, Value(), false);
  builder_->SetSpan(SpanAt(at));
  ir::Var var = BindTo(std::string(name.text), ir_value->expr);
  Declare(name, IrValue{var, 1}, true);
}

// After an error in a statement: its targets are known, but fail silently.
void Elaborator::MarkFailed(const Expr* target) {
  if (auto* name = As<NameExpr>(target)) AssignName({name->id, name->at}, Value(), name->at);
  if (auto* tuple = As<TupleExpr>(target)) {
    for (const Expr* item : tuple->items) MarkFailed(item);
  }
}

// ---- attributes ----

Value Elaborator::GetAttribute(const Value& value, const Identifier& name, const Range& at) {
  if (value.failed()) return Value();
  if (auto* space = value.Get<NamespaceValue>()) return NamespaceMember(*space->path, name, at);
  if (auto* opaque = value.Get<OpaqueValue>()) return Error(OpaqueMember(*opaque->what, name, SpanAt(at)));
  if (value.Is<ForeignValue>())
    return ForeignOperation(uint8_t(Foreign::GetAttr), {value, Value::Str(std::string(name.text))}, at);
  if (value.Is<std::shared_ptr<InstanceObject>>() || value.Is<std::shared_ptr<const ClassObject>>() ||
      value.Is<std::shared_ptr<const SuperObject>>())
    return ClassMember(value, name);
  if (const Form* form = FindMethod(value, name.text)) {
    auto method = std::make_shared<MethodObject>();
    method->self = value;
    method->form = form;
    return std::shared_ptr<const MethodObject>(std::move(method));
  }
  if (auto* tensor = value.Get<TensorValue>()) return TensorAttribute(tensor->var, name, at);
  if (auto* record = value.Get<std::shared_ptr<const RecordObject>>()) {
    Value field = RecordFieldOf(**record, name.text);
    if (!field.failed()) return field;
  }
  if (auto* e = value.expr(); e && name.text == "dtype") return Value::Str(DTypeName((*e)->dtype()));
  return Error(DK::UnknownAttribute, name.at, {DescribeKind(value), name.text});
}

// A name of the language that the caller gave another name: `gpu = T.gpu`, `from tirx.script import
// function`.
Value Elaborator::LanguageMember(const std::string& path, const Range& at) {
  if (path.empty() || path[0] == ':') return Namespace(path);
  Value member = FindMember(path);
  if (!member.failed()) return member;
  if (IsNamespace(path)) return Namespace(path);
  if (auto not_loaded = NotLoaded(path, SpanAt(at))) return Error(*std::move(not_loaded));
  return Error(DK::UnknownMember, at, {"T", path});
}

Value Elaborator::NamespaceMember(const std::string& path, const Identifier& name, const Range& at) {
  std::string text(name.text);
  if (path == ":tirx") {
    if (text == "script") return Namespace("");
    return Error(DK::OpaqueUse, at, {"`tirx." + text + "`"});
  }
  if (path == ":self") {  // Module.helper
    for (const auto& function : functions_) {
      if (function->name == text) return function;
    }
    return Error(DK::UnknownMember, name.at, {module_name_, text});
  }
  if (path == ":tirx.script.ir") {
    if (const Form* form = FindSpecialForm("I." + text)) return form;
    return Error(DK::UnknownMember, name.at, {"I", text});
  }
  if (path == ":math") {
    if (const Form* form = FindMath(text)) return form;
    if (text == "pi") return Value(3.14159265358979323846);
    if (text == "e") return Value(2.71828182845904523536);
    if (text == "inf") return Value(HUGE_VAL);
    if (text == "nan") return Value(std::nan(""));
    return Error(DK::UnknownMember, name.at, {"math", text});
  }
  std::string full = path.empty() ? text : path + "." + text;
  Value member = FindMember(full);
  if (!member.failed()) return member;
  if (IsNamespace(full)) return Namespace(full);
  if (auto not_loaded = NotLoaded(full, SpanAt(name.at))) return Error(*std::move(not_loaded));
  std::vector<std::string> members = MembersOf(path);
  if (auto advice = AdviceOnOtherName(full); !advice.empty())
    return ErrorWithAdvice(DK::UnknownMember, name.at, {path.empty() ? "T" : "T." + path, text},
                           std::string(advice));
  std::vector<std::string_view> candidates(members.begin(), members.end());
  std::string owner = path.empty() ? "T" : "T." + path;
  return Error(diag::Suggest(diag::Make(DK::UnknownMember, SpanAt(name.at), {owner, text}), text, candidates,
                             owner + "."));
}

Value Elaborator::TensorAttribute(const ir::Var& tensor, const Identifier& name, const Range& at) {
  ir::TensorType type = tensor.tensor_type();
  auto extent = [](const ir::Expr& e) -> Value {
    if (auto constant = ir::ConstInt(e)) return Value::Int(*constant);
    return IrValue{e, 1};
  };
  auto tuple = [&](const Array<ir::Expr>& exprs) {
    TupleItems items;
    for (const ir::Expr& e : exprs) items.push_back(extent(e));
    return Value::Tuple(std::move(items));
  };
  if (name.text == "shape") return tuple(ir::ShapeOf(type));
  if (name.text == "strides") return tuple(ir::StridesOf(type));
  if (name.text == "dtype") return Value::Str(DTypeName(type->dtype));
  if (name.text == "scope") return Value::Str(std::string(type->scope));
  if (name.text == "ndim") return Value::Int(type->ndim());
  if (name.text == "data") {
    const ir::OpRow* row = ir::FindOp("tensor_data_ptr");
    TIRX_CHECK(row != nullptr, "the core operation tensor_data_ptr is not registered");
    return Make(ir::MakeCall(*row, {tensor}, {}, SpanAt(at)), 2, at);
  }
  if (auto advice = AdviceOnOtherName("." + std::string(name.text)); !advice.empty())
    return ErrorWithAdvice(DK::UnknownAttribute, name.at, {DescribeKind(TensorValue{tensor}), name.text},
                           std::string(advice));
  std::vector<std::string_view> known = TensorMethodNames();
  known.insert(known.end(), {"shape", "strides", "dtype", "scope", "ndim", "data"});
  return Error(diag::Suggest(
      diag::Make(DK::UnknownAttribute, SpanAt(name.at), {DescribeKind(TensorValue{tensor}), name.text}),
      name.text, known));
}

}  // namespace tirx::script
