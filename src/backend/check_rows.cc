// SPDX-License-Identifier: Apache-2.0
#include "backend/check_rows.h"

#include "backend/detector.h"
#include "backend/toolchain.h"
#include "ir/known_backend.h"
#include "ir/op.h"
#include "ir/record.h"
#include "pass/pass.h"
#include "script/alias.h"
#include "script/form.h"
#include "script/function_row.h"
#include "target/backend_config.h"

namespace tirx::backend {
namespace {

struct Place {
  const ir::Snapshot& next;
  std::string_view backend;
};
// What is wrong, or "".
using RowCheck = std::string (*)(const void* row, const Place& place);

std::string Quoted(std::string_view name) {
  return "`" + std::string(name) + "`";
}

// Names without a dot are the language's own.
std::string CheckName(std::string_view name, const Place& place) {
  std::string space(name.substr(0, name.find('.')));
  if (space.size() == name.size()) return "a backend's names stand below one of its namespaces, `space.name`";
  if (place.next.OwnerOf<ir::NamespaceRow>(space) == place.backend) return "";
  return "`" + space + "` is not a namespace that the backend declares";
}

template <class Row>
std::string CheckKind(const void* row, const Place& place) {
  std::string_view kind = static_cast<const Row*>(row)->name;
  return place.next.Find<target::TargetKindRow>(kind) ? "" : "there is no target kind " + Quoted(kind);
}

std::string CheckOp(const void* row, const Place& place) {
  auto* op = static_cast<const ir::OpRow*>(row);
  return op->type ? CheckName(op->name, place) : "the row has no type rule";
}

std::string CheckRecord(const void* row, const Place& place) {
  return CheckName(static_cast<const ir::RecordRow*>(row)->name, place);
}

std::string CheckFunction(const void* row, const Place& place) {
  return CheckName(static_cast<const script::FunctionRow*>(row)->name, place);
}

std::string CheckAlias(const void* row, const Place& place) {
  auto* alias = static_cast<const script::AliasRow*>(row);
  std::string_view target = alias->target;
  bool known = place.next.Find<ir::OpRow>(target) || place.next.Find<ir::RecordRow>(target) ||
               script::FindSpecialForm(target);
  return known ? CheckName(alias->name, place) : "what it stands for, " + Quoted(target) + ", does not exist";
}

std::string CheckTag(const void* row, const Place&) {
  auto target = target::Parse(static_cast<const target::TargetTagRow*>(row)->json);
  return target.ok() ? "" : target.diagnostics().front().message;
}

std::string CheckPipeline(const void* row, const Place& place) {
  auto* pipeline = static_cast<const pass::PipelineRow*>(row);
  using Order = Hook<std::vector<std::string_view>()>;
  for (const Order& order : {Order(pipeline->passes), Order(pipeline->simulated)})
    for (std::string_view name : order ? order() : std::vector<std::string_view>())
      if (!place.next.Find<pass::PassRow>(name)) return "there is no pass " + Quoted(name);
  return CheckKind<pass::PipelineRow>(row, place);
}

std::string CheckSchema(const void* row, const Place& place) {
  bool own = static_cast<const target::ConfigSchemaRow*>(row)->name == place.backend;
  return own ? "" : "a schema has the name of its backend";
}

struct TableCheck {
  std::string_view table;
  RowCheck check;
};
constexpr TableCheck kChecks[] = {
    {ir::OpRow::kTable, CheckOp},
    {ir::RecordRow::kTable, CheckRecord},
    {script::FunctionRow::kTable, CheckFunction},
    {script::AliasRow::kTable, CheckAlias},
    {target::TargetTagRow::kTable, CheckTag},
    {target::ConfigSchemaRow::kTable, CheckSchema},
    {pass::PipelineRow::kTable, CheckPipeline},
    {codegen::GeneratorRow::kTable, CheckKind<codegen::GeneratorRow>},
    {ToolchainRow::kTable, CheckKind<ToolchainRow>},
    {DetectorRow::kTable, CheckKind<DetectorRow>},
};

RowCheck CheckOf(std::string_view table) {
  for (const TableCheck& row : kChecks)
    if (row.table == table) return row.check;
  return nullptr;
}

}  // namespace

Status CheckRows(const Registrar& registrar, const ir::Snapshot& next) {
  ir::SnapshotScope scope(next);
  for (const Registrar::Record& record : registrar.records()) {
    RowCheck check = CheckOf(record.table);
    std::string wrong = record.name.empty() ? "the row has no name" : "";
    if (wrong.empty() && check) wrong = check(record.row, {next, registrar.backend()});
    if (!wrong.empty())
      return Fail(DK::BadBackendRow, Span(), {registrar.backend(), record.name, record.table, wrong});
  }
  return Ok{};
}

}  // namespace tirx::backend
