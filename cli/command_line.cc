// SPDX-License-Identifier: Apache-2.0
// The command line: tirx VERB ...
#include "cli/command_line.h"

#include <signal.h>

#include <cstdio>
#include <exception>

#include "base/interrupt.h"
#include "cli/command.h"
#include "cli/usage.h"
#include "driver/library.h"

namespace tirx::cli {
namespace {

constexpr const char* kExamples = R"(examples:
  tirx check examples/softmax.py
  tirx run examples/softmax.py --arg rows=64 --simulate
  tirx lower examples/softmax.py --arch sm_90a --show source
  tirx compile examples/softmax.py --arch sm_90a -o softmax.tirx
  tirx inspect softmax.tirx --show resources
exit codes: 0 fine, 1 something is wrong with the input, 2 wrong usage, 3 a bug of tirx)";

void Interrupt(int) {
  InterruptAll();
}

// Ctrl-C ends compilers that run and simulations, and with them the verb; once more ends the process at once.
// Who started us without the signal (a shell's background jobs) keeps it so.
void CatchInterrupts() {
  struct sigaction action {
  }, before{};
  sigaction(SIGINT, nullptr, &before);
  if (before.sa_handler == SIG_IGN) return;
  action.sa_handler = Interrupt;
  action.sa_flags = int(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
}

// Whoever waits for us sees what ended us.
void EndAsInterrupted() {
  signal(SIGINT, SIG_DFL);
  raise(SIGINT);
}

int Main(int argc, char** argv) {
  CLI::App app{
      "tirx compiles tile kernels written in TIRx script, runs them on a device or on the simulator, and "
      "shows "
      "what was built."};
  app.footer(kExamples);
  app.set_version_flag("--version", "tirx 0.1.0");
  app.require_subcommand(1);
  Exit exit = kFine;
  AddCompileCommand(app, &exit);
  AddLowerCommand(app, &exit);
  AddRunCommand(app, &exit);
  AddCheckCommand(app, &exit);
  AddInspectCommand(app, &exit);
  AddListCommand(app, &exit);
  try {
    CatchInterrupts();
    driver::EnsureLibrary();
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return ReportUsage(app, error, argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tirx: %s\nThis is a bug of tirx; please report it with the input.\n", error.what());
    return kInternal;
  }
  return exit;
}

}  // namespace
}  // namespace tirx::cli

int TirxCommandLine(int argc, char** argv) noexcept {
  int exit = tirx::cli::Main(argc, argv);
  std::fflush(stdout);  // a host that is not C has buffers of its own
  if (tirx::AllInterrupted()) tirx::cli::EndAsInterrupted();
  return exit;
}
