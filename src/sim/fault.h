// SPDX-License-Identifier: Apache-2.0
// What went wrong during a run: one diagnostic per place and kind, with the first thread it happened to and a
// count.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "diag/diagnostic.h"
#include "sim/op_context.h"

namespace tirx::sim {

// A thread of the launch, for messages.
struct ThreadPlace {
  Dim3 block{0, 0, 0}, thread{0, 0, 0};
};

class FaultLog {
 public:
  FaultLog(std::string kernel, int limit) : kernel_(std::move(kernel)), limit_(limit) {}

  // True when this kind has not been reported at this site, and there is room: then make the diagnostic and
  // Add it. Else the fault is only counted, `lanes` times.
  bool IsNew(diag::Kind kind, uint32_t site, int lanes);
  // Adds the context as notes: kernel, block, thread.
  void Add(diag::Diagnostic diagnostic, uint32_t site, const ThreadPlace& place);
  // Adds a fault of the whole block.
  void AddForBlock(diag::Diagnostic diagnostic, uint32_t site, const Dim3& block);
  bool empty() const { return faults_.empty(); }
  // The diagnostics in the order of their first occurrence, with the counts.
  diag::Diagnostics Take();

 private:
  struct Fault {
    diag::Diagnostic diagnostic;
    uint64_t count = 0;
  };
  using Key = std::pair<uint32_t, diag::Kind>;

  std::string kernel_;
  int limit_;
  uint64_t dropped_ = 0;  // faults at further places, above the limit
  std::map<Key, size_t> index_;
  std::vector<Fault> faults_;
};

std::string Text(const Dim3& dim);  // "(1, 0, 0)"

}  // namespace tirx::sim
