// SPDX-License-Identifier: Apache-2.0
// What is loaded, for Python: rows of the registry.
#include "backend/detector.h"
#include "backend/library_loader.h"
#include "backend/loader.h"
#include "ir/known_backend.h"
#include "ir/op.h"
#include "pass/pass.h"
#include "python/native/failure.h"
#include "python/native/native.h"
#include "target/target.h"

namespace tirx::python {
namespace {

String Text(std::string_view text) {
  return std::string(text);
}

template <class Row>
Array<Any> Rows() {
  Array<Any> rows;
  const ir::Snapshot& registry = ir::CurrentSnapshot();
  for (const Row* row : registry.All<Row>()) {
    Map<String, Any> entry{{"name", Text(row->name)}, {"backend", Text(registry.OwnerOf<Row>(row->name))}};
    if constexpr (!std::is_same_v<Row, target::TargetTagRow>) entry.Set("doc", Text(row->doc));
    rows.push_back(entry);
  }
  return rows;
}

const char* KindName(ir::ParamKind kind) {
  switch (kind) {
    case ir::ParamKind::Value:
      return "value";
    case ir::ParamKind::Tensor:
      return "tensor";
    case ir::ParamKind::Element:
      return "value";
    case ir::ParamKind::Int:
      return "int";
    case ir::ParamKind::Bool:
      return "bool";
    case ir::ParamKind::Text:
      return "str";
    case ir::ParamKind::DType:
      return "dtype";
    case ir::ParamKind::Values:
      return "values";
  }
  TIRX_UNREACHABLE("parameter kind");
}

// Operations with what their stubs need.
Array<Any> Intrinsics() {
  Array<Any> rows;
  const ir::Snapshot& registry = ir::CurrentSnapshot();
  for (const ir::OpRow* row : registry.All<ir::OpRow>()) {
    Array<Any> params;
    for (size_t i = 0; i < row->param_count(); ++i) {
      const ir::OpParam& param = row->params[i];
      params.push_back(Map<String, Any>{{"name", Text(param.name)},
                                        {"kind", Text(KindName(param.kind))},
                                        {"choices", Text(param.choices)},
                                        {"default", Text(param.fallback)}});
    }
    rows.push_back(Map<String, Any>{{"name", Text(row->name)},
                                    {"backend", Text(registry.OwnerOf<ir::OpRow>(row->name))},
                                    {"params", params},
                                    {"ulp", int64_t(row->ulp)},
                                    {"source", Text(row->source)},
                                    {"doc", Text(row->doc)}});
  }
  return rows;
}

}  // namespace

void RegisterRegistryFunctions() {
  Define("intrinsics", Intrinsics);
  Define("targets", Rows<target::TargetKindRow>);
  Define("tags", Rows<target::TargetTagRow>);
  Define("passes", Rows<pass::PassRow>);
  Define("backends", [] {
    Array<String> names;
    for (const auto& backend : ir::CurrentSnapshot().backends()) names.push_back(backend.name);
    return names;
  });
  Define("known_backends", [] {
    Array<String> names;
    for (std::string_view name : ir::CurrentSnapshot().Names<ir::KnownBackendRow>())
      names.push_back(Text(name));
    return names;
  });
  Define("load_backend", [](const String& name) { return ToPython(backend::Load(View(name))); });
  Define("load_backend_library",
         [](const String& path) { return ToPython(backend::LoadLibrary(std::string(path))); });
  Define("is_backend_loaded", [](const String& name) { return backend::IsLoaded(View(name)); });
  Define("tables_of", [](const String& owner) {
    Array<String> tables;
    for (const std::string& name : ir::CurrentSnapshot().TablesOf(View(owner))) tables.push_back(name);
    return tables;
  });
  Define("backend_doc", [](const String& name) {
    auto* loaded = ir::CurrentSnapshot().FindBackend(View(name));
    return loaded ? String(loaded->doc) : String();
  });
  // Why `T.<name>` is missing, when it is of a backend that is not loaded; "" otherwise.
  Define("not_loaded_namespace", [](const String& name) {
    auto error = ir::NotLoadedNamespace(View(name), Span());
    return error ? String(error->message + "; " + error->notes.front().message) : String();
  });
  Define("detect_target", [](const String& kind, int64_t device_id) {
    return ToPython(backend::DetectTarget(View(kind), int(device_id)));
  });
}

}  // namespace tirx::python
