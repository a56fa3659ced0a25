// SPDX-License-Identifier: Apache-2.0
// Which blocks run when. Units, clusters or else single blocks, run one after another in the order of the
// grid. More than one is there at a time where they need each other: all of a cooperative launch; and when
// all that have been started only wait for some change of memory, the next one starts, as it might on a
// device.
#pragma once

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "sim/block.h"

namespace tirx::sim {

// The units of a launch that nobody runs yet. Machines that run apart take some at a time, the fewer the
// nearer the end, so that all are done at the same time however fast each of them is.
class UnitQueue {
 public:
  UnitQueue(uint64_t units, uint64_t machines) : units_(units), machines_(machines) {}
  // The next that one machine is to run: [first, end). Empty: there are no more.
  std::pair<uint64_t, uint64_t> Take();

 private:
  const uint64_t units_, machines_;
  std::atomic<uint64_t> next_{0};
};

class Schedule {
 public:
  Schedule(Machine& m, uint64_t dynamic_smem_bytes, UnitQueue& queue);
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
  bool HasNext();   // takes more where there are none left
  void StartNext();
  void StartUnit(Unit& unit, uint64_t number);
  // A turn for every warp that runs. Says whether all of them seem to wait for a change of memory.
  bool RunTurn();
  void RunBlock(Unit& unit, Block& block, uint64_t turn, bool* only_waits);
  void EndWarp(const Warp& w);
  void EndBlock(Block& block);
  void RetireUnits();
  void FindDeadlock();
  void FindEndless();

  Machine& m_;
  const uint64_t dynamic_smem_bytes_;
  UnitQueue& queue_;
  uint64_t next_ = 0, end_ = 0;  // units to start: taken from the queue
  std::vector<std::unique_ptr<Unit>> running_, free_;
};

}  // namespace tirx::sim
