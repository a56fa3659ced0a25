// SPDX-License-Identifier: Apache-2.0
// Calls: arguments to parameters, operations of the registry, functions of the module, functions of the front
// end.
#include <algorithm>
#include <deque>

#include "diag/suggest.h"
#include "ir/arith.h"
#include "ir/op.h"
#include "script/elaborator.h"
#include "script/record.h"

namespace tirx::script {
namespace {

constexpr int kMaxCallDepth = 256;

std::vector<std::string_view> ParamNames(const Signature& signature) {
  std::vector<std::string_view> names;
  for (const auto& param : signature.params) {
    if (!param.positional_only) names.push_back(param.name);
  }
  return names;
}

bool IsMethodOfInstance(const Value& value) {
  auto* method = value.Get<std::shared_ptr<const MethodObject>>();
  return method && (*method)->closure;
}

// A row's signature, and for each of its parameters the row's.
struct RowSignature {
  Signature signature;
  std::vector<const ir::OpParam*> order;
};

// In a row that takes any number of operands, attributes with a default are given by keyword only.
RowSignature MakeRowSignature(const ir::OpRow& row) {
  RowSignature made;
  Signature& signature = made.signature;
  signature.callee = "T." + std::string(row.name);
  size_t n = row.param_count();
  signature.rest = n > 0 && row.params[n - 1].kind == ir::ParamKind::Values;
  for (bool keyword_only : {false, true}) {
    for (size_t i = 0; i < n; ++i) {
      const ir::OpParam& param = row.params[i];
      if (param.kind == ir::ParamKind::Values) continue;
      if ((signature.rest && ir::IsAttribute(param.kind) && !param.fallback.empty()) != keyword_only)
        continue;
      signature.params.push_back({param.name, param.fallback.empty(), keyword_only, false});
      made.order.push_back(&param);
    }
  }
  return made;
}

// Rows live as long as the process.
const RowSignature& SignatureOfRow(const ir::OpRow& row) {
  thread_local std::unordered_map<const ir::OpRow*, RowSignature> known;
  auto found = known.find(&row);
  return found == known.end() ? known.emplace(&row, MakeRowSignature(row)).first->second : found->second;
}

}  // namespace

Value Elaborator::EvalCall(const CallExpr& e) {
  // In a quoted shape a name that is called is a function, not a length.
  bool declaring = std::exchange(declaring_lengths_, false);
  Value callee = Eval(e.callee);
  declaring_lengths_ = declaring;
  // The hint names what the outermost call makes, not what its arguments make.
  std::string hint = std::move(name_hint_);
  name_hint_.clear();
  auto* form = callee.Get<const Form*>();
  bool by_reference = callee.Is<std::shared_ptr<const ClosureObject>>() ||
                      callee.Is<std::shared_ptr<const ClassObject>>() || callee.Is<ForeignValue>() ||
                      IsMethodOfInstance(callee) || callee.Is<std::shared_ptr<GlobalFunction>>() ||
                      callee.Is<const ir::OpRow*>() || callee.Is<const FunctionRow*>() ||
                      (form && (*form)->name == "ref");
  Arguments arguments;
  arguments.at = e.at;
  bool fine = EvalArguments(e.arguments, e.keywords, by_reference, &arguments, &callee);
  if (callee.failed() || !fine) return Value();
  name_hint_ = std::move(hint);
  Value result = Call(callee, arguments, e.callee->at);
  name_hint_.clear();
  return result;
}

bool Elaborator::EvalArguments(const ExprList& positional, const std::vector<Keyword>& keywords,
                               bool by_reference, Arguments* out, const Value* callee) {
  bool fine = true;
  std::deque<Value> values;  // in the order of evaluation: positional ones first
  PendingScope waiting(this);
  auto keep = [&](Value value, const Range& at, std::string_view keyword) {
    fine &= !value.failed();
    values.push_back(std::move(value));
    if (callee) waiting.Add(&values.back(), UseOf(*callee, out->positional.size(), keyword), at);
  };
  auto add = [&](Value value, const Range& at) {
    keep(std::move(value), at, "");
    out->positional.emplace_back();
    out->positional_at.push_back(at);
  };
  for (const Expr* e : positional) {
    if (auto* star = As<StarredExpr>(e)) {
      TupleItems items;
      fine &= Iterate(Eval(star->value), e->at, &items);
      for (const Value& item : items) add(Resolved(item, e->at), e->at);
    } else {
      add(by_reference ? EvalByReference(e) : Eval(e), e->at);
    }
  }
  for (const Keyword& keyword : keywords) {
    Value value = by_reference ? EvalByReference(keyword.value) : Eval(keyword.value);
    fine &= !value.failed();
    if (!keyword.name.text.empty()) {
      keep(value, keyword.value->at, keyword.name.text);
      out->keywords.emplace_back(keyword.name, Value());
      out->keyword_at.push_back(keyword.value->at);
    } else if (DictObject* dict = value.dict()) {
      for (const auto& [key, item] : dict->items) {
        if (!key.str())
          return Error(DK::BadCallArgument, keyword.value->at, {"**", "key", Repr(key), "a string"}), false;
        keep(Resolved(item, keyword.value->at), keyword.value->at, *key.str());
        out->keywords.emplace_back(Identifier{*key.str(), keyword.value->at}, Value());
        out->keyword_at.push_back(keyword.value->at);
      }
    } else if (!value.failed()) {
      return Error(DK::BadCallArgument, keyword.value->at, {"call", "**", DescribeKind(value), "a dict"}),
             false;
    }
  }
  std::move(values.begin(), values.begin() + long(out->positional.size()), out->positional.begin());
  for (size_t i = 0; i < out->keywords.size(); ++i)
    out->keywords[i].second = std::move(values[out->positional.size() + i]);
  return fine;
}

// What the callee makes of an argument: the i-th, or the one of that name.
Use Elaborator::UseOf(const Value& callee, size_t i, std::string_view keyword) {
  if (auto* function = callee.Get<std::shared_ptr<GlobalFunction>>()) {
    for (size_t k = 0; k < (*function)->params.size(); ++k) {
      const ir::Var& param = (*function)->params[k];
      if (keyword.empty() ? k == i : View(param->name) == keyword)
        return param.is_tensor() ? Use::Item : Use::Operand;
    }
    return Use::Item;
  }
  if (auto* row = callee.Get<const ir::OpRow*>()) {
    const auto& [signature, order] = SignatureOfRow(**row);
    for (size_t k = 0; k < order.size(); ++k) {
      if (keyword.empty() ? k != i : signature.params[k].name != keyword) continue;
      return order[k]->kind == ir::ParamKind::Element ? Use::Address
             : order[k]->kind == ir::ParamKind::Value ? Use::Operand
                                                      : Use::Item;
    }
    return Use::Operand;
  }
  // Functions of backends and the exact forms take elements by address.
  auto* form = callee.Get<const Form*>();
  return callee.Is<const FunctionRow*>() || (form && (*form)->name == "call") ? Use::Address : Use::Item;
}

bool Elaborator::BindArguments(const Signature& signature, const Arguments& arguments, Bound* bound) {
  size_t n = signature.params.size();
  bound->values.assign(n, Value());
  bound->given.assign(n, false);
  bound->ats.assign(n, arguments.at);
  bound->at = arguments.at;
  auto set = [&](size_t i, const Value& value, const Range& at) {
    if (bound->given[i])
      return Error(DK::RepeatedArgument, at, {"`" + signature.callee + "`", signature.params[i].name}), false;
    bound->values[i] = value;
    bound->given[i] = true;
    bound->ats[i] = at;
    return true;
  };
  size_t positional = 0;
  while (positional < n && !signature.params[positional].keyword_only) ++positional;
  for (size_t i = 0; i < arguments.positional.size(); ++i) {
    if (i < positional) {
      if (!set(i, arguments.positional[i], arguments.positional_at[i])) return false;
    } else if (signature.rest) {
      bound->rest.push_back(arguments.positional[i]);
      bound->rest_at.push_back(arguments.positional_at[i]);
    } else {
      auto error = diag::Make(DK::TooManyArguments, SpanAt(arguments.positional_at[i]),
                              {signature.callee, diag::Counted(positional, "positional argument"),
                               std::to_string(arguments.positional.size())});
      if (positional < n)
        error.notes.push_back({Span(), "by name: `" + std::string(signature.params[positional].name) + "=`"});
      return Error(std::move(error)), false;
    }
  }
  for (size_t k = 0; k < arguments.keywords.size(); ++k) {
    const auto& [name, value] = arguments.keywords[k];
    auto it = std::find_if(
        signature.params.begin(), signature.params.end(),
        [&, wanted = name.text](const auto& p) { return p.name == wanted && !p.positional_only; });
    if (it != signature.params.end()) {
      if (!set(size_t(it - signature.params.begin()), value, arguments.keyword_at[k])) return false;
    } else if (signature.rest_keywords) {
      bound->rest_keywords.emplace_back(name, value);
    } else {
      Error(diag::Suggest(diag::Make(DK::UnknownArgument, SpanAt(name.at), {signature.callee, name.text}),
                          name.text, ParamNames(signature)));
      return false;
    }
  }
  for (size_t i = 0; i < n; ++i) {
    if (!bound->given[i] && signature.params[i].required)
      return Error(DK::MissingArgument, arguments.at, {signature.callee, signature.params[i].name}), false;
  }
  return true;
}

Value Elaborator::Call(const Value& callee, const Arguments& arguments, const Range& callee_at) {
  if (callee.failed()) return Value();
  if (auto* form = callee.Get<const Form*>()) {
    if (!(*form)->call) return Error(DK::NotCallable, callee_at, {DescribeKind(callee)});
    Signature signature = SignatureOf(**form, FindSpecialForm((*form)->name) == *form ? "T." : "");
    Bound bound;
    if (!BindArguments(signature, arguments, &bound)) return Value();
    bound.callee = (*form)->name;
    return (*form)->call(*this, bound);
  }
  if (auto* method = callee.Get<std::shared_ptr<const MethodObject>>()) {
    if ((*method)->closure) {
      Arguments with_self = arguments;
      with_self.positional.insert(with_self.positional.begin(), (*method)->self);
      with_self.positional_at.insert(with_self.positional_at.begin(), arguments.at);
      return CallClosure((*method)->closure, with_self);
    }
    Bound bound;
    if (!BindArguments(SignatureOf(*(*method)->form, ""), arguments, &bound)) return Value();
    bound.self = (*method)->self;
    bound.callee = (*method)->form->name;
    return (*method)->form->call(*this, bound);
  }
  if (auto* row = callee.Get<const ir::OpRow*>()) return CallOp(**row, arguments);
  if (auto* row = callee.Get<const FunctionRow*>()) return CallFunction(**row, arguments);
  if (auto* row = callee.Get<const ir::RecordRow*>()) return MakeRecord(*this, **row, arguments);
  if (auto* dtype = callee.Get<DType>()) {  // T.float32(x)
    Arguments cast = arguments;
    cast.keywords.emplace_back(Identifier{"dtype", callee_at}, Value(*dtype));
    cast.keyword_at.push_back(callee_at);
    return Call(FindSpecialForm("cast"), cast, callee_at);
  }
  if (auto* function = callee.Get<std::shared_ptr<GlobalFunction>>())
    return CallGlobal(function->get(), arguments);
  if (auto* closure = callee.Get<std::shared_ptr<const ClosureObject>>())
    return CallClosure(*closure, arguments);
  if (auto* cls = callee.Get<std::shared_ptr<const ClassObject>>()) return Instantiate(*cls, arguments);
  if (auto* function = callee.Get<std::shared_ptr<TemplateObject>>())
    return Error(DK::NotSpecialized, callee_at, {(*function)->name, MissingConstants(**function)});
  if (callee.Is<ForeignValue>()) return CallForeign(callee, arguments);
  if (auto* opaque = callee.Get<OpaqueValue>()) return Error(DK::OpaqueUse, callee_at, {*opaque->what});
  return Error(DK::NotCallable, callee_at, {DescribeKind(callee)});
}

// ---- operations ----

namespace {

// Operands of an operation, with literals still open.
struct Operands {
  std::vector<Value> values;
  std::vector<Range> ats;
};

// The type that the operation declares for a literal at this operand; nothing where it takes any type.
std::optional<DType> DeclaredType(const ir::OpRow& row, size_t index, const Value& value) {
  const ir::OpParam* param = row.operand(index);
  if (!param || param->types == kAnyType || !value.is_literal()) return std::nullopt;
  if (value.Is<bool>()) return std::nullopt;
  if (value.Is<WideLiteral>()) return UInt(64);
  if (auto* number = value.Get<int64_t>(); number && *number > INT32_MAX && (param->types & kU32))
    return UInt(32);
  return ir::LiteralType(*param, value.integer() ? Int(32) : Float(32));
}

}  // namespace

// A call of the operation. A name carries the place where it was bound: what is wrong with an operand is said
// where the operand stands.
Result<ir::Expr> Elaborator::CallAt(const ir::OpRow& row, const Array<ir::Expr>& operands,
                                    const std::vector<Range>& ats, const Attrs& attrs, const Range& at) {
  Result<ir::Expr> made = ir::MakeCall(row, operands, attrs, SpanAt(at));
  if (made.ok()) return made;
  diag::Diagnostics moved = made.diagnostics();
  for (diag::Diagnostic& diagnostic : moved) {
    for (size_t i = 0; i < operands.size(); ++i) {
      ir::Expr operand = operands[i];
      if (!operand->span.same_as(diagnostic.span)) continue;
      diagnostic.span = SpanAt(ats[i]);
      break;
    }
  }
  return Failure(std::move(moved));
}

Value Elaborator::CallOp(const ir::OpRow& row, const Arguments& arguments) {
  Bound bound;
  const auto& [signature, order] = SignatureOfRow(row);
  if (!BindArguments(signature, arguments, &bound)) return Value();
  Operands operands;
  Attrs attrs = NoAttrs();
  std::vector<size_t> functions;  // attributes that are functions: they are made for the operands
  for (size_t i = 0; i < bound.values.size(); ++i) {
    const ir::OpParam& param = *order[i];
    if (!bound.Has(i)) continue;
    switch (param.kind) {
      case ir::ParamKind::Value:
      case ir::ParamKind::Element:
      case ir::ParamKind::Tensor:
        operands.values.push_back(bound[i]);
        operands.ats.push_back(bound.ats[i]);
        break;
      case ir::ParamKind::DType: {
        auto dtype = ToDType(bound[i], bound.ats[i]);
        if (!dtype) return Value();
        attrs.Set(String(std::string(param.name)), String(DTypeName(*dtype)));
        break;
      }
      default: {
        bool is_function = bound[i].Is<std::shared_ptr<GlobalFunction>>() ||
                           bound[i].Is<std::shared_ptr<const ClosureObject>>();
        if (is_function && param.name == "reference") {
          functions.push_back(i);
          break;
        }
        if (is_function)
          return Error(DK::BadCallArgument, bound.ats[i],
                       {"T." + std::string(row.name), param.name, "a function of the script",
                        "a " + std::string(param.kind == ir::ParamKind::Text ? "string" : "number") +
                            "; functions of the script are called by their own name"});
        if (bound[i].Is<DType>())
          return Error(DK::BadCallArgument, bound.ats[i],
                       {"T." + std::string(row.name), param.name, "a dtype", "a string or a number"});
        auto any = ToAttribute(bound[i], bound.ats[i]);
        if (!any) return Value();
        attrs.Set(String(std::string(param.name)), *any);
      }
    }
  }
  operands.values.insert(operands.values.end(), bound.rest.begin(), bound.rest.end());
  operands.ats.insert(operands.ats.end(), bound.rest_at.begin(), bound.rest_at.end());
  for (size_t i : functions) {
    auto named = ParseDType(View(ir::AttrOr<String>(attrs, "return_type", String("void"))));
    auto name = FunctionNamed(bound[i], operands.values, operands.ats, named.value_or(Void()), bound.ats[i]);
    if (!name) return Value();
    attrs.Set(String(std::string(order[i]->name)), String(*name));
  }
  return ApplyOp(row, operands.values, operands.ats, attrs, arguments.at);
}

Value Elaborator::ApplyOp(const ir::OpRow& row, const std::vector<Value>& values,
                          const std::vector<Range>& ats, const Attrs& attrs, const Range& at) {
  // Literals take their default type; where the operation does not accept that, the type of the first typed
  // operand.
  Array<ir::Expr> plain, unified;
  std::optional<DType> wanted;
  int depth = 1;
  bool has_literal = false;
  for (size_t i = 0; i < values.size(); ++i) {
    ir::Expr operand;
    auto* tensor = values[i].Get<TensorValue>();
    bool is_cell = tensor && tensor->var.tensor_type()->cell && !TakesTensor(row, i);
    if (is_cell) {
      operand = *LoadCell(tensor->var, ats[i]).expr();
      if (!wanted) wanted = operand->dtype();
    } else if (tensor) {
      operand = tensor->var;
    } else if (auto* region = values[i].Get<std::shared_ptr<const RegionObject>>();
               region && TakesTensor(row, i)) {
      operand = RegionExpr(**region, ats[i]);
    } else if (values[i].str()) {
      operand = ir::StringImm(*values[i].str(), SpanAt(ats[i]));
    } else {
      IrValue made = ToIr(values[i], ats[i], DeclaredType(row, i, values[i]));
      operand = made.expr;
      depth = std::max(depth, made.depth + 1);
      if (!values[i].is_literal() && !wanted && operand.defined()) wanted = operand->dtype();
      has_literal |= values[i].is_literal();
    }
    if (!operand.defined()) return Value();
    plain.push_back(operand);
  }
  auto made = CallAt(row, plain, ats, attrs, at);
  if (made.ok() || !has_literal) return Make(made, depth, at);
  DType literal_type = wanted.value_or(Float(32));
  for (size_t i = 0; i < values.size(); ++i) {
    ir::Expr operand = plain[i];
    bool free = !DeclaredType(row, i, values[i]);
    if (free && values[i].number() && !values[i].Is<bool>())
      operand = ToIr(values[i], ats[i], literal_type).expr;
    if (!operand.defined()) return Value();
    unified.push_back(operand);
  }
  return Make(CallAt(row, unified, ats, attrs, at), depth, at);
}

// Whether the operand at `index` is a tensor parameter, which takes tensors, cells and regions as they are.
bool Elaborator::TakesTensor(const ir::OpRow& row, size_t index) {
  const ir::OpParam* param = row.operand(index);
  return param && param->kind == ir::ParamKind::Tensor;
}

// ---- functions of the module ----

Value Elaborator::CallGlobal(GlobalFunction* function, const Arguments& arguments) {
  if (!builder_) return Error(DK::StatementOutsideFunction, arguments.at, {});
  if (function->state == GlobalFunction::State::Elaborating) {
    bool on_device = in_entry_ || !frame_->function || !frame_->function->exported;
    if (on_device || !function->exported) return Error(DK::RecursiveCall, arguments.at, {function->name});
  }
  if (function->state == GlobalFunction::State::Unseen) ElaborateFunction(function);
  if (function->state == GlobalFunction::State::Failed) return Value();
  bool came_as_ir = function->result.defined() && !function->def;
  if (came_as_ir && !AddForeignFunction(*function, arguments.at)) return Value();
  Signature signature;
  signature.callee = function->name;
  std::vector<std::string> names;
  for (const ir::Var& param : function->params) names.push_back(std::string(param->name));
  for (const std::string& name : names) signature.params.push_back({name, true, false, false});
  Bound bound;
  if (!BindArguments(signature, arguments, &bound)) return Value();
  Array<ir::Expr> args;
  int depth = 1;
  for (size_t i = 0; i < names.size(); ++i) {
    IrValue arg = GlobalArgument(*function, i, bound[i], bound.ats[i]);
    if (!arg.expr.defined()) return Value();
    args.push_back(arg.expr);
    depth = std::max(depth, arg.depth + 1);
  }
  ir::Expr call = ir::Call(function->ret_type, ir::GlobalVar(function->name), args, {}, SpanAt(arguments.at));
  return Make(call, depth, arguments.at);
}

IrValue Elaborator::GlobalArgument(const GlobalFunction& function, size_t i, const Value& value,
                                   const Range& at) {
  const ir::Var& param = function.params[i];
  std::string target = "parameter `" + std::string(param->name) + "` of `" + function.name + "`";
  if (!param.is_tensor()) {
    Value loaded = value;
    if (auto* tensor = value.Get<TensorValue>(); tensor && tensor->var.tensor_type()->cell)
      loaded = LoadCell(tensor->var, at);
    if (param->ty.as<ir::PrimTypeNode>()) return ConvertTo(loaded, param->dtype(), target, at);
    return ToIr(loaded, at);
  }
  auto* tensor = value.Get<TensorValue>();
  if (!tensor) {
    Error(DK::WrongValueType, at, {target, "a tensor", DescribeKind(value)});
    return {};
  }
  ir::TensorType expected = param.tensor_type(), got = tensor->var.tensor_type();
  if (expected->dtype != got->dtype || expected->ndim() != got->ndim()) {
    auto show = [](const ir::TensorType& t) {
      return std::to_string(t->ndim()) + "-dimensional " + DTypeName(t->dtype) + " tensors";
    };
    Error(DK::WrongValueType, at, {target, show(expected), show(got)});
    return {};
  }
  return {tensor->var, 1};
}

// ---- functions of the front end ----

// Arguments are evaluated once, however often the body uses them, in the order in which they were written.
// Inside a lazy operand nothing can be bound: there, only what must not be repeated is an error.
void Elaborator::KeepArguments(const std::vector<const Parameter*>& order, Bound* bound) {
  struct Argument {
    Value* value;
    std::string name;
    Range at;
  };
  std::vector<Argument> arguments;
  for (size_t i = 0; i < order.size(); ++i)
    if (bound->given[i])
      arguments.push_back({&bound->values[i], std::string(order[i]->name.text), bound->ats[i]});
  for (size_t i = 0; i < bound->rest.size(); ++i)
    arguments.push_back({&bound->rest[i], "item", bound->rest_at[i]});
  for (auto& [name, value] : bound->rest_keywords)
    arguments.push_back({&value, std::string(name.text), name.at});
  std::stable_sort(arguments.begin(), arguments.end(), [](const Argument& a, const Argument& b) {
    return std::pair(a.at.line, a.at.column) < std::pair(b.at.line, b.at.column);
  });
  for (auto& [value, name, at] : arguments) {
    if (lazy_depth_ > 0) {
      *value = Once(*value, name, at);
    } else if (value->Is<IrValue>()) {
      *value = Stable(*value, name, at);
    } else {
      *value = Stable(*value, name, at, [](const ir::Expr& e) { return !IsLasting(e); });
    }
  }
}

bool Elaborator::BindClosureArguments(const ClosureObject& closure, const Arguments& arguments,
                                      Scope* scope) {
  Signature signature;
  signature.callee = closure.name.empty() ? "lambda" : closure.name;
  std::vector<const Parameter*> order;
  const Parameter *rest = nullptr, *rest_keywords = nullptr;
  for (size_t i = 0; i < closure.parameters->size(); ++i) {
    const Parameter& p = (*closure.parameters)[i];
    if (p.kind == Parameter::Kind::VarArgs) rest = &p;
    if (p.kind == Parameter::Kind::VarKeywords) rest_keywords = &p;
    if (p.kind != Parameter::Kind::Positional && p.kind != Parameter::Kind::KeywordOnly) continue;
    order.push_back(&p);
    signature.params.push_back({p.name.text, closure.defaults[i].failed(),
                                p.kind == Parameter::Kind::KeywordOnly, p.positional_only});
  }
  signature.rest = rest != nullptr;
  signature.rest_keywords = rest_keywords != nullptr;
  Bound bound;
  if (!BindArguments(signature, arguments, &bound)) return false;
  KeepArguments(order, &bound);
  for (size_t i = 0; i < order.size(); ++i) {
    const Value& value =
        bound.Has(i) ? bound[i] : closure.defaults[size_t(order[i] - closure.parameters->data())];
    scope->Set(order[i]->name.text, {value, order[i]->name.at, value.Is<IrValue>(), true});
  }
  if (rest) scope->Set(rest->name.text, {Value::Tuple(bound.rest), rest->name.at, false});
  if (rest_keywords) {
    auto dict = std::make_shared<DictObject>();
    dict->body_id = body_id();
    for (const auto& [name, value] : bound.rest_keywords)
      dict->items.emplace_back(Value::Str(std::string(name.text)), value);
    scope->Set(rest_keywords->name.text, {dict, rest_keywords->name.at, false});
  }
  return true;
}

Value Elaborator::CallClosure(const std::shared_ptr<const ClosureObject>& closure,
                              const Arguments& arguments) {
  if (call_depth_ >= kMaxCallDepth)
    return Error(DK::CallsTooDeep, arguments.at, {DescribeKind(closure), std::to_string(kMaxCallDepth)});
  Frame frame;
  frame.kind = closure->kind == ClosureObject::Kind::Inline ? Frame::Kind::Inline : Frame::Kind::Plain;
  frame.scope = NewScope(Scope::Kind::Function, closure->scope);
  frame.name = closure->name;
  frame.function = frame_->function;
  frame.ast = closure->ast;
  // Arguments were written in the caller's text: bind them before entering.
  if (!BindClosureArguments(*closure, arguments, frame.scope.get())) return Value();
  frame.method_of = closure->owner.lock();
  if (frame.method_of) frame.self = frame.scope->Find(closure->parameters->front().name.text)->value;
  size_t errors_before = errors_.size();
  Span call_site = SpanAt(arguments.at);
  Value result;
  {
    FrameScope entered(this, std::move(frame));
    ++call_depth_;
    if (closure->expression) {
      result = Eval(closure->expression);
    } else {
      RunBlock(*closure->body);
      result = entered.frame().returned;
    }
    --call_depth_;
  }
  for (size_t i = errors_before; i < errors_.size(); ++i) {
    if (errors_[i].notes.size() < 4) errors_[i].notes.push_back({call_site, "called from here"});
  }
  return errors_.size() > errors_before ? Value() : result;
}

}  // namespace tirx::script
