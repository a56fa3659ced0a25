// SPDX-License-Identifier: Apache-2.0
// Functions: decorators, signatures with symbolic lengths (decision 10), bodies.
#include <algorithm>

#include "base/structural.h"
#include "ir/arith.h"
#include "ir/visit.h"
#include "script/elaborator.h"
#include "script/parser.h"

namespace tirx::script {
namespace {

// Whether control cannot reach the end of `stmt`.
bool AlwaysReturns(const ir::Stmt& stmt) {
  if (!stmt.defined()) return false;
  if (auto* seq = stmt.as<ir::SeqNode>()) return !seq->stmts.empty() && AlwaysReturns(seq->stmts.back());
  if (auto* branch = stmt.as<ir::IfNode>())
    return AlwaysReturns(branch->then_case) && AlwaysReturns(branch->else_case);
  return stmt.as<ir::ReturnNode>() != nullptr;
}

// The decorators that make something of a function.
bool IsForm(const Value& value, std::string_view name) {
  auto* form = value.Get<const Form*>();
  return form && (*form)->name == name;
}

std::string Docstring(const Block& body) {
  auto* first = body.empty() ? nullptr : As<ExprStmt>(body.front());
  auto* text = first ? As<StringExpr>(first->value) : nullptr;
  return text ? text->value : "";
}

// Why an annotation is no type: Python's own are the usual mistake.
std::string NoTypeOfParameter(const Value& annotation) {
  for (const auto& [python, ours] : {std::pair{"float", "float32"}, {"int", "int32"}, {"bool", "bool"}}) {
    if (IsForm(annotation, python))
      return std::string("`") + python + "` is Python's; a type of the program is `T." + ours + "`";
  }
  return DescribeKind(annotation) + " is no type of a parameter";
}

// `...` alone: a function that is defined elsewhere.
bool IsDeclaration(const Block& body) {
  auto* last = body.empty() ? nullptr : As<ExprStmt>(body.back());
  return last && last->value->kind == ExprKind::Ellipsis && body.size() <= 3;
}

}  // namespace

// ---- definitions ----

// The first decorator that is ours: `@T.function` or `@T.function(private=True)`.
bool Elaborator::DecoratorOf(const FunctionDefStmt& def, Value* decorator, Arguments* arguments) {
  for (const Expr* e : def.decorators) {
    if (!IsOurDecorator(e)) continue;
    auto* call = As<CallExpr>(e);
    Value value = Eval(call ? call->callee : e);
    if (value.failed()) return false;
    if (!IsForm(value, "function") && !IsForm(value, "inline") && !IsForm(value, "jit")) continue;
    *decorator = value;
    arguments->at = e->at;
    return !call || EvalArguments(call->arguments, call->keywords, false, arguments);
  }
  return true;
}

bool Elaborator::EvalDefaults(const std::vector<Parameter>& parameters, ClosureObject* closure) {
  for (const Parameter& p : parameters) {
    closure->defaults.push_back(p.default_value ? Eval(p.default_value) : Value());
    if (builder_ && p.default_value && lazy_depth_ == 0)  // the value that it has now
      closure->defaults.back() =
          Stable(closure->defaults.back(), std::string(p.name.text), p.default_value->at);
    if (p.default_value && closure->defaults.back().failed()) return false;
  }
  return true;
}

std::shared_ptr<ClosureObject> Elaborator::MakeClosure(const FunctionDefStmt& def, ClosureObject::Kind kind) {
  auto closure = std::make_shared<ClosureObject>();
  closure->kind = kind;
  closure->name = std::string(def.name.text);
  closure->parameters = &def.parameters;
  closure->body = &def.body;
  closure->at = def.name.at;
  closure->scope = frame_->scope;
  closure->ast = frame_->ast;
  return EvalDefaults(def.parameters, closure.get()) ? closure : nullptr;
}

// False, with an error, when the module has a function of that name.
bool Elaborator::AddFunction(const std::shared_ptr<GlobalFunction>& function) {
  Span span = SpanOf(function->ast->file, function->def->name.at);
  for (const auto& other : functions_) {
    if (other->name != function->name) continue;
    auto diagnostic = diag::Make(DK::DuplicateFunction, span, {function->name});
    if (other->def)
      diagnostic.notes.push_back({SpanOf(other->ast->file, other->def->name.at), "the other one"});
    return Error(std::move(diagnostic)), false;
  }
  functions_.push_back(function);
  return true;
}

std::shared_ptr<GlobalFunction> Elaborator::NewGlobal(const FunctionDefStmt& def, bool exported) {
  auto function = std::make_shared<GlobalFunction>();
  function->name = std::string(def.name.text);
  function->def = &def;
  function->ast = frame_->ast;
  function->scope = frame_->scope;
  function->exported = exported;
  return AddFunction(function) ? function : nullptr;
}

Value Elaborator::DefineFunction(const FunctionDefStmt& def) {
  Value decorator = Value::None();
  Arguments arguments;
  if (!DecoratorOf(def, &decorator, &arguments)) return Value();
  bool is_template = IsForm(decorator, "jit");
  if (IsForm(decorator, "function") || is_template) {
    Signature signature{
        is_template ? "T.jit" : "T.function", {{"private", false, true, false}}, false, false};
    Bound bound;
    if (!BindArguments(signature, arguments, &bound)) return Value();
    bool is_private = false;
    if (bound.Has(0)) {
      auto truth = Truth(bound[0], bound.ats[0]);
      if (!truth) return Value();
      is_private = *truth;
    }
    if (is_template) return DefineTemplate(def, !is_private);
    auto function = NewGlobal(def, !is_private);
    return function ? Value(function) : Value();
  }
  if (!def.decorators.empty() && decorator.is_none())
    return OpaqueValue{
        std::make_shared<const std::string>("the decorated function `" + std::string(def.name.text) + "`")};
  auto closure = MakeClosure(
      def, IsForm(decorator, "inline") ? ClosureObject::Kind::Inline : ClosureObject::Kind::Plain);
  return closure ? Value(std::shared_ptr<const ClosureObject>(closure)) : Value();
}

void Elaborator::RunNestedDef(const FunctionDefStmt& s) {
  Value function = DefineFunction(s);
  if (function.Is<std::shared_ptr<GlobalFunction>>() && builder_) {
    function = Error(DK::NestedFunction, s.name.at, {s.name.text});
    functions_.pop_back();
  }
  Declare(s.name, function, false);
}

// ---- signatures ----

bool Elaborator::ElaborateSignature(GlobalFunction* function) {
  const FunctionDefStmt& def = *function->def;
  // What a specialisation fixed is known to the types of the others.
  std::vector<const Parameter*> parameters;
  for (const Parameter& p : def.parameters) {
    const auto& constants = function->constants;
    auto fixed = std::find_if(constants.begin(), constants.end(),
                              [&](const auto& constant) { return constant.first == p.name.text; });
    if (fixed == constants.end()) {
      parameters.push_back(&p);
    } else {
      Declare(p.name, fixed->second, false);
    }
  }
  std::vector<Value> annotations;
  bool fine = true;
  for (const Parameter* parameter : parameters) {
    const Parameter& p = *parameter;
    Value annotation;
    if (p.kind != Parameter::Kind::Positional) {
      Error(DK::BadAnnotation, p.name.at,
            {"a function of the program has a fixed list of parameters, without `" +
             std::string(p.name.text) + "`; `@T.inline` functions may have any"});
    } else if (p.default_value) {
      Error(DK::BadAnnotation, p.default_value->at,
            {"`" + std::string(p.name.text) +
             "` cannot have a default, since callers pass every parameter; `@T.inline` functions may have "
             "defaults"});
    } else if (!p.annotation) {
      Error(DK::MissingAnnotation, p.name.at, {p.name.text});
    } else {
      auto* optional = As<SubscriptExpr>(p.annotation);
      bool unwrap = optional && SortOf(p) == ParameterSort::Optional;
      annotation = Eval(unwrap ? optional->index : p.annotation);
      bool is_tensor = annotation.Is<std::shared_ptr<const TensorSpec>>();
      if (unwrap && !annotation.failed() && !is_tensor)
        annotation = Error(DK::BadAnnotation, p.annotation->at, {"only a tensor can be left out"});
    }
    fine &= !annotation.failed();
    annotations.push_back(annotation);
  }
  // Scalars first: a tensor's shape may name a scalar parameter that stands after it. A call, which a shape
  // or the body may hold, meets all the parameters or none.
  std::vector<ir::Var> params(parameters.size());
  for (bool tensors : {false, true}) {
    for (size_t i = 0; i < annotations.size(); ++i) {
      bool is_tensor = annotations[i].Is<std::shared_ptr<const TensorSpec>>();
      if (is_tensor != tensors) continue;
      if (annotations[i].failed()) {
        Declare(parameters[i]->name, Value(), false);
      } else {
        params[i] = DeclareParameter(*parameters[i], annotations[i]);
        fine &= params[i].defined();
      }
    }
  }
  if (def.returns) {
    Value annotation = Eval(def.returns);
    auto type = annotation.failed() ? std::nullopt : ToType(annotation, def.returns->at);
    if (!type) return false;
    function->ret_type = *type;
  }
  if (!fine) return false;
  function->params = std::move(params);
  CheckLengths(*function);
  return true;
}

// The parameter, known to the body by its name; undefined after an error.
ir::Var Elaborator::DeclareParameter(const Parameter& parameter, const Value& annotation) {
  std::optional<ir::Type> type;
  if (auto* spec = annotation.Get<std::shared_ptr<const TensorSpec>>()) {
    TensorSpec resolved = **spec;
    if (ResolveSpec(&resolved, parameter.annotation->at)) {
      auto tensor = ToTensorType(resolved, parameter.annotation->at);
      if (tensor) type = ir::Type(*tensor);
    }
  } else if (auto* form = annotation.Get<const Form*>(); form && (*form)->name == "handle") {
    type = ir::HandleType();
  } else if (annotation.Is<const Form*>() || annotation.is_none()) {
    Error(DK::BadAnnotation, parameter.annotation->at, {NoTypeOfParameter(annotation)});
  } else {
    type = ToType(annotation, parameter.annotation->at);
  }
  if (!type) {
    Declare(parameter.name, Value(), false);
    return {};
  }
  ir::Var var(std::string(parameter.name.text), *type, SpanAt(parameter.name.at));
  if (Binding* old = frame_->scope->Find(parameter.name.text); old && old->value.expr()) {
    // The name stood in an earlier shape as a symbolic length, but is this tensor parameter.
    Error(DK::BadAnnotation, parameter.name.at,
          {"`" + std::string(parameter.name.text) + "` is also the name of a length"});
    return {};
  }
  Value value = var.is_tensor() ? Value(TensorValue{var}) : Value(IrValue{var, 1});
  frame_->scope->Set(parameter.name.text, {value, parameter.name.at, true, true});
  return var;
}

// Quoted names and expressions in shape, strides and offset become values.
bool Elaborator::ResolveSpec(TensorSpec* spec, const Range& at) {
  for (Value* part : {&spec->shape, &spec->strides, &spec->elem_offset}) {
    *part = ResolveExtent(*part, at);
    if (part->failed()) return false;
  }
  return true;
}

Value Elaborator::ResolveExtent(const Value& extent, const Range& at) {
  if (auto* text = extent.str()) return ResolveQuoted(*text, at);
  const TupleItems* items = extent.sequence();
  if (!items) return extent;
  TupleItems resolved;
  for (const Value& item : *items) {
    resolved.push_back(ResolveExtent(item, at));
    if (resolved.back().failed()) return Value();
  }
  return Value::Tuple(std::move(resolved));
}

Value Elaborator::ResolveQuoted(const std::string& text, const Range& at) {
  auto parsed = ParseFile(SourceFile(frame_->ast->file->name, text));
  const Stmt* only = parsed.ok() && (*parsed)->body.size() == 1 ? (*parsed)->body.front() : nullptr;
  if (!only || only->kind != StmtKind::Expr) return Error(DK::BadQuotedExtent, at, {text});
  quoted_.push_back(*parsed);
  auto outer_range = fixed_range_;
  bool outer_declaring = declaring_lengths_;
  if (!fixed_range_) fixed_range_ = at;
  declaring_lengths_ = true;
  Value value = Eval(Cast<ExprStmt>(only).value);
  declaring_lengths_ = outer_declaring;
  fixed_range_ = outer_range;
  return value;
}

// Every symbolic length must be given by something: a scalar parameter, or a whole extent of a tensor
// parameter.
void Elaborator::CheckLengths(const GlobalFunction& function) {
  std::vector<const Object*> given;
  for (const ir::Var& param : function.params) {
    given.push_back(param.get());
    if (!param.is_tensor()) continue;
    ir::TensorType type = param.tensor_type();
    for (const ObjectRef& extent : type->shape) given.push_back(extent.get());
    for (const ObjectRef& stride : type->strides) given.push_back(stride.get());
    if (type->elem_offset.defined()) given.push_back(type->elem_offset.get());
  }
  std::vector<std::string_view> names;
  frame_->scope->CollectNames(&names);
  std::sort(names.begin(), names.end());
  for (std::string_view name : names) {
    Binding* binding = frame_->scope->Find(name);
    auto* e = binding->value.expr();
    if (!e || std::find(given.begin(), given.end(), e->get()) != given.end()) continue;
    Error(DK::UnboundLength, binding->at, {name});
  }
}

// ---- bodies ----

void Elaborator::ElaborateFunction(GlobalFunction* function) {
  function->state = GlobalFunction::State::Elaborating;
  size_t errors_before = errors_.size();
  Frame frame;
  frame.kind = Frame::Kind::Script;
  frame.scope = NewScope(Scope::Kind::Function, function->scope);
  frame.ast = function->ast;
  frame.name = function->name;
  frame.function = function;
  ir::Builder builder;
  {
    FrameScope entered(this, std::move(frame));
    FunctionState own(this, nullptr);
    bool fine = ElaborateSignature(function);
    if (!fine) function->state = GlobalFunction::State::Failed;  // to the calls in its own body
    builder_ = &builder;
    Span span = SpanAt(function->def->name.at);
    builder.SetSpan(span);
    builder.Open();
    bool declared_only = IsDeclaration(function->def->body);
    if (!declared_only) RunBlock(function->def->body);
    if (declared_only)  // its attributes
      for (size_t i = 0; i + 1 < function->def->body.size(); ++i) RunStmt(function->def->body[i]);
    builder.SetSpan(span);
    ir::Stmt body = builder.Close();
    if (declared_only) body = ir::Stmt();
    bool gives_value = function->ret_type.defined() && !IsVoid(ir::DTypeOf(function->ret_type));
    if (gives_value && body.defined() && errors_.size() == errors_before && !AlwaysReturns(body))
      Error(DK::MissingReturn, function->def->name.at, {function->name, ir::TypeName(function->ret_type)});
    if (fine && errors_.size() == errors_before) {
      std::string doc = Docstring(function->def->body);
      if (!doc.empty()) function_attrs_.Set(ir::attr::kDoc, String(doc));
      if (function->exported && !ir::HasAttr(function_attrs_, ir::attr::kGlobalSymbol))
        function_attrs_.Set(ir::attr::kGlobalSymbol, String(function->name));
      Array<ir::Var> params(function->params.begin(), function->params.end());
      function->result =
          ir::Function(function->name, params, body, function->ret_type, function_attrs_, span);
    }
  }
  function->state = function->result.defined() ? GlobalFunction::State::Done : GlobalFunction::State::Failed;
}

// A function that came as IR joins the module when it is first called, with what it calls in its turn.
bool Elaborator::AddForeignFunction(const GlobalFunction& function, const Range& at) {
  for (const auto& other : functions_) {
    if (other->name != function.name) continue;
    if (other.get() == &function ||
        (other->result.defined() && StructuralEqual(other->result, function.result)))
      return true;
    return Error(DK::DuplicateFunction, at, {function.name}), false;
  }
  functions_.push_back(std::make_shared<GlobalFunction>(function));
  if (!function.module.defined()) return true;
  bool fine = true;
  for (const ir::Function& callee : function.module->functions) {
    if (callee.same_as(function.result)) continue;
    Value linked = FromAny(callee);
    fine &= AddForeignFunction(**linked.Get<std::shared_ptr<GlobalFunction>>(), at);
  }
  return fine;
}

}  // namespace tirx::script
