// SPDX-License-Identifier: Apache-2.0
// Device binaries as a table for people.
#include <cstdio>

#include "driver/inspect.h"

namespace tirx::driver {
namespace {

std::string Cell(int64_t value) {
  return value < 0 ? "-" : std::to_string(value);
}

std::string Row(const char* kernel, const std::string& registers, const std::string& spills,
                const std::string& stack, const std::string& shared, const std::string& constant) {
  char line[256];
  std::snprintf(line, sizeof(line), "  %-28s %9s %11s %11s %12s %14s\n", kernel, registers.c_str(),
                spills.c_str(), stack.c_str(), shared.c_str(), constant.c_str());
  return line;
}

}  // namespace

std::string ResourceTable(const DeviceBinary& binary) {
  std::string text = binary.tool + " " + binary.version + ", " + binary.arch + ", " + binary.format + ", " +
                     std::to_string(binary.image.size()) + " bytes\n";
  text += "options:";
  for (const std::string& item : binary.argv) text += " " + item;
  text += "\n";
  if (binary.resources.empty()) return text + "resources: not known for this format\n";
  text += Row("kernel", "registers", "spill bytes", "stack bytes", "shared bytes", "constant bytes");
  for (const auto& kernel : binary.resources) {
    text += Row(kernel.kernel.c_str(), Cell(kernel.registers), Cell(kernel.spill_bytes),
                Cell(kernel.stack_bytes), Cell(kernel.static_shared_bytes), Cell(kernel.constant_bytes));
  }
  return text;
}

}  // namespace tirx::driver
