// SPDX-License-Identifier: Apache-2.0
#include "sim/parallel.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "base/parallel.h"
#include "sim/schedule.h"
#include "sim/shadow.h"

namespace tirx::sim {
namespace {

constexpr uint64_t kFewThreads = 4096;  // of a launch that is over before threads have started

// What lies in the memory that the kernel may write, to be put back.
class Snapshot {
 public:
  explicit Snapshot(const Memory& memory) {
    for (const auto& shadow : memory.shadows()) {
      const char* begin = reinterpret_cast<const char*>(shadow->begin);
      copies_.push_back({shadow->begin, std::vector<char>(begin, begin + (shadow->end - shadow->begin))});
    }
  }
  void Restore() const {
    for (const auto& [begin, bytes] : copies_)
      std::memcpy(reinterpret_cast<void*>(begin), bytes.data(), bytes.size());
  }

 private:
  std::vector<std::pair<uint64_t, std::vector<char>>> copies_;
};

bool IsWritten(const Shadow& shadow, size_t cell) {
  return shadow.writes[cell] != 0;
}
bool IsAccessed(const Shadow& shadow, size_t cell) {
  return IsWritten(shadow, cell) || (shadow.reads && shadow.reads.latest[cell] != 0) ||
         (shadow.atomics && shadow.atomics.latest[cell] != 0);
}

// Whether one has written a cell that the other has accessed.
bool Meet(const Shadow& a, const Shadow& b) {
  for (size_t page = 0; page < a.touched.size(); ++page) {
    if (!a.touched[page] || !b.touched[page]) continue;
    const size_t first = page << Shadow::kPageShift,
                 last = std::min(a.cells, (page + 1) << Shadow::kPageShift);
    for (size_t cell = first; cell < last; ++cell) {
      const bool conflict =
          (IsWritten(a, cell) && IsAccessed(b, cell)) || (IsWritten(b, cell) && IsAccessed(a, cell));
      if (conflict) return true;
    }
  }
  return false;
}

using Machines = std::vector<std::unique_ptr<Machine>>;

bool AreApart(const Machines& machines) {
  for (size_t i = 0; i < machines.size(); ++i)
    for (size_t k = i + 1; k < machines.size(); ++k) {
      const auto& mine = machines[i]->memory.shadows();
      const auto& others = machines[k]->memory.shadows();
      for (size_t s = 0; s < mine.size(); ++s)
        if (Meet(*mine[s], *others[s])) return false;
    }
  return true;
}

// Each machine runs some of the units, one after another. Stops early when one has found a fault.
void RunParts(const Machines& machines, uint64_t dynamic_smem_bytes) {
  std::atomic<bool> stop{false};
  UnitQueue queue(machines[0]->UnitCount(), machines.size());
  auto run = [&](size_t part) {
    try {
      Machine& m = *machines[part];
      m.stop = &stop;
      Schedule(m, dynamic_smem_bytes, queue).Run();
      if (!m.faults.empty()) stop = true;
    } catch (...) {
      stop = true;
      throw;
    }
  };
  ParallelFor(machines.size(), run, machines.size());
}

}  // namespace

void AddTo(LaunchReport* report, const Machine& m) {
  report->steps += m.steps;
  report->shared_bytes += m.shared_bytes;
  report->shadow_bytes += m.shadow_bytes;
}

bool MayRunApart(const Machine& m) {
  const auto& calls = m.program.calls;
  return m.checks.races && !m.cooperative && !m.trace.line && m.UnitCount() > 1 &&
         std::none_of(calls.begin(), calls.end(), [](const OpCall& call) { return call.couples; });
}

bool GainsByRunningApart(const Machine& m) {
  return m.grid.Count() * m.block.Count() >= kFewThreads;
}

std::optional<LaunchReport> RunApart(std::unique_ptr<Machine> first,
                                     const std::function<std::unique_ptr<Machine>()>& make,
                                     uint64_t dynamic_smem_bytes, int threads) {
  Machines machines;
  machines.push_back(std::move(first));
  const uint64_t most = std::min<uint64_t>(uint64_t(threads), machines[0]->UnitCount());
  while (machines.size() < most) machines.push_back(make());
  const Snapshot before(machines[0]->memory);
  RunParts(machines, dynamic_smem_bytes);
  LaunchReport report;
  bool clean = true;
  for (const auto& m : machines) {
    AddTo(&report, *m);
    clean &= m->faults.empty() && !m->aborted;
  }
  if (clean && AreApart(machines)) return report;
  before.Restore();
  return std::nullopt;
}

}  // namespace tirx::sim
