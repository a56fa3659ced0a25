// SPDX-License-Identifier: Apache-2.0
// Passes and how they are run: a pass is a free function from module to module; a pipeline is a list of
// passes.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/hook.h"
#include "diag/result.h"
#include "ir/function.h"
#include "pass/contents.h"
#include "target/target.h"

namespace tirx::pass {

// What the caller asks for; passed to every pass. Options are named "<pass-name>.<option>" or "<pass-name>" =
// "off" (only passes that are sound to skip accept that).
struct PassContext {
  target::Target target;
  std::map<std::string, std::string> options;
  bool verify = false;         // run the verifier after every pass
  std::string backend_config;  // JSON: what the compile call says (target/backend_config.h)
  bool device_code = true;     // false: none is made, so nothing needs an architecture
  std::string why_no_arch;     // what a message about a missing architecture adds: why no device gave one

  bool IsOff(std::string_view pass) const;
};

// A row of the table of passes; the name is that of the function in kebab case: BindTarget is "bind-target".
// A pass is not run where the module has none of what it is about, nor on the very module that it returned,
// which must be sound: it would change nothing and report nothing. Where passes are verified, that is too.
struct PassRow {
  static constexpr std::string_view kTable = "passes";
  std::string_view name;
  Hook<Result<ir::IRModule>(ir::IRModule, const PassContext&)> run = nullptr;
  Contents concerns = kAnyContent;  // contents (pass/contents.h)
  Contents adds = kAnyContent;      // what the module may hold afterwards that it did not before
  bool skippable = false;
  std::string_view doc = "";  // what it establishes
  bool needs_target = false;
};

// A sequence of passes by name, chosen by target kind; `simulator` leaves accesses in tensor form, so that
// reports speak of the script's own indices.
struct PipelineRow {
  static constexpr std::string_view kTable = "pipelines";
  std::string_view name;  // the target kind it serves, or "simulator"
  Hook<std::vector<std::string_view>()> passes = nullptr;
  std::string_view doc = "";
  // The order that the simulator runs for this kind instead of its own; null: its own.
  std::vector<std::string_view> (*simulated)() = nullptr;
};

// Observes a run. Called before and after each pass with its name and the module.
class Instrument {
 public:
  virtual ~Instrument() = default;
  virtual void BeforePass(std::string_view, const ir::IRModule&) {}
  virtual void AfterPass(std::string_view, const ir::IRModule&) {}
};

// Collects wall time per pass, in order.
class PassTimer : public Instrument {
 public:
  void BeforePass(std::string_view name, const ir::IRModule& module) override;
  void AfterPass(std::string_view name, const ir::IRModule& module) override;
  struct Row {
    std::string name;
    double milliseconds;
  };
  const std::vector<Row>& rows() const { return rows_; }

 private:
  std::vector<Row> rows_;
  double started_ = 0;
};

// Prints the module after the named passes. With "all", after every one; unchanged modules then print as
// "(unchanged)".
class PassPrinter : public Instrument {
 public:
  PassPrinter(std::vector<std::string> passes, std::function<void(const std::string&)> write);
  void BeforePass(std::string_view name, const ir::IRModule& module) override;
  void AfterPass(std::string_view name, const ir::IRModule& module) override;

 private:
  bool Wants(std::string_view name) const;
  std::vector<std::string> passes_;
  std::function<void(const std::string&)> write_;
  ir::IRModule before_;
};

// The error about a pass that is not loaded.
diag::Diagnostic UnknownPass(std::string_view name);

// Runs passes by name. A failure carries the pass's diagnostics; an internal error names the pass and holds
// the IR.
Result<ir::IRModule> RunPasses(ir::IRModule module, const std::vector<std::string_view>& passes,
                               const PassContext& context, const std::vector<Instrument*>& instruments = {});

}  // namespace tirx::pass
