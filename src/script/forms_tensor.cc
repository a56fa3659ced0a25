// SPDX-License-Identifier: Apache-2.0
// Tensor types, allocations and views.
#include <algorithm>

#include "diag/suggest.h"
#include "ir/arith.h"
#include "script/elaborator.h"
#include "script/forms.h"

namespace tirx::script::forms {
namespace {

// The optional parameters that every form with a tensor type shares, by their place in its signature.
struct Places {
  int scope = -1, strides = -1, elem_offset = -1, align = -1, cell = -1;
};

constexpr std::string_view kScopes[] = {"global", "shared", "shared.dyn", "local"};

bool IsScope(Elaborator& e, const Bound& b, const std::string& scope, const tirx::script::Range& at) {
  std::vector<std::string_view> known(std::begin(kScopes), std::end(kScopes));
  if (std::find(known.begin(), known.end(), scope) != known.end()) return true;
  std::string callee = "T." + std::string(b.callee), shown = "\"" + scope + "\"";
  auto wrong = diag::Make(DK::BadCallArgument, e.SpanAt(at), {callee, "scope", shown, diag::OneOf(known)});
  return e.Error(diag::Suggest(std::move(wrong), scope, known)), false;
}

// Memory of a kernel is laid out while compiling.
bool HasConstantExtents(Elaborator& e, const Bound& b, const ir::TensorType& type) {
  for (const ir::Expr& extent : ir::ShapeOf(type)) {
    if (ir::ConstInt(extent)) continue;
    std::string what = "an extent of `T." + std::string(b.callee) + "`";
    auto wrong = diag::Make(DK::CompileTimeRequired, e.SpanAt(b.ats[0]),
                            {what, "integer", DescribeKind(IrValue{extent, 1})});
    if (View(type->scope) == "shared")
      wrong.notes.push_back({Span(),
                             "a size that is known at the launch: `scope=\"shared.dyn\"` with "
                             "`dynamic_smem_bytes=` of the launch configuration"});
    return e.Error(std::move(wrong)), false;
  }
  return true;
}

Value SpecFrom(Elaborator& e, const Bound& b, const Places& at, std::string scope) {
  auto spec = std::make_shared<TensorSpec>();
  auto given = [&](int place) { return place >= 0 && b.Has(size_t(place)); };
  spec->shape = b[0];
  spec->shape_at = b.ats[0];
  spec->dtype = Float(32);
  if (b.Has(1)) {
    auto dtype = e.ToDType(b[1], b.ats[1]);
    if (!dtype) return Value();
    spec->dtype = *dtype;
  }
  spec->scope = std::move(scope);
  if (given(at.scope)) {
    auto text = e.ToText(b[size_t(at.scope)], "the scope of a tensor", b.ats[size_t(at.scope)]);
    if (!text || !IsScope(e, b, *text, b.ats[size_t(at.scope)])) return Value();
    spec->scope = *text;
  }
  spec->strides = given(at.strides) ? b[size_t(at.strides)] : Value::None();
  spec->elem_offset = given(at.elem_offset) ? b[size_t(at.elem_offset)] : Value::None();
  if (given(at.align)) {
    auto align = e.ToInteger(b[size_t(at.align)], "the alignment of a tensor", b.ats[size_t(at.align)]);
    if (!align) return Value();
    if (*align < 0 || (*align & (*align - 1)) != 0)
      return e.Error(DK::BadCallArgument, b.ats[size_t(at.align)],
                     {"T." + std::string(b.callee), "align", std::to_string(*align), "a power of two"});
    spec->alignment = *align;
  }
  if (given(at.cell)) {
    auto truth = e.Truth(b[size_t(at.cell)], b.ats[size_t(at.cell)]);
    if (!truth) return Value();
    spec->cell = *truth;
  }
  return std::shared_ptr<const TensorSpec>(std::move(spec));
}

std::string HintOr(const Elaborator& e, std::string fallback) {
  return e.name_hint().empty() ? fallback : e.name_hint();
}

Value Allocate(Elaborator& e, const Bound& b, const Places& places, std::string scope) {
  std::string name = HintOr(e, scope == "global" ? "tensor" : scope);
  Value spec = SpecFrom(e, b, places, std::move(scope));
  if (spec.failed()) return Value();
  auto type = e.ToTensorType(**spec.Get<std::shared_ptr<const TensorSpec>>(), b.at);
  bool fixed_size = b.callee != "alloc_tensor";
  if (!type || (fixed_size && !HasConstantExtents(e, b, *type)) || !e.CanEmit(b.at)) return Value();
  e.builder()->SetSpan(e.SpanAt(b.at));
  return TensorValue{e.builder()->Alloc(name, *type)};
}

}  // namespace

Value Tensor(Elaborator& e, const Bound& b) {
  return SpecFrom(e, b, {2, 3, 4, 5, 6}, "global");
}
Value AllocTensor(Elaborator& e, const Bound& b) {
  return Allocate(e, b, {2, 3, 4, 5, -1}, "global");
}
Value AllocShared(Elaborator& e, const Bound& b) {
  return Allocate(e, b, {-1, 2, 3, 4, -1}, "shared");
}
Value AllocLocal(Elaborator& e, const Bound& b) {
  return Allocate(e, b, {-1, 2, 3, 4, -1}, "local");
}

Value DeclTensor(Elaborator& e, const Bound& b) {
  std::string name = HintOr(e, "view");
  Value spec = SpecFrom(e, b, {3, 4, 5, 6, -1}, "global");
  IrValue data = e.ToIr(b[2], b.ats[2]);
  if (spec.failed() || !data.expr.defined()) return Value();
  if (!IsHandle(data.expr->dtype()))
    return e.Error(DK::BadCallArgument, b.ats[2],
                   {"T.decl_tensor", "data", ir::TypeName(data.expr->ty), "a pointer"});
  auto type = e.ToTensorType(**spec.Get<std::shared_ptr<const TensorSpec>>(), b.at);
  if (!type || !e.CanEmit(b.at)) return Value();
  e.builder()->SetSpan(e.SpanAt(b.at));
  return TensorValue{e.builder()->Decl(name, *type, data.expr)};
}

Value Handle(Elaborator& e, const Bound& b) {
  DType element = Void();
  std::string scope = "global";
  if (!b.Has(0)) return ir::Type(ir::HandleType());
  if (!(b[0].str() && *b[0].str() == "void")) {
    auto dtype = e.ToDType(b[0], b.ats[0]);
    if (!dtype) return Value();
    element = *dtype;
  }
  if (b.Has(1)) {
    auto text = e.ToText(b[1], "the scope of a pointer", b.ats[1]);
    if (!text) return Value();
    scope = *text;
  }
  return ir::Type(ir::PointerType(ir::PrimType(element), scope));
}

Value TensorMap(Elaborator&, const Bound&) {
  return ir::Type(ir::TensorMapType::Make());
}

// The argument was evaluated by reference: a cell is still a tensor here, and stays one.
Value Ref(Elaborator& e, const Bound& b) {
  if (b[0].Is<TensorValue>()) return b[0];
  return e.Error(DK::BadCallArgument, b.ats[0], {"T.ref", "cell", DescribeKind(b[0]), "a cell or a tensor"});
}

}  // namespace tirx::script::forms
