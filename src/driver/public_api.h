// SPDX-License-Identifier: Apache-2.0
// What the files that implement include/tirx share: Results become exceptions here and nowhere else.
#pragma once

#include "diag/result.h"
#include "ir/function.h"
#include "pass/pass.h"
#include "tirx/transform.h"

namespace tirx {

struct Script::Impl {
  ir::IRModule module;
};

[[noreturn]] void ThrowError(const diag::Diagnostics& diagnostics);

template <class T>
T Unwrap(Result<T> result) {
  if (!result.ok()) ThrowError(result.diagnostics());
  return std::move(result).value();
}

inline Script MakeScript(ir::IRModule module) {
  return Script(std::make_shared<const Script::Impl>(Script::Impl{std::move(module)}));
}

// A caller's instruments as the pass manager's.
class PublicInstruments {
 public:
  explicit PublicInstruments(const std::vector<PassInstrument*>& instruments);
  const std::vector<pass::Instrument*>& pointers() const { return pointers_; }

 private:
  class Adapter : public pass::Instrument {
   public:
    explicit Adapter(PassInstrument* instrument) : instrument_(instrument) {}
    void BeforePass(std::string_view name, const ir::IRModule& module) override;
    void AfterPass(std::string_view name, const ir::IRModule& module) override;

   private:
    PassInstrument* instrument_;
  };
  std::vector<Adapter> adapters_;
  std::vector<pass::Instrument*> pointers_;
};

}  // namespace tirx
