// SPDX-License-Identifier: Apache-2.0
// Which blocks run when. Units, clusters or else single blocks, run one after another in the order of the
// grid. More than one is there at a time where they need each other: all of a cooperative launch; and when
// all that have been started only wait for some change of memory, the next one starts, as it might on a
// device.
#pragma once

#include <memory>
#include <vector>

#include "sim/block.h"

namespace tirx::sim {

class Schedule {
 public:
  // Of the units from `first` to before `end`.
  Schedule(Machine& m, uint64_t dynamic_smem_bytes, uint64_t first, uint64_t end);
  // Until all blocks have ended or a fault has stopped the kernel.
  void Run();

 private:
  struct Unit {
    Cluster cluster;
    std::vector<std::unique_ptr<Block>> blocks;
    bool moved = false;  // some warp went on in the last turn
  };

  void RunUnits();
  void CountShared();
  void StartAll();  // of a cooperative launch
  void StartNext();
  void StartUnit(Unit& unit, uint64_t number);
  // A turn for every warp that runs. Says whether all of them seem to wait for a change of memory.
  bool RunTurn();
  void RunBlock(Unit& unit, Block& block, uint64_t turn, bool* only_waits);
  void EndWarp(const Warp& w);
  void EndBlock(Block& block);
  void RetireUnits();
  void FindDeadlock();

  Machine& m_;
  const uint64_t dynamic_smem_bytes_;
  uint64_t next_;       // the next unit to start
  const uint64_t end_;  // of the units to run
  std::vector<std::unique_ptr<Unit>> running_, free_;
};

}  // namespace tirx::sim
