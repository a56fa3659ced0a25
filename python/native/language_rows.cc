// SPDX-License-Identifier: Apache-2.0
// Namespaces, operations, functions, aliases and records that Python registers.
#include <algorithm>

#include "ir/known_backend.h"
#include "ir/record.h"
#include "python/native/backend_place.h"
#include "python/native/backend_rows.h"
#include "script/alias.h"
#include "script/function_row.h"

namespace tirx::python {
namespace {

template <class T>
struct Named {
  std::string_view name;
  T value;
};

// The value of that name; Python has checked it.
template <class T, size_t N>
T Among(const Named<T> (&rows)[N], std::string_view name) {
  for (const auto& row : rows)
    if (row.name == name) return row.value;
  TIRX_UNREACHABLE("an unknown name from the package");
}

constexpr Named<ir::ParamKind> kParamKinds[] = {
    {"value", ir::ParamKind::Value}, {"tensor", ir::ParamKind::Tensor}, {"element", ir::ParamKind::Element},
    {"int", ir::ParamKind::Int},     {"bool", ir::ParamKind::Bool},     {"str", ir::ParamKind::Text},
    {"dtype", ir::ParamKind::DType}, {"values", ir::ParamKind::Values},
};
constexpr Named<ir::Effect> kEffects[] = {
    {"pure", ir::Effect::Pure},     {"thread", ir::Effect::Thread}, {"read", ir::Effect::Read},
    {"update", ir::Effect::Update}, {"sync", ir::Effect::Sync},     {"opaque", ir::Effect::Opaque},
};
const Named<ir::TypeRule> kTypeRules[] = {
    {"first operand", ir::rule::FirstOperand}, {"same types", ir::rule::SameTypes},
    {"element", ir::rule::OfElement},          {"dtype", ir::rule::ReturnsDTypeAttr},
    {"void", ir::rule::ReturnsVoid},           {"handle", ir::rule::ReturnsHandle},
};
constexpr Named<ir::FieldKind> kFieldKinds[] = {
    {"dims", ir::FieldKind::Dims}, {"int", ir::FieldKind::Int},       {"float", ir::FieldKind::Float},
    {"bool", ir::FieldKind::Flag}, {"choice", ir::FieldKind::Choice}, {"handle", ir::FieldKind::Pointer},
};
constexpr Named<ir::RecordUse> kRecordUses[] = {
    {"launch", ir::RecordUse::Launch},
    {"kernel_attrs", ir::RecordUse::KernelAttributes},
    {"part", ir::RecordUse::Part},
};

void AddNamespace(const Fields& fields) {
  auto& row = fields.to().Add(ir::NamespaceRow{fields.Text("name"), fields.Text("doc")});
  fields.to().doc_of[std::string(row.name)] = row.doc;
}

Result<ir::Type> ConstantType(const void* state, const ir::OpRow&, const Array<ir::Expr>&, const Attrs&,
                              const Span&) {
  return ir::Type(ir::PrimType(*static_cast<const DType*>(state)));
}

// Python gives the name of a dtype; it has checked that there is one.
Result<ir::Type> AskedType(const void* state, const ir::OpRow&, const Array<ir::Expr>& args,
                           const Attrs& attrs, const Span& span) {
  PlaceScope here(span);
  TIRX_TRY(Any name, (*static_cast<const BackendCallback*>(state))(args, attrs));
  auto dtype = *ParseDType(View(name.cast<String>()));
  return IsVoid(dtype) ? ir::VoidType() : ir::Type(ir::PrimType(dtype));
}

ir::TypeRule TypeRuleOf(const Fields& fields, const std::string& op) {
  if (auto* asked = fields.Callback("type", "the type rule of `" + op + "`")) return {AskedType, asked};
  std::string_view name = fields.Text("returns");
  auto dtype = ParseDType(name);
  if (!dtype || IsVoid(*dtype) || *dtype == Handle()) return Among(kTypeRules, name);
  return {ConstantType, &fields.store().Keep(DType(*dtype))};
}

ir::SimFn SemanticsOf(const Fields& fields, const ir::OpRow& row, const std::string& op) {
  if (fields.Has("native_sim"))
    return reinterpret_cast<void (*)(sim::OpContext&)>(uintptr_t(fields.Int("native_sim")));
  auto* callback = fields.Callback("sim", "the simulator's function of `" + op + "`");
  return callback ? SimulatedBy(*callback, row, fields.store()) : ir::SimFn();
}

void AddOp(const Fields& fields) {
  ir::OpRow& row = fields.store().Keep(ir::OpRow());
  row.name = fields.Text("name");
  const std::string op = "T." + std::string(row.name);
  size_t count = 0;
  for (const Fields& param : fields.Rows("params"))
    row.params[count++] = {param.Text("name"), Among(kParamKinds, param.Text("kind")), param.Text("choices"),
                           param.Text("default"), param.Types("types")};
  row.type = TypeRuleOf(fields, op);
  row.effect = Among(kEffects, fields.Text("effect"));
  row.uniform = fields.Bool("uniform");
  row.min_arch = fields.Text("min_arch");
  row.emit = fields.Text("emit");
  row.needs = fields.Text("needs");
  row.sim = SemanticsOf(fields, row, op);
  row.ulp = int(fields.Int("ulp"));
  row.doc = fields.Text("doc");
  row.source = fields.Text("source");
  fields.to().registrar.AddOne(row);
  fields.to().ops.push_back(&row);
}

Result<Any> CallFunction(const void* state, const script::FunctionOperands& operands, const Span& at) {
  PlaceScope here(at);
  Map<String, Any> keywords;
  for (const auto& [name, value] : operands.keywords) keywords.Set(name, value);
  Array<Any> positional(operands.positional.begin(), operands.positional.end());
  auto made = (*static_cast<const BackendCallback*>(state))(positional, keywords);
  if (made.ok()) return made;
  diag::Diagnostics errors = made.diagnostics();
  for (diag::Diagnostic& error : errors)
    if (!error.span.defined()) error.span = at;
  return Failure(std::move(errors));
}

void AddFunction(const Fields& fields) {
  script::FunctionRow row;
  row.name = fields.Text("name");
  row.params = fields.Text("params");
  row.call = {CallFunction, fields.Callback("call", "the function `T." + std::string(row.name) + "`")};
  row.doc = fields.Text("doc");
  fields.to().Add(row);
}

void AddAlias(const Fields& fields) {
  fields.to().Add(script::AliasRow{fields.Text("name"), fields.Text("target")});
}

ir::RecordField RecordFieldOf(const Fields& fields) {
  ir::RecordField field;
  field.name = fields.Text("name");
  field.kind = Among(kFieldKinds, fields.Text("kind"));
  field.required = fields.Bool("required");
  field.choices = fields.Text("choices");
  field.fallback = fields.Text("default");
  if (fields.Has("min")) field.min = fields.Int("min");
  if (fields.Has("max")) field.max = fields.Int("max");
  field.needs = fields.Text("needs");
  field.excludes = fields.Text("excludes");
  field.tag = fields.Text("tag");
  field.index = fields.Text("index");
  field.doc = fields.Text("doc");
  return field;
}

void AddRecord(const Fields& fields) {
  auto& kept = fields.store().Keep(std::vector<ir::RecordField>());
  for (const Fields& field : fields.Rows("fields")) kept.push_back(RecordFieldOf(field));
  ir::RecordRow row;
  row.name = fields.Text("name");
  row.use = Among(kRecordUses, fields.Text("use"));
  row.fields = kept;
  row.doc = fields.Text("doc");
  fields.to().Add(row);
}

}  // namespace

std::vector<RowMakerRow> LanguageRowMakers() {
  return {{"namespace", AddNamespace},
          {"op", AddOp},
          {"function", AddFunction},
          {"alias", AddAlias},
          {"record", AddRecord}};
}

void AddFamilies(Registration& to) {
  std::map<std::string, std::vector<ir::OpRow>> by_space;
  for (const ir::OpRow* row : to.ops)
    by_space[std::string(row->name.substr(0, row->name.find('.')))].push_back(*row);
  for (const auto& [space, rows] : by_space) {
    auto& kept = to.store.Keep(std::vector<ir::OpRow>(rows));
    to.Add(ir::OpFamilyRow{to.store.Text("T." + space), to.store.Text(to.doc_of[space]), kept});
  }
}

}  // namespace tirx::python
