// SPDX-License-Identifier: Apache-2.0
#include "pass/pass.h"

#include <set>

#include "base/check.h"
#include "base/interrupt.h"
#include "base/structural.h"
#include "diag/render.h"
#include "diag/suggest.h"
#include "ir/printer.h"
#include "ir/verify.h"
#include "pass/pass_options.h"

namespace tirx::pass {
namespace {

// What an internal error shows: the pass, the reason, and the IR that the pass was given.
[[noreturn]] void ThrowInPass(std::string_view pass, const std::string& reason, const ir::IRModule& module) {
  std::string text = "internal error in pass `" + std::string(pass) + "`: " + reason;
  try {
    text += "\nthe IR before the pass:\n" + ir::Print(module);
  } catch (const InternalError&) {
    text += "\nthe IR before the pass cannot be printed";
  }
  throw InternalError(text);
}

Result<ir::IRModule> RunOne(const PassRow& row, const ir::IRModule& module, const PassContext& context) {
  try {
    return row.run(module, context);
  } catch (const InternalError& error) {
    ThrowInPass(row.name, error.what(), module);
  }
}

bool Concerns(const PassRow& row, Contents contents) {
  return row.concerns == kAnyContent || (row.concerns & contents);
}

// A module that a pass made and the verifier refuses is the pass's bug, not the user's; so are contents that
// its row does not tell of, and changes where it would not have been run.
void VerifyAfter(const PassRow& row, const ir::IRModule& before, const ir::IRModule& after, Contents contents,
                 bool needed) {
  Status status = ir::Verify(after);
  if (!status.ok())
    ThrowInPass(row.name, "it left invalid IR:\n" + diag::Render(status.diagnostics()), before);
  if (!needed && !StructuralEqual(Any(before), Any(after)))
    ThrowInPass(row.name, "it changed a module that has nothing of what it is about, or that it made itself",
                before);
  if (Contents added = ContentsOf(after) & ~(contents | row.adds))
    ThrowInPass(row.name, "it added contents " + std::to_string(added) + " (pass/contents.h)", before);
}

// The pass that an option names: everything before the first dot.
std::string_view PassOf(std::string_view option) {
  return option.substr(0, option.find('.'));
}

Status CheckOptions(const PassContext& context) {
  for (const auto& [key, value] : context.options) {
    std::string_view pass = PassOf(key);
    const PassRow* row = ir::CurrentSnapshot().Find<PassRow>(pass);
    if (!row) return UnknownPass(pass);
    if (pass == key && value != "off") return Fail(DK::BadPassOption, Span(), {key, value, "`off`"});
    if (pass == key && !row->skippable) return Fail(DK::PassNotSkippable, Span(), {pass});
    if (pass != key) TIRX_RETURN_IF_FAILED(CheckPassOption(*row, key, value));
  }
  return Ok{};
}

}  // namespace

diag::Diagnostic UnknownPass(std::string_view name) {
  auto diagnostic = diag::Make(DK::UnknownPass, Span(), {name});
  return diag::Suggest(std::move(diagnostic), name, ir::CurrentSnapshot().Names<PassRow>());
}

bool PassContext::IsOff(std::string_view pass) const {
  auto it = options.find(std::string(pass));
  return it != options.end() && it->second == "off";
}

Result<ir::IRModule> RunPasses(ir::IRModule module, const std::vector<std::string_view>& passes,
                               const PassContext& context, const std::vector<Instrument*>& instruments) {
  TIRX_RETURN_IF_FAILED(CheckOptions(context));
  if (context.verify) TIRX_RETURN_IF_FAILED(ir::Verify(module));
  Contents contents = ContentsOf(module);
  std::set<std::string_view> done;  // on the very module that there is now
  for (std::string_view name : passes) {
    const PassRow* row = ir::CurrentSnapshot().Find<PassRow>(name);
    if (!row) return UnknownPass(name);
    if (row->skippable && context.IsOff(name)) continue;
    if (row->needs_target && !context.target.defined())
      return Fail(DK::BadArgument, Span(), {"target", "pass `" + std::string(name) + "` needs one"});
    if (Interrupted()) return Fail(DK::Interrupted, Span(), {"pass `" + std::string(name) + "` was next"});
    for (Instrument* instrument : instruments) instrument->BeforePass(name, module);
    bool needed = Concerns(*row, contents) && !done.count(name);
    if (context.verify || needed) {
      TIRX_TRY(ir::IRModule after, RunOne(*row, module, context));
      if (context.verify) VerifyAfter(*row, module, after, contents, needed);
      if (!after.same_as(module)) {
        contents = row->adds == kAnyContent ? ContentsOf(after) : contents | row->adds;
        done.clear();
      }
      done.insert(name);
      module = std::move(after);
    }
    for (Instrument* instrument : instruments) instrument->AfterPass(name, module);
  }
  return module;
}

}  // namespace tirx::pass
