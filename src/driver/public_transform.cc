// SPDX-License-Identifier: Apache-2.0
// include/tirx/transform.h over the pass manager.
#include "diag/suggest.h"
#include "driver/library.h"
#include "driver/public_api.h"
#include "pass/pass_options.h"
#include "tirx/transform.h"

namespace tirx {

PublicInstruments::PublicInstruments(const std::vector<PassInstrument*>& instruments) {
  for (PassInstrument* instrument : instruments) adapters_.push_back(Adapter(instrument));
  for (Adapter& adapter : adapters_) pointers_.push_back(&adapter);
}

void PublicInstruments::Adapter::BeforePass(std::string_view name, const ir::IRModule& module) {
  instrument_->BeforePass(std::string(name), MakeScript(module));
}

void PublicInstruments::Adapter::AfterPass(std::string_view name, const ir::IRModule& module) {
  instrument_->AfterPass(std::string(name), MakeScript(module));
}

std::vector<PassInfo> Passes() {
  driver::EnsureLibrary();
  std::vector<PassInfo> passes;
  for (const pass::PassRow* row : ir::CurrentSnapshot().All<pass::PassRow>())
    passes.push_back({std::string(row->name), std::string(row->doc), row->skippable});
  return passes;
}

std::vector<std::string> Pipeline(const std::string& kind) {
  driver::EnsureLibrary();
  const ir::Snapshot& rows = ir::CurrentSnapshot();
  auto* row = rows.Find<pass::PipelineRow>(kind);
  if (!row) {
    auto known = rows.Names<pass::PipelineRow>();
    auto unknown = diag::Make(DK::UnknownTargetKind, Span(), {kind, diag::OneOf(known)});
    ThrowError({diag::Suggest(std::move(unknown), kind, known)});
  }
  std::vector<std::string> names;
  for (std::string_view name : row->passes()) names.emplace_back(name);
  return names;
}

Script RunPasses(const Script& script, const std::vector<std::string>& passes, const PassContext& context) {
  driver::EnsureLibrary();
  pass::PassContext inner;
  inner.target = context.target.empty() ? pass::BoundTarget(script.impl().module)
                                        : Unwrap(target::Parse(context.target));
  if (!context.arch.empty()) inner.target = Unwrap(target::WithArch(inner.target, context.arch));
  inner.backend_config = context.backend_config;
  inner.options = context.options;
  inner.verify = context.verify;
  PublicInstruments instruments(context.instruments);
  std::vector<std::string_view> names(passes.begin(), passes.end());
  return MakeScript(Unwrap(pass::RunPasses(script.impl().module, names, inner, instruments.pointers())));
}

}  // namespace tirx
