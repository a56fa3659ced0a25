// SPDX-License-Identifier: Apache-2.0
// Loading backends whose registration is a function of Python. They go through the same loader as all others:
// the function runs inside of it, and adds row by row.
#include <stdexcept>

#include "backend/loader.h"
#include "pass/pipelines.h"
#include "python/native/backend_rows.h"
#include "python/native/failure.h"
#include "python/native/native.h"

namespace tirx::python {
namespace {

// Rows point into it, so it stays where it is: for good once its backend is loaded.
struct PythonBackend {
  std::string name, origin, doc;
  BackendCallback hook;
  RowStore store;
  bool has_run = false;
  std::vector<std::function<void()>> when_loaded;
  std::string traceback;  // of what the hook raised
};

RowMaker MakerOf(std::string_view table) {
  for (const auto& makers : {TargetRowMakers(), CompileRowMakers(), LanguageRowMakers()})
    for (const RowMakerRow& row : makers)
      if (row.table == table) return row.add;
  TIRX_UNREACHABLE("an unknown table from the package");
}

void RunHook(const void* state, backend::Registrar& registrar) {
  auto& backend = *static_cast<PythonBackend*>(const_cast<void*>(state));
  backend.has_run = true;
  Registration to{registrar, backend.store, {}, {}, {}};
  auto add = ffi::Function::FromTyped([&to](const String& table, const Map<String, Any>& fields) {
    MakerOf(View(table))(Fields(to, fields));
  });
  auto need = ffi::Function::FromTyped([&registrar](const String& name) {
    try {
      registrar.Need(View(name));
    } catch (const std::exception& error) {  // Python raises it where it called
      return String(error.what());
    }
    return String();
  });
  CallOutcome done = backend.hook.Call(add, need);
  if (!done.ok()) {
    backend.traceback = done.traceback;
    throw std::runtime_error(done.message);  // the loader adds how far the registration had come
  }
  AddFamilies(to);
  backend.when_loaded = std::move(to.when_loaded);
}

Any LoadPythonBackend(const String& name, const String& origin, const String& doc,
                      const ffi::Function& hook) {
  auto backend = std::make_unique<PythonBackend>(
      PythonBackend{name, origin, doc, BackendCallback(name, "its registration", hook), {}, false, {}, {}});
  auto loaded = backend::Load({backend->name, {RunHook, backend.get()}, backend->doc}, View(origin));
  if (loaded.ok()) {
    for (const auto& act : backend->when_loaded) act();
    if (backend->has_run) (void)backend.release();  // its rows are handed out
    return Any(nullptr);
  }
  diag::Diagnostics errors = loaded.diagnostics();
  if (!backend->traceback.empty()) errors.front().notes.push_back({Span(), backend->traceback});
  return ToFailure(errors);
}

}  // namespace

void RegisterBackendFunctions() {
  Define("load_python_backend", LoadPythonBackend);
  Define("gpu_passes", [] {
    Array<String> names;
    for (std::string_view name : pass::GpuPipeline()) names.push_back(std::string(name));
    return names;
  });
  Define("is_dtype", [](const String& name) { return ParseDType(View(name)).has_value(); });
  Define("end_interpreter", [] { BackendCallback::EndInterpreter(); });
}

}  // namespace tirx::python
