// SPDX-License-Identifier: Apache-2.0
// The special forms of `T.`: one table. Values and casts are here; allocations, loops, regions and the exact
// forms of printed IR are in forms_<idea>.cc.
#include <cmath>
#include <limits>
#include <unordered_map>

#include "ir/arith.h"
#include "ir/op.h"
#include "script/constant_ops.h"
#include "script/elaborator.h"
#include "script/forms.h"

namespace tirx::script {
namespace {

// T.float32("inf"), "-inf", "nan".
std::optional<double> SpecialFloat(const Value& value) {
  auto* text = value.str();
  if (!text) return std::nullopt;
  if (*text == "inf") return HUGE_VAL;
  if (*text == "-inf") return -HUGE_VAL;
  if (*text == "nan") return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

Value CastTo(Elaborator& e, const Value& value, DType dtype, const Range& value_at, const Range& at) {
  if (auto special = SpecialFloat(value); special && IsFloating(dtype))
    return IrValue{ir::MakeFloat(dtype, *special, e.SpanAt(at)), 1};
  if (auto number = value.Get<double>()) return e.Make(ir::ConstantOf(dtype, *number, e.SpanAt(at)), 1, at);
  if (auto number = value.integer()) return e.Make(ir::ConstantOf(dtype, *number, e.SpanAt(at)), 1, at);
  bool wide = value.Is<WideLiteral>();
  IrValue made = e.ToIr(value, value_at, wide ? std::optional<DType>(dtype) : std::nullopt);
  if (!made.expr.defined()) return Value();
  DType from = made.expr->dtype();
  DType to = dtype.lanes == 1 ? WithLanes(dtype, from.lanes) : dtype;
  bool castable = made.expr->ty.as<ir::PrimTypeNode>() && !IsHandle(from) && !IsVoid(from) && !IsHandle(to);
  if (!castable || (from.lanes != to.lanes && from.lanes != 1))
    return e.Error(DK::CannotCast, value_at, {ir::TypeName(made.expr->ty), DTypeName(to)});
  ir::Expr result = made.expr;
  if (ScalarOf(from) != ScalarOf(to)) result = ir::Cast(WithLanes(to, from.lanes), result, e.SpanAt(at));
  if (from.lanes != to.lanes) result = ir::Broadcast(result, to.lanes, e.SpanAt(at));
  return e.Make(result, made.depth + 1, at);
}

Value CastForm(Elaborator& e, const Bound& b) {
  // T.Cast("float32", x) has the type first.
  bool swapped = (b[0].Is<DType>() || b[0].str()) && !b[1].Is<DType>() && !b[1].str();
  auto dtype = e.ToDType(b[swapped ? 0 : 1], b.ats[swapped ? 0 : 1]);
  if (!dtype) return Value();
  return CastTo(e, b[swapped ? 1 : 0], *dtype, b.ats[swapped ? 1 : 0], b.at);
}

Value SelectForm(Elaborator& e, const Bound& b) {
  IrValue condition = e.ToIr(b[0], b.ats[0]), x, y;
  if (!condition.expr.defined() || !e.ToIrPair(b[1], b[2], b.at, &x, &y)) return Value();
  return e.Make(ir::TypedSelect(condition.expr, x.expr, y.expr, e.SpanAt(b.at)),
                std::max({condition.depth, x.depth, y.depth}) + 1, b.at);
}

Value IfThenElseForm(Elaborator& e, const Bound& b) {
  return e.Conditional(b[0], b[1], b[2], b.at);
}

Value FloorDivForm(Elaborator& e, const Bound& b) {
  return e.Binary(Tok::FloorDiv, b[0], b[1], b.at);
}
Value FloorModForm(Elaborator& e, const Bound& b) {
  return e.Binary(Tok::Percent, b[0], b[1], b.at);
}
Value CeilDivForm(Elaborator& e, const Bound& b) {
  Value dividend = b[0];
  PendingScope waiting(&e);
  waiting.Add(&dividend, Use::Operand, b.ats[0]);
  Value divisor = e.Once(b[1], "divisor", b.ats[1]);
  Value sum = e.Binary(Tok::Plus, dividend, e.Binary(Tok::Minus, divisor, Value::Int(1), b.at), b.at);
  return e.Binary(Tok::FloorDiv, sum, divisor, b.at);
}

// Truncating division of integers: the operators `/` and `%` of C.
Value Truncating(Elaborator& e, const Bound& b, ir::BinaryOp op) {
  auto p = b[0].integer(), q = b[1].integer();
  if (p && q) {
    auto value = ir::EvalInt(op, Int(64), *p, *q);
    return value ? Value(*value) : e.Error(DK::DivisionByZero, b.at, {});
  }
  IrValue x, y;
  if (!e.ToIrPair(b[0], b[1], b.at, &x, &y)) return Value();
  auto mixed = ir::MixedType(x.expr->dtype(), y.expr->dtype());
  if (!mixed || !IsInteger(*mixed)) {
    return e.Error(DK::TypeMismatch, b.at,
                   {"`T." + std::string(b.callee) + "` of integers", ir::TypeName(x.expr->ty),
                    ir::TypeName(y.expr->ty)});
  }
  ir::Expr result =
      ir::FoldBinary(op, ir::WidenTo(x.expr, *mixed), ir::WidenTo(y.expr, *mixed), e.SpanAt(b.at));
  return e.Make(result, std::max(x.depth, y.depth) + 1, b.at);
}
Value TruncDivForm(Elaborator& e, const Bound& b) {
  return Truncating(e, b, ir::BinaryOp::Div);
}
Value TruncModForm(Elaborator& e, const Bound& b) {
  return Truncating(e, b, ir::BinaryOp::Mod);
}

Value RampForm(Elaborator& e, const Bound& b) {
  IrValue base, stride;
  if (!e.ToIrPair(b[0], b[1], b.at, &base, &stride)) return Value();
  auto lanes = e.ToInteger(b[2], "the lanes of `T.Ramp`", b.ats[2]);
  if (!lanes) return Value();
  bool fits = base.expr->dtype() == stride.expr->dtype() && base.expr->dtype().lanes == 1 && *lanes >= 1 &&
              *lanes <= 1024;
  if (!fits)
    return e.Error(DK::BadCallArgument, b.at,
                   {"T.Ramp", "base, stride, lanes", "of other types or sizes",
                    "two scalars of one type and 1 to 1024 lanes"});
  return e.Make(ir::Expr(ir::Ramp(base.expr, stride.expr, *lanes, e.SpanAt(b.at))),
                std::max(base.depth, stride.depth) + 1, b.at);
}

Value BroadcastForm(Elaborator& e, const Bound& b) {
  IrValue value = e.ToIr(b[0], b.ats[0]);
  auto lanes = e.ToInteger(b[1], "the lanes of `T.Broadcast`", b.ats[1]);
  if (!value.expr.defined() || !lanes) return Value();
  if (value.expr->dtype().lanes != 1 || *lanes < 1 || *lanes > 1024)
    return e.Error(DK::BadCallArgument, b.at,
                   {"T.Broadcast", "value", ir::TypeName(value.expr->ty), "a scalar, with 1 to 1024 lanes"});
  return e.Make(ir::Expr(ir::Broadcast(value.expr, *lanes, e.SpanAt(b.at))), value.depth + 1, b.at);
}

// ---- limits of types ----

std::optional<double> LargestFloat(DType t) {
  if (t == Float(16)) return 65504.0;
  if (t == BFloat16()) return 0x1.FEp127;
  if (t == Float(32)) return double(std::numeric_limits<float>::max());
  if (t == Float(64)) return std::numeric_limits<double>::max();
  return std::nullopt;
}

Value LimitOf(Elaborator& e, const Bound& b, bool largest) {
  auto dtype = e.ToDType(b[0], b.ats[0]);
  if (!dtype) return Value();
  if (auto limit = LargestFloat(*dtype))
    return IrValue{ir::MakeFloat(*dtype, largest ? *limit : -*limit, e.SpanAt(b.at)), 1};
  if (!IsInteger(*dtype) || dtype->lanes != 1)
    return e.Error(DK::BadCallArgument, b.ats[0],
                   {"T." + std::string(b.callee), "dtype", DTypeName(*dtype), "an integer or a float type"});
  uint64_t high = uint64_t(1) << (dtype->bits - 1);
  uint64_t bits = IsInt(*dtype) ? (largest ? high - 1 : ~high + 1) : (largest ? high - 1 + high : 0);
  return IrValue{ir::MakeConst(*dtype, int64_t(bits), e.SpanAt(b.at)), 1};
}
Value MaxValueForm(Elaborator& e, const Bound& b) {
  return LimitOf(e, b, true);
}
Value MinValueForm(Elaborator& e, const Bound& b) {
  return LimitOf(e, b, false);
}

Value InfinityForm(Elaborator& e, const Bound& b) {
  auto dtype = e.ToDType(b[0], b.ats[0]);
  if (!dtype) return Value();
  if (!IsFloating(*dtype))
    return e.Error(DK::BadCallArgument, b.ats[0], {"T.infinity", "dtype", DTypeName(*dtype), "a float type"});
  return IrValue{ir::MakeFloat(*dtype, HUGE_VAL, e.SpanAt(b.at)), 1};
}

Value StaticAssertForm(Elaborator& e, const Bound& b) {
  auto truth = e.Truth(b[0], b.ats[0]);
  if (!truth) return Value();
  if (*truth) return Value::None();
  return e.Error(DK::AssertionFailed, b.at,
                 {b.Has(1) && b[1].str() ? *b[1].str() : "this condition is false"});
}

// What has effects takes place here: only a value can stand in several places.
Value MetaVarForm(Elaborator& e, const Bound& b) {
  Value once = e.Once(b[0], "value", b.ats[0]);
  auto* value = once.Get<IrValue>();
  return value ? Value(IrValue{value->expr, value->depth, true}) : once;
}

Value FuncAttrForm(Elaborator& e, const Bound& b) {
  auto attrs = e.ToAttrs(b[0], b.ats[0]);
  if (!attrs) return Value();
  for (const auto& [key, value] : *attrs) e.SetFunctionAttr(std::string(key), value);
  return Value::None();
}

Value CallExternForm(Elaborator& e, const Bound& b) {
  return e.Error(DK::NoExternCalls, b.at, {});
}

Value ModuleAttrsForm(Elaborator& e, const Bound& b) {
  auto attrs = e.ToAttrs(b[0], b.ats[0]);
  if (!attrs) return Value();
  e.SetModuleAttrs(*attrs);
  return Value::None();
}

// clang-format off
const Form kForms[] = {
    // Decorators and annotations.
    {"function", "", nullptr, "A function of the program: @T.function, @T.function(private=True)."},
    {"inline", "", nullptr, "A function whose body is spliced in where it is called."},
    {"jit", "", nullptr, "A function that is made for given compile-time parameters, with `.specialize(...)`."},
    {"constexpr", "", nullptr, "The annotation of a compile-time parameter of a @T.jit function."},
    {"Optional", "", nullptr, "T.Optional[T.Tensor(...)]: a tensor that a specialisation may leave out."},
    {"meta_class", "", nullptr, "A class whose instances live while compiling."},
    {"meta_var", "value", MetaVarForm, "The value, which a name then stands for without being bound to it."},
    {"let", "", nullptr, "x: T.let = e binds x, like x = e."},
    {"I.ir_module", "", nullptr, "A class whose functions make a module."},
    {"I.module_attrs", "attrs", ModuleAttrsForm, "Attributes of the module."},
    {"func_attr", "attrs", FuncAttrForm, "Attributes of the function."},
    {"static_assert", "condition, message=", StaticAssertForm, "A condition that must hold while compiling."},
    // Types.
    {"Tensor", "shape, dtype=, *, scope=, strides=, elem_offset=, align=, cell=", forms::Tensor, "The type of a tensor."},
    {"handle", "dtype=, scope=", forms::Handle, "The type of a pointer."},
    {"TensorMap", "", forms::TensorMap, "The type of a tensor map."},
    {"target", "config", forms::Target, "A target, as an attribute."},
    // Values.
    {"cast", "value, dtype", CastForm, "The value converted to another type."},
    {"Cast", "value, dtype", CastForm, "T.Cast(dtype, value), like T.cast(value, dtype)."},
    {"Select", "condition, then_value, else_value", SelectForm, "One of two values; both are evaluated."},
    {"if_then_else", "condition, then_value, else_value", IfThenElseForm, "One of two values; only that one is evaluated."},
    {"min", "*values", forms::Min, "The smallest value."},
    {"max", "*values", forms::Max, "The largest value."},
    {"floordiv", "a, b", FloorDivForm, "a // b."},
    {"floormod", "a, b", FloorModForm, "a % b."},
    {"truncdiv", "a, b", TruncDivForm, "The integer quotient, rounded towards zero."},
    {"truncmod", "a, b", TruncModForm, "The remainder that belongs to truncdiv."},
    {"ceildiv", "a, b", CeilDivForm, "The integer quotient, rounded up; b must be positive."},
    {"Ramp", "base, stride, lanes", RampForm, "The vector base, base + stride, ..."},
    {"Broadcast", "value, lanes", BroadcastForm, "The vector of equal elements."},
    {"max_value", "dtype", MaxValueForm, "The largest finite value of a type."},
    {"min_value", "dtype", MinValueForm, "The smallest finite value of a type."},
    {"infinity", "dtype", InfinityForm, "Infinity of a float type."},
    // Storage.
    {"alloc_tensor", "shape, dtype, *, scope=, strides=, elem_offset=, align=", forms::AllocTensor, "A tensor until the end of the block."},
    {"alloc_shared", "shape, dtype, *, strides=, elem_offset=, align=", forms::AllocShared, "A tensor in shared memory."},
    {"alloc_local", "shape, dtype, *, strides=, elem_offset=, align=", forms::AllocLocal, "A tensor private to the thread."},
    {"decl_tensor", "shape, dtype, *, data, scope=, strides=, elem_offset=, align=", forms::DeclTensor, "A view of the memory at a pointer."},
    // Loops.
    {"serial", "start, stop=, step=, *, extent=, annotations=, dtype=, unroll=", forms::Serial, "A loop; unroll= is True, False, or by how many iterations the device compiler unrolls it."},
    {"unroll", "start, stop=, step=, *, extent=, annotations=, dtype=", forms::Unroll, "A loop that the code generator unrolls."},
    {"vectorized", "start, stop=, step=, *, extent=, annotations=, dtype=", forms::Vectorized, "A loop whose iterations become lanes."},
    {"parallel", "start, stop=, step=, *, extent=, annotations=, dtype=", forms::Parallel, "A loop whose iterations may run at once."},
    {"static_range", "start, stop=, step=", forms::StaticRange, "A loop that is unrolled while compiling."},
    {"grid", "*extents", forms::Grid, "Nested loops over extents or (start, stop) pairs."},
    // Regions.
    {"device_entry", "*, launch, kernel_attrs=, backend_config=, target=", forms::DeviceEntry, "The body runs on the device."},
    {"call_kernel", "source, name, launch, *args, format=, backend_config=, reference=", forms::CallKernel, "Host code launches a kernel that comes as text, file or bytes."},
    {"BackendConfig", "**keys", forms::BackendConfig, "The part of one backend in backend_config=, as a dict."},
    {"launch_thread", "thread, extent", forms::LaunchThread, "with T.launch_thread(\"threadIdx.x\", 32) as tx: the outermost nest of these is a device entry."},
    {"thread_binding", "extent, thread", forms::ThreadBinding, "for tx in T.thread_binding(32, \"threadIdx.x\"): the outermost nest of these is a device entry."},
    {"region", "op, *args, attrs=, types=", forms::Region, "A region statement of any operation."},
    // Exact forms of printed IR (docs/printed_form.md).
    {"call", "name, *args, attrs=, ty=", forms::ExactCall, "A node as it stands: no folding, no defaults."},
    {"evaluate", "value", forms::Evaluate, "A statement that evaluates an expression."},
    {"ref", "cell", forms::Ref, "A cell as the tensor that it is."},
    {"tensor_load", "tensor, *indices", forms::TensorLoad, "A load with any number of indices."},
    {"tensor_region", "tensor, *ranges", forms::TensorRegion, "A box of a tensor, from (min, extent) pairs."},
    {"StringImm", "text", forms::StringImm, "A string as a value of the program."},
    {"op", "name", forms::Op, "An operation as a value."},
    {"call_extern", "*args, **rest", CallExternForm, "Refused: host code calls no C function by its symbol."},
    {"omitted", "why", forms::Omitted, "What the printer left out; cannot be read back."},
};
// clang-format on

}  // namespace

const Form* FindSpecialForm(std::string_view path) {
  static const auto* table = [] {
    auto* map = new std::unordered_map<std::string_view, const Form*>();
    for (const Form& form : kForms) map->emplace(form.name, &form);
    return map;
  }();
  auto it = table->find(path);
  return it == table->end() ? nullptr : it->second;
}

std::vector<std::string_view> SpecialFormNames() {
  std::vector<std::string_view> names;
  for (const Form& form : kForms) {
    if (form.name.substr(0, 2) != "I.") names.push_back(form.name);
  }
  return names;
}

}  // namespace tirx::script
