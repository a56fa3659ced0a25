// SPDX-License-Identifier: Apache-2.0
// Copies of private device functions for the targets and configurations that call them: what is compiled
// apart needs helpers of its own. Shared by the two passes specialize-entry-helpers and
// specialize-device-helpers.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ir/function.h"
#include "pass/bind_backend_config.h"

namespace tirx::pass {

class HelperClones {
 public:
  explicit HelperClones(const ir::IRModule& module);

  // `body` with calls of module functions redirected to copies for `binding`, directly and through other
  // helpers. A function that has this target and configuration itself serves as it is.
  ir::Stmt Specialize(const ir::Stmt& body, const Binding& binding);

  // The module of `functions`, which are the original ones, some with specialized bodies, and the copies;
  // without helpers that were copied and that nothing which stays calls any more.
  ir::IRModule Finish(const Array<ir::Function>& functions) const;

 private:
  class Redirect;
  std::string NameFor(const ir::Function& helper, const Binding& binding);
  std::string FreshName(const std::string& hint) const;

  const ir::IRModule& module_;
  std::map<std::string, ir::Function> functions_;
  std::map<std::pair<std::string, std::string>, std::string> names_;  // (helper, binding) -> its copy
  std::vector<ir::Function> copies_;                                  // in the order in which they were made
  std::map<std::string, ir::Function> in_place_;  // helpers that fit, with specialized bodies
  std::set<std::string> copied_;                  // helpers that have copies
};

}  // namespace tirx::pass
