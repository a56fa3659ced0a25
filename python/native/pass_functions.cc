// SPDX-License-Identifier: Apache-2.0
// Passes for Python: which there are, and running one.
#include "pass/pass_options.h"
#include "python/native/failure.h"
#include "python/native/native.h"

namespace tirx::python {
namespace {

// Name, sentence and whether it may be skipped, of each pass; in the order of registration.
Array<Any> Passes() {
  Array<Any> rows;
  for (const pass::PassRow* row : ir::CurrentSnapshot().All<pass::PassRow>())
    rows.push_back(Array<Any>{String(std::string(row->name)), String(std::string(row->doc)), row->skippable});
  return rows;
}

Array<String> PassesOf(const pass::PipelineRow& row) {
  Array<String> names;
  for (std::string_view name : row.passes()) names.push_back(std::string(name));
  return names;
}

Map<String, Any> Pipelines() {
  Map<String, Any> rows;
  for (const pass::PipelineRow* row : ir::CurrentSnapshot().All<pass::PipelineRow>())
    rows.Set(std::string(row->name), PassesOf(*row));
  return rows;
}

Result<ir::IRModule> RunPass(const String& name, const ir::IRModule& module,
                             const ffi::Optional<target::Target>& target, const Map<String, String>& options,
                             bool verify, const String& backend_config) {
  pass::PassContext context;
  context.target = target.has_value() ? *target : pass::BoundTarget(module);
  context.backend_config = std::string(backend_config);
  for (const auto& [key, value] : options) context.options.emplace(std::string(key), std::string(value));
  context.verify = verify;
  return pass::RunPasses(module, {View(name)}, context);
}

}  // namespace

void RegisterPassFunctions() {
  Define("passes", Passes);
  Define("pipelines", Pipelines);
  Define("run_pass",
         [](const String& name, const ir::IRModule& module, const ffi::Optional<target::Target>& target,
            const Map<String, String>& options, bool verify, const String& backend_config) {
           return ToPython(RunPass(name, module, target, options, verify, backend_config));
         });
}

}  // namespace tirx::python
