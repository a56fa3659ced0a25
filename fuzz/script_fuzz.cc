// SPDX-License-Identifier: Apache-2.0
// libFuzzer entry for the front end: whatever the text, no crash and no hang; and what is accepted prints to
// text, and saves to JSON, that read back to an equal module.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "base/structural.h"
#include "diag/render.h"
#include "driver/library.h"
#include "ir/json.h"
#include "ir/printer.h"
#include "script/script.h"

namespace {

[[noreturn]] void Wrong(const char* what, const std::string& text) {
  std::fprintf(stderr, "%s:\n%s\n", what, text.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tirx;
  static const bool loaded = (driver::EnsureLibrary(), true);
  (void)loaded;
  script::Options options;
  options.step_limit = 20'000;  // inputs that compute for long say nothing new
  std::string source(reinterpret_cast<const char*>(data), size);
  auto module = script::ParseModule(SourceFile("fuzz.py", source), options);
  if (!module.ok()) {
    diag::Render(module.diagnostics());
    return 0;
  }
  std::string text = ir::Print(*module);
  if (text.find("T.omitted(") == std::string::npos) {
    auto again = script::ParseModule(SourceFile("printed.py", text));
    if (!again.ok()) Wrong("does not read back", diag::Render(again.diagnostics()) + text);
    if (!StructuralEqual(Any(*module), Any(*again))) Wrong("reads back to another module", text);
  }
  auto saved = ir::LoadJson(ir::SaveJson(*module));
  if (!saved.ok()) Wrong("JSON does not load", diag::Render(saved.diagnostics()));
  if (!StructuralEqual(Any(*module), Any(*saved))) Wrong("JSON loads another module", text);
  return 0;
}
