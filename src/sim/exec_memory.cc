// SPDX-License-Identifier: Apache-2.0
// Loads and stores: addresses are checked (address.h), shadows consulted (shadow.h), then the data moves, in
// one piece where the lanes are neighbours or all the same. A lane that failed a check reads zero and writes
// nothing.
#include "sim/exec.h"
#include "sim/known_run.h"

namespace tirx::sim {
inline namespace TIRX_SIM_ISA {
namespace {

// Tensors are the caller's bytes: any alignment that the checks let through, any type.
template <class Cell>
Cell ReadCell(uint64_t address) {
  Cell cell;
  std::memcpy(&cell, reinterpret_cast<const void*>(address), sizeof cell);
  return cell;
}
template <class Cell>
void WriteCell(uint64_t address, Cell cell) {
  std::memcpy(reinterpret_cast<void*>(address), &cell, sizeof cell);
}

// Whether an element is in memory what it is in a register.
template <class T>
constexpr bool kIsPlain = std::is_same_v<typename T::Lane, typename T::Cell>;

template <class T>
__attribute__((noinline)) void LoadStrided(uint64_t first, int64_t step, typename T::Lane* d) {
  for (int i = 0; i < kHalf; ++i) d[i] = T::Decode(ReadCell<typename T::Cell>(first + uint64_t(i * step)));
}

// Side by side.
template <class T>
void StoreHalf(uint64_t first, const typename T::Lane* a) {
  using Cell = typename T::Cell;
  if constexpr (kIsPlain<T>) {
    CopyVectors<kHalf * sizeof(Cell)>(reinterpret_cast<void*>(first), a);
  } else {
    Cell cells[kHalf];
    TIRX_SIM_LANES(i, kHalf) cells[i] = T::Encode(a[i]);
    std::memcpy(reinterpret_cast<void*>(first), cells, sizeof cells);
  }
}

template <class T>
__attribute__((noinline)) void LoadEach(const Addresses& at, uint64_t shift, typename T::Lane* d) {
  for (int i = 0; i < kLanes; ++i) d[i] = 0;
  TIRX_SIM_ACTIVE(lane, at.mask) d[lane] = T::Decode(ReadCell<typename T::Cell>(at.Of(lane) + shift));
}

template <class T>
void LoadLanes(const Addresses& at, uint64_t shift, typename T::Lane* d) {
  if (at.pattern == Addresses::Even && at.mask == kAllLanes) {
    const bool close = at.step == 0 || at.step == int64_t(sizeof(typename T::Cell));
    for (int half = 0; half < 2; ++half) {
      if (close)
        LoadHalf<T>(at.first[half] + shift, at.step == 0, d + half * kHalf);
      else
        LoadStrided<T>(at.first[half] + shift, at.step, d + half * kHalf);
    }
  } else if (at.pattern == Addresses::Uniform && at.mask) {
    Fill<typename T::Lane, kLanes>(d, T::Decode(ReadCell<typename T::Cell>(at.first[0] + shift)));
  } else {
    LoadEach<T>(at, shift, d);
  }
}

template <class T, int SA>
void StoreLanes(const Addresses& at, uint64_t shift, const typename T::Lane* a) {
  using Cell = typename T::Cell;
  if (at.pattern == Addresses::Uniform) {
    // The highest lane wins.
    if (at.mask) WriteCell<Cell>(at.first[0] + shift, T::Encode(a[SA ? LastLane(at.mask) : 0]));
    return;
  }
  if (SA && at.pattern == Addresses::Even && at.mask == kAllLanes && at.step == int64_t(sizeof(Cell))) {
    for (int half = 0; half < 2; ++half) StoreHalf<T>(at.first[half] + shift, a + half * kHalf);
    return;
  }
  TIRX_SIM_ACTIVE(lane, at.mask) WriteCell<Cell>(at.Of(lane) + shift, T::Encode(a[lane * SA]));
}

// A lane's own memory lies word by word across the lanes, so that equal offsets are neighbours.
template <class Cell>
Cell ReadLocal(const char* local, int lane, uint64_t offset) {
  const char* at = local + ((offset >> 2) * kLanes + uint64_t(lane)) * 4 + (offset & 3);
  Cell cell;
  if constexpr (sizeof(Cell) <= 4) {
    std::memcpy(&cell, at, sizeof cell);
  } else {
    std::memcpy(&cell, at, 4);
    std::memcpy(reinterpret_cast<char*>(&cell) + 4, at + kLanes * 4, 4);
  }
  return cell;
}
template <class Cell>
void WriteLocal(char* local, int lane, uint64_t offset, Cell cell) {
  char* at = local + ((offset >> 2) * kLanes + uint64_t(lane)) * 4 + (offset & 3);
  if constexpr (sizeof(Cell) <= 4) {
    std::memcpy(at, &cell, sizeof cell);
  } else {
    std::memcpy(at, &cell, 4);
    std::memcpy(at + kLanes * 4, reinterpret_cast<const char*>(&cell) + 4, 4);
  }
}

template <class T>
void LoadLocalLanes(const char* local, const Addresses& at, uint64_t shift, typename T::Lane* d) {
  using Cell = typename T::Cell;
  if (at.pattern == Addresses::Uniform && at.mask == kAllLanes) {
    TIRX_SIM_LANES(i, kLanes) d[i] = T::Decode(ReadLocal<Cell>(local, i, at.first[0] + shift));
    return;
  }
  for (int i = 0; i < kLanes; ++i) d[i] = 0;
  TIRX_SIM_ACTIVE(lane, at.mask)
  d[lane] = T::Decode(ReadLocal<Cell>(local, lane, at.Of(lane) + shift));
}

template <class T, int SA>
void StoreLocalLanes(char* local, const Addresses& at, uint64_t shift, const typename T::Lane* a) {
  using Cell = typename T::Cell;
  if (at.pattern == Addresses::Uniform && at.mask == kAllLanes) {
    TIRX_SIM_LANES(i, kLanes) WriteLocal<Cell>(local, i, at.first[0] + shift, T::Encode(a[i * SA]));
    return;
  }
  TIRX_SIM_ACTIVE(lane, at.mask)
  WriteLocal<Cell>(local, lane, at.Of(lane) + shift, T::Encode(a[lane * SA]));
}

template <class T, bool kVector>
__attribute__((noinline)) const ExecInstr* RunAnyLoad(Warp& w, const ExecInstr* ip) {
  using L = typename T::Lane;
  const Access& access = w.machine->program.accesses[ip->aux];
  Addresses at;
  AccessState& state = w.machine->access_states[ip->aux];
  if (ComputeAddresses(w, ip, access, state, at) && state.plan.kept) KeepRun(w, ip, access, state, at);
  CheckRead(w, ip, access, at);
  for (int c = 0; c < access.lanes; ++c) {
    const uint64_t shift = uint64_t(c) * sizeof(typename T::Cell);
    if constexpr (kVector) {
      LoadLanes<T>(at, shift, w.At<L>(Reg(ip->d + c * VectorUnits(T::kType))));
    } else {
      *w.At<L>(Reg(ip->d + c)) = at.mask ? T::Decode(ReadCell<typename T::Cell>(at.first[0] + shift)) : L(0);
    }
  }
  return ip + 1;
}

template <class T, bool kVector>
const ExecInstr* RunLoad(Warp& w, const ExecInstr* ip) {
  if constexpr (kVector)
    if (TryKnownLoad<T>(w, ip)) return ip + 1;
  return RunAnyLoad<T, kVector>(w, ip);
}

template <class T, bool kVector>
uint64_t BitsOf(const Warp& w, const ExecInstr* ip, int lane, int c) {
  const int units = kVector ? VectorUnits(T::kType) : 1;
  const auto cell = T::Encode(w.At<typename T::Lane>(Reg(ip->a + c * units))[kVector ? lane : 0]);
  uint64_t bits = 0;
  std::memcpy(&bits, &cell, sizeof cell);
  return bits;
}

template <class T, bool kVector>
const ExecInstr* RunStore(Warp& w, const ExecInstr* ip) {
  using L = typename T::Lane;
  const Access& access = w.machine->program.accesses[ip->aux];
  Addresses at;
  ComputeAddresses(w, ip, access, w.machine->access_states[ip->aux], at);
  CheckWrite(w, ip, access, at, BitsOf<T, kVector>);
  ++w.machine->effects;
  for (int c = 0; c < access.lanes; ++c) {
    const uint64_t shift = uint64_t(c) * sizeof(typename T::Cell);
    const int units = kVector ? VectorUnits(T::kType) : 1;
    StoreLanes<T, kVector>(at, shift, w.At<L>(Reg(ip->a + c * units)));
  }
  return ip + 1;
}

template <class T>
const ExecInstr* RunLocalLoad(Warp& w, const ExecInstr* ip) {
  const Access& access = w.machine->program.accesses[ip->aux];
  Addresses at;
  ComputeAddresses(w, ip, access, w.machine->access_states[ip->aux], at);
  CheckLocalWritten(w, ip, access, at);
  for (int c = 0; c < access.lanes; ++c)
    LoadLocalLanes<T>(w.local, at, uint64_t(c) * sizeof(typename T::Cell),
                      w.At<typename T::Lane>(Reg(ip->d + c * VectorUnits(T::kType))));
  return ip + 1;
}

template <class T, bool kVector>
const ExecInstr* RunLocalStore(Warp& w, const ExecInstr* ip) {
  const Access& access = w.machine->program.accesses[ip->aux];
  Addresses at;
  ComputeAddresses(w, ip, access, w.machine->access_states[ip->aux], at);
  MarkLocalWritten(w, access, at);
  const int units = kVector ? VectorUnits(T::kType) : 1;
  for (int c = 0; c < access.lanes; ++c)
    StoreLocalLanes<T, kVector>(w.local, at, uint64_t(c) * sizeof(typename T::Cell),
                                w.At<typename T::Lane>(Reg(ip->a + c * units)));
  return ip + 1;
}

template <bool kVector>
const ExecInstr* RunAddress(Warp& w, const ExecInstr* ip) {
  const Access& access = w.machine->program.accesses[ip->aux];
  Addresses at;
  ComputeAddresses(w, ip, access, w.machine->access_states[ip->aux], at);
  uint64_t* d = w.At<uint64_t>(ip->d);
  for (int i = 0; i < (kVector ? kLanes : 1); ++i)
    d[i] = !kVector || HasLane(at.mask, i) ? (at.mask ? at.Of(i) : 0) : 0;
  return ip + 1;
}

}  // namespace

void KeepRun(Warp& w, const ExecInstr* ip, const Access& access, const AccessState& state,
             const Addresses& at) {
  const bool same = at.pattern == Addresses::Uniform || at.step == 0;
  Shadow* shadow = at.allocation->shadow;
  if ((!same && at.step != MemoryBytes(access.elem)) || (shadow && shadow->owner != w.block)) return;
  uint64_t open = 0;
  AddUniforms(w, state.plan, open);
  const uint64_t distance = at.first[1] - at.first[0];
  KnownRun& known = w.known_runs[ip->aux];
  known = {.block = w.known.block,
           .open = state.plan.uniforms != 0,
           .logged = w.machine->checks.races,
           .first = at.first[0] - open,
           .distance = distance,
           .shadow = shadow,
           .stamp = MakeStamp(0, w.agent, w.first_lane, ip->site),
           .distance_step = ReadRecord::Pair(uint32_t(distance), same ? 0 : uint32_t(at.step))};
}

Handler FindMemoryHandler(const Instr& instr) {
  const bool vector_d = instr.form & kVectorD, vector_a = instr.form & kVectorA;
  if (instr.op == Op::Address) return vector_d ? RunAddress<true> : RunAddress<false>;
  return WithStorageTraits(instr.type, [&](auto traits) -> Handler {
    using T = decltype(traits);
    switch (instr.op) {
      case Op::Load:
        return vector_d ? RunLoad<T, true> : RunLoad<T, false>;
      case Op::Store:
        return vector_a ? RunStore<T, true> : RunStore<T, false>;
      case Op::LoadLocal:
        return vector_d ? RunLocalLoad<T> : nullptr;
      case Op::StoreLocal:
        return vector_a ? RunLocalStore<T, true> : RunLocalStore<T, false>;
      default:
        return nullptr;
    }
  });
}

}  // namespace TIRX_SIM_ISA
}  // namespace tirx::sim
