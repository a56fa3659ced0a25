// SPDX-License-Identifier: Apache-2.0
// The instruments that come with the pass manager: time per pass, and the IR after it.
#include <algorithm>
#include <chrono>

#include "base/structural.h"
#include "ir/printer.h"
#include "pass/pass.h"

namespace tirx::pass {
namespace {

double MillisecondsNow() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

}  // namespace

void PassTimer::BeforePass(std::string_view, const ir::IRModule&) {
  started_ = MillisecondsNow();
}

void PassTimer::AfterPass(std::string_view name, const ir::IRModule&) {
  rows_.push_back({std::string(name), MillisecondsNow() - started_});
}

PassPrinter::PassPrinter(std::vector<std::string> passes, std::function<void(const std::string&)> write)
    : passes_(std::move(passes)), write_(std::move(write)) {}

bool PassPrinter::Wants(std::string_view name) const {
  return std::any_of(passes_.begin(), passes_.end(),
                     [&](const std::string& p) { return p == "all" || p == name; });
}

void PassPrinter::BeforePass(std::string_view name, const ir::IRModule& module) {
  if (Wants(name)) before_ = module;
}

void PassPrinter::AfterPass(std::string_view name, const ir::IRModule& module) {
  if (!Wants(name)) return;
  // Whoever names one pass wants to see the module; among all of them, repeating it says nothing.
  bool all = std::find(passes_.begin(), passes_.end(), "all") != passes_.end();
  bool unchanged = all && (module.same_as(before_) || StructuralEqual(module, before_));
  write_("# after " + std::string(name) + (unchanged ? " (unchanged)\n" : "\n" + ir::Print(module)));
  before_ = ir::IRModule();
}

}  // namespace tirx::pass
