// SPDX-License-Identifier: Apache-2.0
// Wrong usage: what the command line says about verbs, options and choices that do not exist.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/command.h"

namespace tirx::cli {

// Accepts these values only; for others it suggests the closest.
CLI::Validator Choice(std::vector<std::string> values);

// Accepts whole numbers from `least` on.
CLI::Validator AtLeast(int64_t least);

// Prints what was wrong (or the help that was asked for) and gives the exit code.
ExitCode ReportUsage(const CLI::App& app, const CLI::ParseError& error, int argc, const char* const* argv);

}  // namespace tirx::cli
