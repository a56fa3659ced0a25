// SPDX-License-Identifier: Apache-2.0
// Functions as attributes of a call: `reference=` of a call of foreign text says what the text computes. An
// inline function becomes a private function of the module, made for the operands of the call.
#include "ir/arith.h"
#include "script/elaborator.h"

namespace tirx::script {

FunctionState::FunctionState(Elaborator* e, ir::Builder* builder)
    : e_(e),
      builder_(std::exchange(e->builder_, builder)),
      attrs_(std::exchange(e->function_attrs_, Attrs())),
      in_entry_(std::exchange(e->in_entry_, false)),
      nest_(std::exchange(e->nest_, nullptr)),
      lazy_depth_(std::exchange(e->lazy_depth_, 0)),
      bodies_{e->next_body_id_++} {  // of its own: what the file level made does not change inside
  bodies_.swap(e->body_ids_);
  std::swap(pending_, e->pending_);
}

FunctionState::~FunctionState() {
  e_->builder_ = builder_;
  e_->function_attrs_ = attrs_;
  e_->in_entry_ = in_entry_;
  e_->nest_ = nest_;
  e_->lazy_depth_ = lazy_depth_;
  e_->body_ids_.swap(bodies_);
  std::swap(e_->pending_, pending_);
}

namespace {

// A tensor's type for a function that takes it: lengths that are no constants become the function's own.
ir::Type ParameterType(const ir::TensorType& type, const Range& at, const Elaborator& e) {
  auto own = [&](const Array<ObjectRef>& parts, const char* name) {
    Array<ObjectRef> renewed;
    for (size_t k = 0; k < parts.size(); ++k) {
      ir::Expr part = RefCast<ir::Expr>(parts[k]);
      bool constant = ir::ConstInt(part).has_value();
      renewed.push_back(
          constant ? parts[k] : ir::Var(name + std::to_string(k), ir::PrimType(part->dtype()), e.SpanAt(at)));
    }
    return renewed;
  };
  auto node = ffi::make_object<ir::TensorTypeNode>(*type.get());
  node->shape = own(type->shape, "extent");
  node->strides = own(type->strides, "stride");
  return ir::TensorType(std::move(node));
}

// Equal for types that one function can take.
std::string KeyOf(const ir::Type& type) {
  auto* tensor = type.as<ir::TensorTypeNode>();
  if (!tensor) return ir::TypeName(type);
  std::string key =
      DTypeName(tensor->dtype) + std::string(View(tensor->scope)) + std::to_string(tensor->alignment);
  for (const Array<ObjectRef>* parts : {&tensor->shape, &tensor->strides}) {
    key += ";";
    for (const ObjectRef& part : *parts) {
      auto constant = ir::ConstInt(RefCast<ir::Expr>(part));
      key += (constant ? std::to_string(*constant) : "?") + " ";
    }
  }
  return key;
}

// Operands as types; nothing after an error.
std::optional<std::vector<ir::Type>> TypesOf(Elaborator& e, const std::vector<Value>& operands,
                                             const std::vector<Range>& ats) {
  std::vector<ir::Type> types;
  for (size_t i = 0; i < operands.size(); ++i) {
    auto* tensor = operands[i].Get<TensorValue>();
    if (tensor && tensor->var.tensor_type()->cell) {
      types.push_back(ir::PrimType(tensor->var.tensor_type()->dtype));
      continue;
    }
    if (tensor && !tensor->var.tensor_type()->elem_offset.defined()) {
      types.push_back(ParameterType(tensor->var.tensor_type(), ats[i], e));
      continue;
    }
    ir::Expr made = e.ToIr(operands[i], ats[i]).expr;
    if (!made.defined()) return std::nullopt;
    types.push_back(made->ty);
  }
  return types;
}

}  // namespace

// The name of a function of the module that `value` is or becomes.
std::optional<std::string> Elaborator::FunctionNamed(const Value& value, const std::vector<Value>& operands,
                                                     const std::vector<Range>& ats, DType result,
                                                     const Range& at) {
  if (auto* global = value.Get<std::shared_ptr<GlobalFunction>>()) {
    if ((*global)->state == GlobalFunction::State::Unseen) ElaborateFunction(global->get());
    return (*global)->name;
  }
  const auto& closure = *value.Get<std::shared_ptr<const ClosureObject>>();
  auto types = TypesOf(*this, operands, ats);
  if (!types) return std::nullopt;
  if (types->size() != closure->parameters->size()) {
    Error(DK::WrongOperandCount, at,
          {closure->name, std::to_string(closure->parameters->size()), std::to_string(types->size())});
    return std::nullopt;
  }
  std::string key = closure->name + "(";
  for (const ir::Type& type : *types) key += KeyOf(type) + ",";
  key += ")" + DTypeName(result);
  if (auto made = made_references_.find(key); made != made_references_.end()) return made->second;
  auto function = std::make_shared<GlobalFunction>();
  function->name = FreshFunctionName(closure->name);
  function->exported = false;
  function->ret_type = IsVoid(result) ? ir::VoidType() : ir::Type(ir::PrimType(result));
  size_t errors_before = errors_.size();
  Arguments arguments;
  arguments.at = at;
  ir::Builder builder;
  ir::Stmt body;
  {
    FunctionState own(this, &builder);
    builder.SetSpan(SpanAt(at));
    builder.Open();
    for (size_t i = 0; i < types->size(); ++i) {
      std::string name((*closure->parameters)[i].name.text);
      function->params.push_back(ir::Var(name, (*types)[i], SpanAt(at)));
      const ir::Var& param = function->params.back();
      arguments.positional.push_back(param.is_tensor() ? Value(TensorValue{param})
                                                       : Value(IrValue{param, 1}));
      arguments.positional_at.push_back(at);
    }
    Value returned = CallClosure(closure, arguments);
    if (!IsVoid(result) && !returned.failed()) {
      ir::Expr converted = ConvertTo(returned, result, "the result of `" + closure->name + "`", at).expr;
      if (converted.defined()) builder.Return(converted);
    }
    body = builder.Close();
  }
  if (errors_.size() > errors_before) return std::nullopt;
  Array<ir::Var> params(function->params.begin(), function->params.end());
  function->result = ir::Function(function->name, params, body, function->ret_type, {}, SpanAt(at));
  function->state = GlobalFunction::State::Done;
  functions_.push_back(function);
  made_references_[key] = function->name;
  return function->name;
}

std::string Elaborator::FreshFunctionName(const std::string& wish) const {
  for (int i = 0;; ++i) {
    std::string name = i == 0 ? wish : wish + "_" + std::to_string(i);
    bool taken = false;
    for (const auto& other : functions_) taken |= other->name == name;
    if (!taken) return name;
  }
}

}  // namespace tirx::script
