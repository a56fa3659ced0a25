// SPDX-License-Identifier: Apache-2.0
// include/tirx/builder.h over ir::Builder: operands are checked here, so that the builder meets none that it
// would refuse.
#include "diag/suggest.h"
#include "driver/library.h"
#include "driver/public_api.h"
#include "ir/builder.h"
#include "ir/operand.h"
#include "ir/verify.h"
#include "script/kernel_source.h"
#include "tirx/builder.h"

namespace tirx {
namespace {

using ir::Expr;

Value Of(Result<Expr> result) {
  return Value(ffi::Any(Unwrap(std::move(result))));
}

Value Binary(std::string_view op, const Value& a, const Value& b) {
  driver::EnsureLibrary();
  return Of(ir::BinaryOf(op, a.node(), b.node()));
}

Expr ExprOf(const Value& value, std::optional<DType> like = std::nullopt) {
  return Unwrap(ir::OperandOf(value.node(), like));
}

DType TypeNamed(std::string_view name) {
  std::optional<DType> dtype = ParseDType(name);
  if (!dtype) Unwrap(Status(Fail(DK::UnknownName, Span(), {name})));
  return *dtype;
}

// A value of exactly this type: numbers take it, others may be widened to it.
Expr Fitting(std::string_view what, const Value& value, DType dtype) {
  Expr expr = ExprOf(value, dtype);
  if (expr->dtype() == dtype) return expr;
  if (ir::MixedType(expr->dtype(), dtype) != dtype)
    Unwrap(Status(Fail(DK::TypeMismatch, Span(), {what, DTypeName(expr->dtype()), DTypeName(dtype)})));
  return ir::WidenTo(expr, dtype);
}

Expr Condition(std::string_view what, const Value& value) {
  return Fitting(what, value, Bool());
}

ir::Var VarOf(const Tensor& tensor) {
  return tensor.node().cast<ir::Var>();
}

Array<Expr> IndicesOf(const ir::Var& tensor, const std::vector<Value>& indices) {
  ir::TensorType type = tensor.tensor_type();
  if (int(indices.size()) != type->ndim())
    Unwrap(Status(Fail(DK::WrongIndexCount, Span(),
                       {View(tensor->name), diag::Counted(size_t(type->ndim()), "dimension"),
                        std::to_string(indices.size())})));
  Array<Expr> exprs;
  for (const Value& index : indices) exprs.push_back(ExprOf(index));
  return exprs;
}

}  // namespace

Value operator+(const Value& a, const Value& b) {
  return Binary("add", a, b);
}
Value operator-(const Value& a, const Value& b) {
  return Binary("sub", a, b);
}
Value operator*(const Value& a, const Value& b) {
  return Binary("mul", a, b);
}
Value operator/(const Value& a, const Value& b) {
  return Binary("div", a, b);
}
Value operator%(const Value& a, const Value& b) {
  return Binary("floormod", a, b);
}
Value operator&(const Value& a, const Value& b) {
  return Binary("bitwise_and", a, b);
}
Value operator|(const Value& a, const Value& b) {
  return Binary("bitwise_or", a, b);
}
Value operator^(const Value& a, const Value& b) {
  return Binary("bitwise_xor", a, b);
}
Value operator<<(const Value& a, const Value& b) {
  return Binary("shift_left", a, b);
}
Value operator>>(const Value& a, const Value& b) {
  return Binary("shift_right", a, b);
}
Value operator<(const Value& a, const Value& b) {
  return Binary("lt", a, b);
}
Value operator<=(const Value& a, const Value& b) {
  return Binary("le", a, b);
}
Value operator>(const Value& a, const Value& b) {
  return Binary("gt", a, b);
}
Value operator>=(const Value& a, const Value& b) {
  return Binary("ge", a, b);
}
Value operator==(const Value& a, const Value& b) {
  return Binary("eq", a, b);
}
Value operator!=(const Value& a, const Value& b) {
  return Binary("ne", a, b);
}
Value And(const Value& a, const Value& b) {
  return Binary("and", a, b);
}
Value Or(const Value& a, const Value& b) {
  return Binary("or", a, b);
}
Value FloorDiv(const Value& a, const Value& b) {
  return Binary("floordiv", a, b);
}
Value Min(const Value& a, const Value& b) {
  return Binary("min", a, b);
}
Value Max(const Value& a, const Value& b) {
  return Binary("max", a, b);
}
Value operator-(const Value& a) {
  return Of(ir::UnaryOf("neg", a.node()));
}
Value operator~(const Value& a) {
  return Of(ir::UnaryOf("bitwise_not", a.node()));
}
Value Not(const Value& a) {
  return Of(ir::UnaryOf("not", a.node()));
}

Value CeilDiv(const Value& a, const Value& b) {
  return FloorDiv(a + (b - Value(1)), b);
}

Value Select(const Value& condition, const Value& a, const Value& b) {
  std::optional<DType> like = ir::TypeAmong({a.node(), b.node()});
  return Of(ir::TypedSelect(Condition("the condition of Select", condition), ExprOf(a, like), ExprOf(b, like),
                            Span()));
}

Value Cast(const Value& value, std::string_view dtype) {
  DType to = TypeNamed(dtype);
  Expr expr = ExprOf(value);
  return Value(ffi::Any(expr->dtype() == to ? expr : Expr(ir::Cast(to, expr))));
}

Value Call(std::string_view operation, const std::vector<Value>& operands, const Attributes& attributes) {
  driver::EnsureLibrary();
  const ir::OpRow* row = ir::FindOp(operation);
  if (!row) Unwrap(Status(Fail(DK::UnknownName, Span(), {operation})));
  Array<ffi::Any> nodes;
  for (const Value& operand : operands) nodes.push_back(operand.node());
  std::optional<DType> like = ir::TypeAmong(nodes);
  Array<Expr> args;
  for (const Value& operand : operands) args.push_back(ExprOf(operand, like));
  Attrs attrs;
  for (const auto& [name, value] : attributes) attrs.Set(name, value);
  return Of(ir::MakeCall(*row, args, attrs, Span()));
}

Value ThreadIdx(std::string_view axis) {
  return Call("gpu.thread_idx", {}, {{"axis", String(std::string(axis))}});
}

Value BlockIdx(std::string_view axis) {
  return Call("gpu.block_idx", {}, {{"axis", String(std::string(axis))}});
}

Value Tensor::extent(int axis) const {
  ir::TensorType type = VarOf(*this).tensor_type();
  if (axis < 0 || axis >= type->ndim())
    Unwrap(Status(Fail(DK::WrongIndexCount, Span(),
                       {View(VarOf(*this)->name), diag::Counted(size_t(type->ndim()), "dimension"),
                        std::to_string(axis + 1)})));
  return Value(ffi::Any(type->dim(axis)));
}

Value Tensor::Load(const std::vector<Value>& indices) const {
  ir::Var tensor = VarOf(*this);
  return Value(ffi::Any(ir::TensorLoad(tensor, IndicesOf(tensor, indices))));
}

struct FunctionBuilder::Impl {
  std::string name;
  ir::Builder builder;
  std::map<std::string, ir::Var> symbols;

  // A scalar parameter is a length by its name, too.
  Expr Length(const Extent& extent) {
    if (extent.name().empty()) return ExprOf(extent.value());
    auto [found, added] = symbols.try_emplace(extent.name(), extent.name(), Int(64));
    return found->second;
  }

  ir::TensorType TypeOf(std::string_view dtype, const std::vector<Extent>& shape, const std::string& scope,
                        int64_t alignment, bool cell) {
    Array<Expr> extents;
    for (const Extent& extent : shape) extents.push_back(Length(extent));
    return ir::MakeTensorType(TypeNamed(dtype), extents, scope, {}, Expr(), alignment, cell);
  }
};

FunctionBuilder::FunctionBuilder(std::string name) : impl_(std::make_unique<Impl>()) {
  driver::EnsureLibrary();
  impl_->name = std::move(name);
}
FunctionBuilder::~FunctionBuilder() = default;

Tensor FunctionBuilder::TensorParam(const std::string& name, std::string_view dtype,
                                    const std::vector<Extent>& shape, int64_t alignment) {
  return Tensor(
      ffi::Any(impl_->builder.Param(name, impl_->TypeOf(dtype, shape, "global", alignment, false))));
}

Value FunctionBuilder::ScalarParam(const std::string& name, std::string_view dtype) {
  ir::Var param = impl_->builder.Param(name, TypeNamed(dtype));
  impl_->symbols.emplace(name, param);
  return Value(ffi::Any(Expr(param)));
}

Value FunctionBuilder::Bind(const std::string& name, const Value& value) {
  return Value(ffi::Any(Expr(impl_->builder.Bind(name, ExprOf(value)))));
}

Tensor FunctionBuilder::Alloc(const std::string& name, std::string_view dtype,
                              const std::vector<Extent>& shape, const std::string& scope) {
  return Tensor(ffi::Any(impl_->builder.Alloc(name, impl_->TypeOf(dtype, shape, scope, 0, false))));
}

Tensor FunctionBuilder::Cell(const std::string& name, std::string_view dtype, const Value& initial) {
  Tensor cell(ffi::Any(impl_->builder.Alloc(name, impl_->TypeOf(dtype, {1}, "local", 0, true))));
  Store(cell, {0}, initial);
  return cell;
}

void FunctionBuilder::Store(const Tensor& tensor, const std::vector<Value>& indices, const Value& value) {
  ir::Var var = VarOf(tensor);
  Array<Expr> at = IndicesOf(var, indices);
  DType element = ir::TensorLoad(var, at)->dtype();
  impl_->builder.Store(var, at, Fitting("the store to `" + std::string(var->name) + "`", value, element));
}

void FunctionBuilder::Evaluate(const Value& call) {
  impl_->builder.Evaluate(ExprOf(call));
}

void FunctionBuilder::For(const std::string& name, const Value& start, const Value& stop,
                          const std::function<void(Value)>& body, LoopKind kind, int64_t step) {
  std::optional<DType> like = ir::TypeAmong({start.node(), stop.node()});
  Expr min = ExprOf(start, like), end = ExprOf(stop, like);
  DType type = ir::MixedType(min->dtype(), end->dtype()).value_or(end->dtype());
  min = Fitting("the start of the loop", Value(ffi::Any(min)), type);
  end = Fitting("the end of the loop", Value(ffi::Any(end)), type);
  Expr extent = ir::ConstInt(min) == 0 ? end : end - min;
  Expr stride = step == 1 ? Expr() : ir::MakeConst(type, step);
  impl_->builder.For(
      name, min, extent, [&](ir::Var var) { body(Value(ffi::Any(Expr(var)))); }, ir::ForKind(int(kind)),
      stride);
}

void FunctionBuilder::If(const Value& condition, const Body& then_case, const Body& else_case) {
  Expr test = Condition("the condition of If", condition);
  if (else_case) {
    impl_->builder.If(test, then_case, else_case);
  } else {
    impl_->builder.If(test, then_case);
  }
}

void FunctionBuilder::While(const Value& condition, const Body& body) {
  impl_->builder.While(Condition("the condition of While", condition), body);
}

void FunctionBuilder::Break() {
  impl_->builder.Break();
}
void FunctionBuilder::Continue() {
  impl_->builder.Continue();
}
void FunctionBuilder::Return() {
  impl_->builder.Return();
}

void FunctionBuilder::Assert(const Value& condition, const std::string& message) {
  impl_->builder.Assert(Condition("the condition of Assert", condition), "AssertionError",
                        {ir::StringImm(message)});
}

void FunctionBuilder::DeviceEntry(const LaunchConfig& launch, const Body& body) {
  Array<Expr> grid, block;
  for (const Value& extent : launch.grid) grid.push_back(ExprOf(extent));
  for (const Value& extent : launch.block) block.push_back(ExprOf(extent));
  std::vector<std::pair<String, Expr>> fields;
  for (const auto& [name, value] : launch.fields) fields.emplace_back(name, ExprOf(value));
  Attrs attrs;
  if (!launch.backend_config.empty()) attrs.Set(ir::attr::kBackendConfig, String(launch.backend_config));
  impl_->builder.DeviceEntry(grid, block, body, std::move(fields), std::move(attrs));
}

ExternalKernel ExternalKernel::FromFile(const std::string& path, std::string name) {
  return {std::move(name), Unwrap(script::ReadKernelFile(path)), script::FormatOfFile(path)};
}

void FunctionBuilder::CallKernel(const ExternalKernel& kernel, const LaunchConfig& launch,
                                 const std::vector<Argument>& arguments) {
  Array<Expr> args;
  for (const Argument& argument : arguments) {
    auto var = argument.node().as<ir::Var>();
    // What a device entry uses from outside are variables.
    args.push_back(var ? Expr(*var) : Expr(impl_->builder.Bind("arg", ExprOf(Value(argument.node())))));
  }
  Attrs attrs;
  script::SetKernelSource(kernel.source, kernel.format, &attrs);
  attrs.Set("kernel", String(kernel.name));
  const ir::OpRow* row = ir::FindOp("external_kernel");
  Expr call = Unwrap(ir::MakeCall(*row, std::move(args), std::move(attrs), Span()));
  DeviceEntry(launch, [&] { impl_->builder.Evaluate(call); });
}

Script FunctionBuilder::Finish() {
  ir::IRModule module({impl_->builder.Finish(impl_->name)});
  impl_->symbols.clear();
  Unwrap(ir::Verify(module));
  return MakeScript(module);
}

}  // namespace tirx
