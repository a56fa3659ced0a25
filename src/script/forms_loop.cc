// SPDX-License-Identifier: Apache-2.0
// What loops iterate over.
#include "script/elaborator.h"
#include "script/forms.h"

namespace tirx::script::forms {
namespace {

// range(stop), range(start, stop), range(start, stop, step).
LoopObject::Axis AxisFrom(const Bound& b) {
  bool only_stop = !b.Has(1);
  return {only_stop ? Value::Int(0) : b[0], only_stop ? b[0] : b[1], b.Has(2) ? b[2] : Value::Int(1), false};
}

std::string NameOf(const Bound& b) {
  return "T." + std::string(b.callee);
}

constexpr const char* kFactor = "pragma_unroll_factor";

bool HasGoodFactor(Elaborator& e, const Bound& b, const Attrs& annotations) {
  if (!ir::HasAttr(annotations, kFactor)) return true;
  auto factor = annotations[kFactor].as<int64_t>();
  if (factor && *factor >= 1) return true;
  e.Error(DK::BadCallArgument, b.ats[4], {NameOf(b), kFactor, "not a count", "an integer from 1 on"});
  return false;
}

Value IrLoop(Elaborator& e, const Bound& b, ir::ForKind kind) {
  auto loop = std::make_shared<LoopObject>();
  loop->kind = LoopObject::Kind::Ir;
  loop->ir_kind = kind;
  if (b.Has(3)) {
    if (b.Has(1))
      return e.Error(DK::BadCallArgument, b.ats[3],
                     {NameOf(b), "extent", "given beside `stop`", "given without it"});
    loop->axes.push_back({b[0], b[3], b.Has(2) ? b[2] : Value::Int(1), true});
  } else {
    loop->axes.push_back(AxisFrom(b));
  }
  if (b.Has(4)) {
    auto attrs = e.ToAttrs(b[4], b.ats[4]);
    if (!attrs) return Value();
    loop->annotations = *attrs;
    if (!HasGoodFactor(e, b, *attrs)) return Value();
  }
  if (b.Has(5)) {
    auto dtype = e.ToDType(b[5], b.ats[5]);
    if (!dtype) return Value();
    if (!IsInteger(*dtype))
      return e.Error(DK::BadCallArgument, b.ats[5],
                     {NameOf(b), "dtype", DTypeName(*dtype), "an integer type"});
    loop->dtype = *dtype;
  }
  return std::shared_ptr<const LoopObject>(std::move(loop));
}

}  // namespace

Value Range(Elaborator& e, const Bound& b) {
  auto loop = std::make_shared<LoopObject>();
  loop->axes.push_back(AxisFrom(b));
  if (auto step = loop->axes[0].step.integer(); step && *step == 0)
    return e.Error(DK::BadCallArgument, b.at, {b.callee, "step", "0", "not 0"});
  for (Value* part : {&loop->axes[0].start, &loop->axes[0].stop, &loop->axes[0].step}) {
    *part = e.Simplified(*part, b.at);
    bool integer = part->integer() || !IsCompileTime(*part);
    if (!integer)
      return e.Error(DK::BadCallArgument, b.at, {b.callee, "bound", DescribeKind(*part), "an integer"});
    if (part->Is<bool>()) *part = Value::Int(*part->integer());
  }
  return std::shared_ptr<const LoopObject>(std::move(loop));
}

// unroll=True is `T.unroll`; False and a number are annotations for the code generator.
Value Serial(Elaborator& e, const Bound& b) {
  if (!b.Has(6)) return IrLoop(e, b, ir::ForKind::Serial);
  auto* all = b[6].Get<bool>();
  if (all && *all) return IrLoop(e, b, ir::ForKind::Unrolled);
  auto factor = b[6].integer();
  if (!factor || (!all && *factor < 1))
    return e.Error(DK::BadCallArgument, b.ats[6],
                   {NameOf(b), "unroll", Repr(b[6]), "True, False or an integer from 1 on"});
  Value made = IrLoop(e, b, ir::ForKind::Serial);
  auto* plain = made.Get<std::shared_ptr<const LoopObject>>();
  if (!plain) return made;
  auto loop = std::make_shared<LoopObject>(**plain);
  loop->annotations.Set(all ? "disable_unroll" : kFactor, all ? Any(true) : Any(*factor));
  return std::shared_ptr<const LoopObject>(std::move(loop));
}
Value Unroll(Elaborator& e, const Bound& b) {
  return IrLoop(e, b, ir::ForKind::Unrolled);
}
Value Vectorized(Elaborator& e, const Bound& b) {
  return IrLoop(e, b, ir::ForKind::Vectorized);
}
Value Parallel(Elaborator& e, const Bound& b) {
  return IrLoop(e, b, ir::ForKind::Parallel);
}

Value StaticRange(Elaborator& e, const Bound& b) {
  auto loop = std::make_shared<LoopObject>();
  loop->kind = LoopObject::Kind::Static;
  loop->axes.push_back(AxisFrom(b));
  for (Value* part : {&loop->axes[0].start, &loop->axes[0].stop, &loop->axes[0].step}) {
    auto value = e.ToInteger(*part, "a bound of `T.static_range`", b.at);
    if (!value) return Value();
    *part = Value::Int(*value);
  }
  if (*loop->axes[0].step.integer() == 0)
    return e.Error(DK::BadCallArgument, b.at, {NameOf(b), "step", "0", "not 0"});
  return std::shared_ptr<const LoopObject>(std::move(loop));
}

Value Grid(Elaborator& e, const Bound& b) {
  auto loop = std::make_shared<LoopObject>();
  loop->kind = LoopObject::Kind::Grid;
  for (size_t i = 0; i < b.rest.size(); ++i) {
    auto* pair = b.rest[i].tuple();
    if (pair && pair->size() != 2)
      return e.Error(DK::BadCallArgument, b.rest_at[i],
                     {"T.grid", "extent", Repr(b.rest[i]), "an integer or (start, stop)"});
    loop->axes.push_back(
        {pair ? (*pair)[0] : Value::Int(0), pair ? (*pair)[1] : b.rest[i], Value::None(), false});
  }
  if (loop->axes.empty()) return e.Error(DK::MissingArgument, b.at, {"T.grid", "extents"});
  return std::shared_ptr<const LoopObject>(std::move(loop));
}

}  // namespace tirx::script::forms
