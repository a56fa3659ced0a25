// SPDX-License-Identifier: Apache-2.0
// A race checker that is slow and plain: every thread has a full vector clock, every access is kept, and each
// new one is compared with all earlier ones of its cell.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace tirx::sim {

struct TraceEvent {
  // Come, Learn: the halves of a barrier of several blocks.
  enum Kind { Read, Write, Atomic, Sync, Fence, Come, Learn } kind = Read;
  int thread = 0;                 // Read, Write, Atomic, Fence
  std::vector<int> threads = {};  // Sync: those that meet; Come and Learn: those of the warp
  int round = 0;                  // Come, Learn: which time of which barrier
  int cell = 0;                   // accesses
  long value = 0;                 // Write
  int instruction = 0;            // accesses: those of one instruction of one warp have the same number
  int site = 0;                   // accesses
  bool block_scope = false;       // Atomic
};

class RaceOracle {
 public:
  RaceOracle(int threads, int threads_per_block)
      : threads_per_block_(threads_per_block),
        clocks_(size_t(threads), Clock(size_t(threads), 0)),
        heard_(clocks_),
        fenced_(clocks_) {}

  // The pairs of sites, the later first, whose accesses conflict and are not ordered.
  std::set<std::pair<int, int>> Races(const std::vector<TraceEvent>& trace) {
    for (const TraceEvent& event : trace) Step(event);
    return races_;
  }

 private:
  using Clock = std::vector<int>;
  struct Access {
    TraceEvent event;
    int time;
  };

  static void Join(Clock& into, const Clock& from) {
    for (size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], from[i]);
  }
  int BlockOf(int thread) const { return thread / threads_per_block_; }
  bool IsBefore(const Access& a, int thread) const {
    return a.event.thread == thread || a.time <= clocks_[size_t(thread)][size_t(a.event.thread)];
  }

  void Step(const TraceEvent& event) {
    if (event.kind == TraceEvent::Sync) {
      Clock all(clocks_.size(), 0);
      for (int thread : event.threads) Join(all, clocks_[size_t(thread)]);
      for (int thread : event.threads) clocks_[size_t(thread)] = all;
      return;
    }
    if (event.kind == TraceEvent::Come || event.kind == TraceEvent::Learn) {
      Clock& round = rounds_.try_emplace(event.round, Clock(clocks_.size(), 0)).first->second;
      for (int thread : event.threads) {
        if (event.kind == TraceEvent::Come)
          Join(round, clocks_[size_t(thread)]);
        else
          Join(clocks_[size_t(thread)], round);
      }
      return;
    }
    Clock& mine = clocks_[size_t(event.thread)];
    if (event.kind == TraceEvent::Fence) {
      Join(mine, heard_[size_t(event.thread)]);
      fenced_[size_t(event.thread)] = mine;
      return;
    }
    for (const Access& earlier : accesses_[event.cell])
      if (Conflict(earlier, event)) races_.insert({event.site, earlier.event.site});
    accesses_[event.cell].push_back({event, ++mine[size_t(event.thread)]});
    if (event.kind == TraceEvent::Atomic) Publish(event);
  }

  void Publish(const TraceEvent& event) {
    const int block = BlockOf(event.thread);
    for (int scope : {-1, block}) {  // -1: the device
      if (scope == -1 && event.block_scope) continue;
      Clock& published = published_.try_emplace({event.cell, scope}, Clock(clocks_.size(), 0)).first->second;
      Join(heard_[size_t(event.thread)], published);
    }
    for (int scope : {-1, block})
      if (scope != -1 || !event.block_scope)
        Join(published_[{event.cell, scope}], fenced_[size_t(event.thread)]);
  }

  bool Conflict(const Access& earlier, const TraceEvent& event) const {
    const TraceEvent& other = earlier.event;
    if (other.kind == TraceEvent::Read && event.kind == TraceEvent::Read) return false;
    if (IsBefore(earlier, event.thread)) return false;
    if (other.kind == TraceEvent::Atomic && event.kind == TraceEvent::Atomic)
      return BlockOf(other.thread) != BlockOf(event.thread) && (other.block_scope || event.block_scope);
    if (other.kind != TraceEvent::Write) return true;
    if (event.kind == TraceEvent::Write)
      return other.instruction != event.instruction || other.value != event.value;
    if (event.kind == TraceEvent::Atomic) return true;
    // Lanes that stored the same value together: to read it, one of the stores is enough.
    for (const Access& member : accesses_.at(event.cell))
      if (member.event.kind == TraceEvent::Write && member.event.instruction == other.instruction &&
          member.event.value == other.value && IsBefore(member, event.thread))
        return false;
    return true;
  }

  int threads_per_block_;
  std::vector<Clock> clocks_, heard_, fenced_;
  std::map<int, Clock> rounds_;                     // what those know that came to them
  std::map<std::pair<int, int>, Clock> published_;  // by cell and block
  std::map<int, std::vector<Access>> accesses_;     // by cell
  std::set<std::pair<int, int>> races_;
};

}  // namespace tirx::sim
