// SPDX-License-Identifier: Apache-2.0
// What a script becomes, as printed text; or its errors.
#pragma once

#include <string>

#include "base/structural.h"
#include "diag/render.h"
#include "ir/printer.h"
#include "ir/verify.h"
#include "script/script.h"

namespace tirx::script {

// The functions of a module without its header. `text` follows the import of T. What is printed must read
// back to an equal module.
inline std::string Elaborated(const std::string& text, const Options& options = {}, bool verified = true) {
  auto module = ParseModule(SourceFile("k.py", "from tirx import script as T\n" + text), options);
  if (!module.ok()) return diag::Render(module.diagnostics());
  auto valid = ir::Verify(*module);
  if (verified && !valid.ok()) return diag::Render(valid.diagnostics());
  std::string printed = ir::Print(*module);
  auto again = ParseModule(SourceFile("printed.py", printed));
  if (!again.ok()) return "does not read back: " + diag::Render(again.diagnostics()) + printed;
  if (!StructuralEqual(*module, *again))
    return "reads back as something else: " + printed + ir::Print(*again);
  std::string out;
  for (const ir::Function& f : (*module)->functions) out += ir::Print(f, {.width = 110, .header = false});
  return out;
}

}  // namespace tirx::script
