// SPDX-License-Identifier: Apache-2.0
// The tool `tirx`.
#include "cli/command_line.h"

int main(int argc, char** argv) {
  return TirxCommandLine(argc, argv);
}
