// SPDX-License-Identifier: Apache-2.0
// Passes: what the compiler does to a script, step by step.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tirx/script.h"

namespace tirx {

struct PassInfo {
  std::string name;        // "narrow-index"
  std::string doc;         // what it establishes
  bool skippable = false;  // whether the option `off` is sound
};
// All that are registered, those of backends too.
std::vector<PassInfo> Passes();
// The names of the passes for a target kind, or for "simulator", in order. Throws Error for another name.
std::vector<std::string> Pipeline(const std::string& kind);

// By name: {"unroll-loops.max_statements", "256"}; {"simplify", "off"} skips a pass that may be.
using PassOptions = std::map<std::string, std::string>;

// Is told of each pass, with the script before and after it.
class PassInstrument {
 public:
  virtual ~PassInstrument() = default;
  virtual void BeforePass(const std::string& /*pass*/, const Script& /*script*/) {}
  virtual void AfterPass(const std::string& /*pass*/, const Script& /*script*/) {}
};

class PassTimer : public PassInstrument {
 public:
  void BeforePass(const std::string&, const Script&) override { started_ = Clock::now(); }
  void AfterPass(const std::string& pass, const Script&) override {
    rows_.emplace_back(pass, std::chrono::duration<double, std::milli>(Clock::now() - started_).count());
  }
  // Name and milliseconds, in order.
  const std::vector<std::pair<std::string, double>>& rows() const { return rows_; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point started_;
  std::vector<std::pair<std::string, double>> rows_;
};

struct PassContext {
  std::string target = {};            // a kind, a tag or JSON; empty: the one that the script is bound to
  std::string arch = {};              // exact, such as "sm_90a"
  std::string backend_config = "{}";  // JSON
  PassOptions options = {};
  bool verify = false;  // before and after every pass
  std::vector<PassInstrument*> instruments = {};
};

// The script after these passes. Throws Error for unknown passes and options, and for what a pass refuses.
Script RunPasses(const Script& script, const std::vector<std::string>& passes,
                 const PassContext& context = {});

}  // namespace tirx
