// SPDX-License-Identifier: Apache-2.0
// Random programs of loads, stores, atomics, barriers, warp synchronisation and fences, for one block,
// several, clusters and whole grids.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "sim/lanes.h"

namespace tirx::sim {

constexpr int kCells = 160;
constexpr int kMostThreads = 128;  // of a block
constexpr int kMasks = 8;

enum class Place {
  Own,
  Neighbour,
  Global
};  // shared memory: the block's, or that of the next in its cluster

struct Step {
  enum Kind { Load, Store, Update, Block, Warp, HalfWarp, FenceAll, Cluster, Arrive, Wait, Grid } kind = Load;
  Place place = Place::Own;
  int pattern = 0, offset = 0, mask = 0;
  bool one_value = false;  // Store: one value for the warp, else each thread its own
  bool block_scope = false;
  bool IsAccess() const { return kind <= Update; }
};

struct RandomProgram {
  int blocks = 1, warps = 1;
  int cluster = 1;           // blocks of a cluster
  bool cooperative = false;  // all blocks run at once
  int subgroup = kLanes;     // lanes of one; of 64, a warp is half of it (sim/lanes.h)
  std::vector<Step> steps;
  int warp_lanes() const { return std::min(subgroup, kLanes); }
  int threads() const { return warps * warp_lanes(); }
};

inline int CellOf(int pattern, int thread) {
  const int lane = thread % kLanes;
  const int cells[] = {thread,           3,          lane / 16 * 16, thread * 7 % 64,
                       95 - thread % 96, thread / 2, thread % 16,    (thread * thread + 3) % 90};
  return cells[pattern];
}
inline bool IsActive(int mask, int thread) {
  const int lane = thread % kLanes;
  const bool active[] = {true,       lane < 13,   thread < 32, lane == 5, thread >= 32 && lane % 2 == 1,
                         lane >= 16, thread == 3, thread == 37};
  return active[mask];
}

// What a generated program may contain.
struct Mix {
  bool exact = true;      // threads are ordered by barriers of blocks and whole warps only
  bool together = false;  // blocks in clusters, or a cooperative launch, or both
  int subgroup = kLanes;
};

class Generator {
 public:
  Generator(std::mt19937& random, Mix mix) : random_(random), mix_(mix) {}

  RandomProgram Generate() {
    ChooseLaunch();
    const int style = Pick(3);
    if (style) {  // all of shared memory is written first
      for (int first = 0; first + program_.threads() <= kCells; first += program_.threads())
        program_.steps.push_back({.kind = Step::Store, .offset = first});
      program_.steps.push_back({.kind = program_.cluster > 1 ? Step::Cluster : Step::Block});
    }
    // In a short program, mostly of single threads at one place, no race hides behind another.
    few_ = Pick(2);
    place_ = RandomPlace(2);
    for (int i = few_ ? 2 + Pick(4) : 3 + Pick(14); i > 0; --i) {
      AddStep();
      const bool barrier = style == 2 && program_.steps.back().IsAccess() && Pick(2);
      if (barrier) program_.steps.push_back({.kind = WidestBarrier()});
    }
    return program_;
  }

 private:
  int Pick(int n) { return int(random_() % unsigned(n)); }
  void ChooseLaunch() {
    program_.blocks = 1 + Pick(4) / 3;
    program_.subgroup = mix_.subgroup;
    const int most_warps = kMostThreads / program_.warp_lanes();
    program_.warps = 1 + Pick(most_warps);
    if (!mix_.together) return;
    const int shape = Pick(4);
    program_.cluster = shape == 0 ? 1 : 2;
    program_.cooperative = shape == 0 || shape == 3;
    program_.blocks = shape == 0 ? 2 + Pick(2) : 2 * (1 + Pick(2));
    program_.warps = 1 + Pick(most_warps / 2);
  }
  Place RandomPlace(int one_in) {
    if (Pick(one_in) == 0) return Place::Global;
    return program_.cluster > 1 && Pick(2) ? Place::Neighbour : Place::Own;
  }
  Step::Kind WidestBarrier() {
    if (program_.cooperative && Pick(3)) return Step::Grid;
    return program_.cluster > 1 && Pick(4) ? Step::Cluster : Step::Block;
  }
  Step RandomStep() {
    const int choice = Pick(14);
    Step step;
    step.kind = choice < 5                  ? Step::Load
                : choice < 8                ? Step::Store
                : choice < 9                ? Step::Update
                : choice < 11               ? WidestBarrier()
                : choice < 12 || mix_.exact ? Step::Warp
                : choice < 13               ? Step::HalfWarp
                                            : Step::FenceAll;
    step.place = few_ ? place_ : RandomPlace(3);
    step.pattern = few_ && Pick(3) ? 1 : Pick(8);
    step.offset = few_ || Pick(2) ? 0 : Pick(3) * 16;
    step.mask = few_ && Pick(3) ? 6 + Pick(2) : Pick(3) ? 0 : Pick(kMasks);
    step.one_value = Pick(2);
    step.block_scope = Pick(4) == 0;
    return step;
  }
  // Sometimes a cluster's barrier is one in two halves, with something between.
  void AddStep() {
    const Step step = RandomStep();
    if (step.kind != Step::Cluster || Pick(2)) return program_.steps.push_back(step);
    program_.steps.push_back({.kind = Step::Arrive});
    for (int i = Pick(3); i > 0; --i) {
      const Step between = RandomStep();
      if (between.IsAccess()) program_.steps.push_back(between);
    }
    program_.steps.push_back({.kind = Step::Wait});
  }

  std::mt19937& random_;
  const Mix mix_;
  RandomProgram program_;
  bool few_ = false;
  Place place_ = Place::Own;
};

inline std::string Describe(const RandomProgram& program) {
  std::string text = std::to_string(program.blocks) + " blocks of " + std::to_string(program.warps) +
                     " warps, subgroups of " + std::to_string(program.subgroup) + ", in clusters of " +
                     std::to_string(program.cluster) + (program.cooperative ? ", cooperative:" : ":");
  for (const Step& step : program.steps) {
    text += std::string(" ") + "LSABwhFCawG"[step.kind];
    if (!step.IsAccess() && step.kind != Step::FenceAll) continue;
    text += std::string(step.place == Place::Global      ? "g"
                        : step.place == Place::Neighbour ? "n"
                                                         : "") +
            std::to_string(step.pattern) + "+" + std::to_string(step.offset) + "/" +
            std::to_string(step.mask) + (step.one_value ? "=" : "") + (step.block_scope ? "b" : "");
  }
  return text;
}

}  // namespace tirx::sim
