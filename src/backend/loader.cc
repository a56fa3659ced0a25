// SPDX-License-Identifier: Apache-2.0
#include "backend/loader.h"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <string>

#include "backend/check_rows.h"
#include "backend/core/core.h"
#include "backend/library_loader.h"
#include "backend/source_compiler.h"
#include "diag/suggest.h"

namespace tirx::backend {
namespace {

constexpr std::string_view kCore = "core";
constexpr std::string_view kBuiltIn = "built in";

// Recursive: a backend's function may load another backend that it builds on.
std::recursive_mutex& LoadMutex() {
  static auto* mutex = new std::recursive_mutex;
  return *mutex;
}

// The backends whose functions run now, the outermost first; under the mutex, so all are of one thread.
std::vector<std::string_view>& Running() {
  static auto* running = new std::vector<std::string_view>;
  return *running;
}

class RunningScope {
 public:
  explicit RunningScope(std::string_view name) { Running().push_back(name); }
  ~RunningScope() { Running().pop_back(); }
  RunningScope(const RunningScope&) = delete;
  RunningScope& operator=(const RunningScope&) = delete;
};

bool IsRunning(std::string_view name) {
  return std::find(Running().begin(), Running().end(), name) != Running().end();
}

// Where the backend comes from that has this name, loaded or only known; "" when none has.
std::string OriginOf(std::string_view name) {
  if (auto* loaded = ir::CurrentSnapshot().FindBackend(name)) return loaded->origin;
  return std::string(ir::CurrentSnapshot().Find<ir::KnownBackendRow>(name) ? kBuiltIn : "");
}

Failure Threw(const Registrar& registrar, std::string_view what) {
  return Fail(DK::BackendFailed, Span(), {registrar.backend(), registrar.Step(), what});
}

// Runs the backend's function, which only records. Plug-in code may throw anything.
Status Record(const Backend& backend, Registrar* registrar) {
  RunningScope running(backend.name);
  try {
    for (const ir::NamespaceRow& row : backend.namespaces) registrar->AddOne(row);
    backend.register_rows(*registrar);
  } catch (const std::exception& error) {
    return Threw(*registrar, error.what());
  } catch (...) {
    return Threw(*registrar, "it threw something that is no std::exception");
  }
  return Ok{};
}

Result<std::unique_ptr<ir::Snapshot>> Extended(const Registrar& registrar) {
  auto next = std::make_unique<ir::Snapshot>(ir::CurrentSnapshot());
  for (const Registrar::Record& record : registrar.records()) {
    std::string_view owner = next->AddRow(record.table, record.name, record.row, registrar.backend());
    if (!owner.empty())
      return Fail(DK::BackendRowConflict, Span(), {registrar.backend(), record.name, record.table, owner});
  }
  return next;
}

// The built-in backends as what the language knows of them before they are loaded.
void AnnounceBuiltins() {
  static auto* rows = new std::deque<ir::KnownBackendRow>;
  auto next = std::make_unique<ir::Snapshot>(ir::CurrentSnapshot());
  for (const Backend* backend : BuiltinBackends()) {
    const auto& row =
        rows->emplace_back(ir::KnownBackendRow{backend->name, backend->doc, backend->namespaces});
    next->AddRow(row.kTable, row.name, &row, kCore);
  }
  ir::Publish(std::move(next));
}

}  // namespace

void Registrar::Need(std::string_view backend) const {
  Status loaded = Load(backend);
  if (!loaded.ok()) throw std::runtime_error(loaded.diagnostics().front().message);
}

std::string Registrar::Step() const {
  if (records_.empty()) return "before its first row";
  return "after row `" + records_.back().name + "` of table `" + std::string(records_.back().table) + "`";
}

Status Load(const Backend& backend, std::string_view origin) {
  std::lock_guard lock(LoadMutex());
  std::string other = OriginOf(backend.name);
  if (!other.empty() && other != origin)
    return Fail(DK::BackendNameTaken, Span(), {backend.name, origin, other});
  // Asked for by its own function, or by one that this runs: it is on its way.
  if (IsLoaded(backend.name) || IsRunning(backend.name)) return Ok{};
  Registrar registrar{std::string(backend.name)};
  TIRX_RETURN_IF_FAILED(Record(backend, &registrar));
  TIRX_TRY(std::unique_ptr<ir::Snapshot> next, Extended(registrar));
  if (backend.name != kCore) {
    TIRX_RETURN_IF_FAILED(CheckRows(registrar, *next));
  }
  next->AddBackend({registrar.backend(), std::string(origin), std::string(backend.doc)});
  ir::Publish(std::move(next));
  OfferSourceCompilers(ir::CurrentSnapshot());
  return Ok{};
}

Status Load(std::string_view name) {
  std::vector<std::string_view> known;
  for (const Backend* backend : BuiltinBackends()) {
    if (backend->name == name) return Load(*backend, kBuiltIn);
    known.push_back(backend->name);
  }
  if (auto library = FindLibrary(name)) return LoadLibrary(*library);
  if (IsLoaded(name)) return Ok{};  // of a library that was given by its path
  auto unknown = diag::Make(DK::UnknownBackend, Span(), {name, diag::AllOf(known)})
                     .WithNote(Span(), "others come from libraries: `libtirx_backend_" + std::string(name) +
                                           ".so` in a folder of TIRX_BACKEND_PATH, or "
                                           "`tirx.backend.load_library(path)`");
  return diag::Suggest(std::move(unknown), name, known);
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

bool LoadsAtStart() {
  const char* autoload = std::getenv("TIRX_DEVICE_BACKEND_AUTOLOAD");
  return !autoload || std::string_view(autoload) != "0";
}

void LoadAtStart() {
  static std::once_flag once;
  std::call_once(once, [] {
    auto must = [](const Status& status) {
      TIRX_CHECK(status.ok(), status.ok() ? "" : status.diagnostics().front().message);
    };
    must(Load(kCoreBackend, kBuiltIn));
    AnnounceBuiltins();
    if (!LoadsAtStart()) return;
    for (const Backend* backend : BuiltinBackends()) must(Load(*backend, kBuiltIn));
    LoadLibrariesOnPath();
  });
}

}  // namespace tirx::backend
