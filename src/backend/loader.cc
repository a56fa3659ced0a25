// SPDX-License-Identifier: Apache-2.0
#include "backend/loader.h"

#include <cstdlib>
#include <mutex>
#include <string>

#include "backend/core/core.h"
#include "backend/source_compiler.h"
#include "diag/suggest.h"

namespace tirx::backend {

// The only friend of Registrar: moves a finished record into a new snapshot.
class Loader {
 public:
  static Status Publish(const Registrar& registrar) {
    auto next = std::make_unique<ir::Snapshot>(ir::CurrentSnapshot());
    for (const auto& record : registrar.records_) {
      std::string_view owner = next->AddRow(record.table, record.name, record.row, registrar.backend_);
      if (!owner.empty())
        return Fail(DK::BackendRowConflict, Span(), {registrar.backend_, record.name, record.table, owner});
    }
    next->AddBackend(registrar.backend_);
    OfferSourceCompilers(*next);
    ir::Publish(std::move(next));
    return Ok{};
  }
};

namespace {

// Recursive: a backend's function may load another backend that it builds on.
std::recursive_mutex& LoadMutex() {
  static auto* mutex = new std::recursive_mutex;
  return *mutex;
}

}  // namespace

Status Load(const Backend& backend) {
  std::lock_guard lock(LoadMutex());
  if (IsLoaded(backend.name)) return Ok{};
  Registrar registrar{std::string(backend.name)};
  try {
    backend.register_rows(registrar);
  } catch (const std::exception& error) {  // plug-in code may throw anything; nothing was published yet
    return Fail(DK::BackendFailed, Span(), {backend.name, error.what()});
  }
  return Loader::Publish(registrar);
}

Status Load(std::string_view name) {
  std::vector<std::string_view> known;
  for (const Backend& backend : BuiltinBackends()) {
    if (backend.name == name) return Load(backend);
    known.push_back(backend.name);
  }
  return diag::Suggest(diag::Make(DK::UnknownBackend, Span(), {name, diag::OneOf(known)}), name, known);
}

Status PublishTag(const target::TargetTagRow& row, bool replace) {
  std::lock_guard lock(LoadMutex());
  auto next = std::make_unique<ir::Snapshot>(ir::CurrentSnapshot());
  if (replace) {
    next->SetRow(row.kTable, row.name, &row, "program");
  } else if (std::string_view owner = next->AddRow(row.kTable, row.name, &row, "program"); !owner.empty()) {
    return Fail(DK::BadTarget, Span(),
                {row.name, "a tag of this name is there; say that it is to be replaced"});
  }
  ir::Publish(std::move(next));
  return Ok{};
}

bool IsLoaded(std::string_view name) {
  return ir::CurrentSnapshot().IsLoaded(name);
}

void LoadAtStart() {
  static std::once_flag once;
  std::call_once(once, [] {
    auto must = [](const Status& status) {
      TIRX_CHECK(status.ok(), status.ok() ? "" : status.diagnostics().front().message);
    };
    must(Load(Backend{"core", RegisterCore, "the language itself"}));
    const char* autoload = std::getenv("TIRX_DEVICE_BACKEND_AUTOLOAD");
    if (autoload && std::string_view(autoload) == "0") return;
    for (const Backend& backend : BuiltinBackends()) must(Load(backend));
  });
}

}  // namespace tirx::backend
