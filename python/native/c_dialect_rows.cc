// SPDX-License-Identifier: Apache-2.0
#include "python/native/c_dialect_rows.h"

#include "codegen/c_family.h"

namespace tirx::python {
namespace {

using codegen::Dialect;

// The rows of one table, kept.
template <class Row>
std::span<const Row> TableOf(const Fields& fields, const char* key, Row (*read)(const Fields&)) {
  std::vector<Row> rows;
  for (const Fields& row : fields.Rows(key)) rows.push_back(read(row));
  return fields.store().Keep(std::move(rows));
}

codegen::TypeRow TypeRowOf(const Fields& row) {
  return {row.Types("type"),    row.Text("name"), row.Text("literal"),
          row.Text("infinity"), row.Text("nan"),  row.Text("needs")};
}

codegen::VectorRow VectorRowOf(const Fields& row) {
  return {row.Types("type"), int(row.Int("lanes")), row.Text("name"), row.Text("make")};
}

codegen::ScopeRow ScopeRowOf(const Fields& row) {
  auto declared = codegen::Declared::Here;
  if (row.Text("declared") == "function_start") declared = codegen::Declared::FunctionStart;
  if (row.Text("declared") == "parameter") declared = codegen::Declared::Parameter;
  return {row.Text("scope"), row.Text("declare"), row.Text("pointer"), int(row.Int("min_alignment")),
          declared};
}

codegen::EmitRow EmitRowOf(const Fields& row) {
  codegen::EmitRow emit;
  emit.op = row.Text("op");
  emit.types = row.Types("types");
  emit.text = row.Text("text");
  emit.needs = row.Text("needs");
  return emit;
}

codegen::CastRow CastRowOf(const Fields& row) {
  return {row.Types("from"), row.Types("to"), row.Text("text"), row.Text("needs")};
}

codegen::PreludeRow PreludeRowOf(const Fields& row) {
  return {row.Text("name"), row.Text("text"), row.Text("needs"), !row.Bool("before_types")};
}

struct TextField {
  const char* key;
  std::string_view Dialect::*field;
};
constexpr TextField kTexts[] = {
    {"reserved", &Dialect::reserved},
    {"kernel_prefix", &Dialect::kernel_prefix},
    {"function_prefix", &Dialect::function_prefix},
    {"helper_prefix", &Dialect::helper_prefix},
    {"restrict_word", &Dialect::restrict_word},
    {"struct_literal", &Dialect::struct_literal},
    {"alignas_needs", &Dialect::alignas_needs},
    {"align", &Dialect::align},
    {"long_suffix", &Dialect::long_suffix},
    {"unroll", &Dialect::unroll},
    {"unroll_by", &Dialect::unroll_by},
    {"no_unroll", &Dialect::no_unroll},
    {"print_function", &Dialect::print_function},
    {"trap", &Dialect::trap},
    {"trap_needs", &Dialect::trap_needs},
};

Result<codegen::DeviceSource> GenerateInDialect(const void* state, const Array<ir::Function>& functions,
                                                const target::Target& target) {
  return codegen::GenerateC(functions, target, *static_cast<const Dialect*>(state));
}

}  // namespace

decltype(codegen::GeneratorRow::generate) DialectGenerator(const Fields& fields, std::string_view language) {
  Dialect& dialect = fields.store().Keep(Dialect());
  dialect.language = language;
  dialect.types = TableOf(fields, "types", TypeRowOf);
  dialect.vectors = TableOf(fields, "vectors", VectorRowOf);
  dialect.scopes = TableOf(fields, "scopes", ScopeRowOf);
  dialect.ops = TableOf(fields, "ops", EmitRowOf);
  dialect.casts = TableOf(fields, "casts", CastRowOf);
  dialect.bit_casts = TableOf(fields, "bit_casts", CastRowOf);
  dialect.prelude = TableOf(fields, "prelude", PreludeRowOf);
  for (const TextField& text : kTexts)
    if (fields.Has(text.key)) dialect.*text.field = fields.Text(text.key);
  if (fields.Has("wide_types")) dialect.wide_types = fields.Types("wide_types");
  return {GenerateInDialect, &dialect};
}

}  // namespace tirx::python
