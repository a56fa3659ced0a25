// SPDX-License-Identifier: Apache-2.0
// The whole command line as one function: of the tool, and of `python -m tirx`, where backends that Python
// registered are there, too.
#pragma once

// Gives the exit code. `argv[0]` is the tool's name.
extern "C" __attribute__((visibility("default"))) int TirxCommandLine(int argc, char** argv) noexcept;
