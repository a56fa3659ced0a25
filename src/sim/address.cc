// SPDX-License-Identifier: Apache-2.0
#include "sim/address.h"

#include <algorithm>
#include <array>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "sim/access_plan.h"

namespace tirx::sim {
inline namespace TIRX_SIM_ISA {
namespace {

// Vector accesses of more than 16 bytes are made of 16-byte ones.
constexpr int kMaxAlignment = 16;

int AccessBytes(const Access& access) {
  return MemoryBytes(access.elem) * access.lanes;
}

int64_t Resolve(const Warp& w, const Amount& amount) {
  return amount.dynamic ? *w.At<int64_t>(amount.reg) : amount.value;
}

int64_t IndexOf(const Warp& w, const AccessDim& dim, int lane) {
  int i = dim.vector ? lane : 0;
  return dim.wide ? w.At<int64_t>(dim.index)[i] : w.At<int32_t>(dim.index)[i];
}

// The first index that is too large for dimension k: the last may be followed by further vector components.
int64_t IndexLimit(const Access& access, const AccessState& state, size_t k) {
  return state.extents[k] - (k + 1 == access.dims.size() ? access.lanes - 1 : 0);
}
int64_t Limit(const Access& access, const AccessState& state, size_t k) {
  return state.bounded ? IndexLimit(access, state, k) : std::numeric_limits<int64_t>::max();
}

bool IsPreset(const Warp& w, Reg reg) {
  return reg < w.block->presets.size();
}

bool MayChange(const Warp& w, const Amount& amount) {
  return amount.dynamic && !IsPreset(w, amount.reg);
}

// Adds a dimension to the plan; one whose index never changes to where the plan begins. False when it cannot.
bool AddToPlan(const Warp& w, const AccessDim& dim, int64_t limit, int64_t step_bytes, AccessPlan& plan) {
  if (!dim.vector && IsPreset(w, dim.index)) {
    const int64_t index = IndexOf(w, dim, 0);
    plan.origin += uint64_t(index * step_bytes);
    return index >= 0 && index < limit;
  }
  if (plan.all == AccessPlan::kMostDims) return false;
  plan.kept &= !dim.vector || dim.fixed != AccessDim::kNotFixed;
  plan.dims[plan.all++] = {dim.index, dim.wide, dim.fixed, std::max<int64_t>(limit, 0), step_bytes};
  return true;
}

// Of an access that has just been resolved, and whose tensor lies inside of its allocation.
void MakePlan(const Warp& w, const Access& access, const AccessState& state, AccessPlan& plan) {
  const int64_t bytes = MemoryBytes(access.elem);
  plan.local = access.space == Space::Local;
  plan.kept = access.lanes == 1 && !plan.local && IsPreset(w, access.base) && !state.dynamic;
  plan.origin = state.base + uint64_t(state.offset * bytes);
  plan.misaligned = access.lanes > 1 ? uint32_t(std::min(AccessBytes(access), kMaxAlignment) - 1) : 0;
  if (plan.misaligned & (plan.misaligned + 1)) return;  // three components, say
  plan.all = 0;
  for (const bool vector : {false, true}) {
    for (size_t k = 0; k < access.dims.size(); ++k) {
      const AccessDim& dim = access.dims[k];
      const int64_t limit = IndexLimit(access, state, k);
      if (dim.vector == vector && !AddToPlan(w, dim, limit, state.strides[k] * bytes, plan)) return;
    }
    if (!vector) plan.uniforms = plan.all;
  }
  plan.usable = true;
}

void Refresh(const Warp& w, const Access& access, AccessState& state, uint64_t base) {
  state.resolved = true;
  state.plan.usable = false;
  state.dynamic = MayChange(w, access.offset);
  state.bounded = access.checked && w.machine->checks.bounds;
  state.base = base;
  state.offset = Resolve(w, access.offset);
  state.extents.clear();
  state.strides.clear();
  int64_t lowest = state.offset, highest = state.offset;  // elements within the extents
  for (const AccessDim& dim : access.dims) {
    state.dynamic |= MayChange(w, dim.extent) || MayChange(w, dim.stride);
    state.extents.push_back(Resolve(w, dim.extent));
    state.strides.push_back(Resolve(w, dim.stride));
    const int64_t reach = std::max<int64_t>(state.extents.back() - 1, 0) * state.strides.back();
    (reach < 0 ? lowest : highest) += reach;
  }
  constexpr int64_t kNarrow = int64_t(1) << 31;
  state.narrow = lowest > -kNarrow && highest < kNarrow && state.bounded;
  state.fits = !access.checked;
  if (!access.checked || access.base_vector) return;
  const int64_t bytes = MemoryBytes(access.elem);
  const int64_t first = int64_t(base) + lowest * bytes, end = int64_t(base) + (highest + 1) * bytes;
  bool fits;
  if (access.space == Space::Local) {
    fits = first >= 0 && end <= int64_t(w.machine->program.local_bytes);
  } else {
    state.allocation = w.machine->Find(w, base);
    fits = state.allocation && base % uint64_t(bytes) == 0 &&
           state.allocation->Contains(uint64_t(first), uint64_t(end));
  }
  // Where indices are not checked, each address is, unless the indices are inside all the same.
  state.fits = fits && state.bounded;
  if (fits) MakePlan(w, access, state, state.plan);
}

__attribute__((noinline, cold)) void ReportBounds(Warp& w, const ExecInstr* ip, const Access& access,
                                                  const AccessState& state, size_t k, LaneMask bad) {
  w.machine->Report(DK::SimOutOfBounds, w, ip->site, bad, [&](int lane) {
    int64_t index = IndexOf(w, access.dims[k], lane);
    if (index >= 0 && index < state.extents[k]) index += access.lanes - 1;  // the component that is outside
    return diag::Make(DK::SimOutOfBounds, w.machine->SpanOf(ip->site),
                      {ElementText(w, access, lane), std::to_string(index), std::to_string(k),
                       std::to_string(state.extents[k])});
  });
}

// Lanes whose index of dimension k is outside; also adds the dimension to the element offsets.
template <class Index, class Offset>
LaneMask AddDimension(const Index* index, Offset* offsets, int64_t stride, int64_t limit) {
  Index bad = 0;
  const Offset step = Offset(stride);
  using Unsigned = std::make_unsigned_t<Index>;
  // A limit below 1 lets nothing through; one above the index type's range lets all but negative ones
  // through.
  const Unsigned bound =
      limit <= 0 ? 0 : Unsigned(std::min<int64_t>(limit, std::numeric_limits<Index>::max()));
  TIRX_SIM_LANES(i, kLanes) {
    bad |= Index(Unsigned(index[i]) >= bound);
    offsets[i] = Offset(std::make_unsigned_t<Offset>(offsets[i]) +
                        std::make_unsigned_t<Offset>(index[i]) * std::make_unsigned_t<Offset>(step));
  }
  if (!bad) return 0;
  LaneMask lanes = 0;
  for (int i = 0; i < kLanes; ++i) lanes |= LaneMask(Unsigned(index[i]) >= bound) << i;
  return lanes;
}

template <class Offset>
void ScatteredOffsets(Warp& w, const ExecInstr* ip, const Access& access, const AccessState& state,
                      int64_t start, Addresses& out) {
  alignas(64) Offset offsets[kLanes];
  for (int i = 0; i < kLanes; ++i) offsets[i] = Offset(start);
  for (size_t k = 0; k < access.dims.size(); ++k) {
    const AccessDim& dim = access.dims[k];
    if (!dim.vector) continue;
    int64_t limit = Limit(access, state, k);
    LaneMask bad = dim.wide ? AddDimension(w.At<int64_t>(dim.index), offsets, state.strides[k], limit)
                            : AddDimension(w.At<int32_t>(dim.index), offsets, state.strides[k], limit);
    if (__builtin_expect((bad & out.mask) != 0, 0)) {
      ReportBounds(w, ip, access, state, k, bad & out.mask);
      out.mask &= ~bad;
    }
  }
  const int64_t bytes = MemoryBytes(access.elem);
  out.pattern = Addresses::Scattered;
  TIRX_SIM_LANES(i, kLanes) out.lane[i] = state.base + uint64_t(int64_t(offsets[i]) * bytes);
}

// The lanes that another one of their half follows.
template <class Unsigned>
struct Inner {
  alignas(64) static constexpr auto kMask = [] {
    std::array<Unsigned, kLanes> inner{};
    for (int i = 0; i < kLanes; ++i) inner[size_t(i)] = i % kHalf == kHalf - 1 ? 0 : Unsigned(-1);
    return inner;
  }();
};

// Whether each inner lane is followed by one whose index is larger by `distance`. The last lane is compared
// with what follows the register in the register block, which does not count.
template <class Unsigned>
bool FollowAt(const Unsigned* index, Unsigned distance) {
  Unsigned different = 0;
  TIRX_SIM_LANES(i, kLanes)
  different |= ((index[i + 1] - index[i]) ^ distance) & Inner<Unsigned>::kMask[size_t(i)];
  return different == 0;
}
// The same, where a vector's bits can be tested at once: compilers fold the loop's result step by step.
#if defined(__AVX512F__)
bool FollowAt(const uint32_t* index, uint32_t distance) {
  const __m512i wanted = _mm512_set1_epi32(int(distance));
  __m512i different = _mm512_setzero_si512();
  for (int i = 0; i < kLanes; i += 16) {
    const __m512i found = _mm512_sub_epi32(_mm512_loadu_si512(index + i + 1), _mm512_loadu_si512(index + i));
    const __m512i inner = _mm512_load_si512(&Inner<uint32_t>::kMask[size_t(i)]);
    different = _mm512_or_si512(different, _mm512_and_si512(_mm512_xor_si512(found, wanted), inner));
  }
  return _mm512_test_epi32_mask(different, different) == 0;
}
#elif defined(__AVX2__)
bool FollowAt(const uint32_t* index, uint32_t distance) {
  auto load = [](const uint32_t* from) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)); };
  const __m256i wanted = _mm256_set1_epi32(int(distance));
  __m256i different = _mm256_setzero_si256();
  for (int i = 0; i < kLanes; i += 8) {
    const __m256i found = _mm256_sub_epi32(load(index + i + 1), load(index + i));
    const __m256i inner = load(&Inner<uint32_t>::kMask[size_t(i)]);
    different = _mm256_or_si256(different, _mm256_and_si256(_mm256_xor_si256(found, wanted), inner));
  }
  return _mm256_testz_si256(different, different);
}
#endif

// The common case: in each half of the warp the index grows by the same amount from lane to lane.
template <class Index>
bool IsEven(const Index* index, int64_t& step) {
  using Unsigned = std::make_unsigned_t<Index>;
  const Unsigned distance = Unsigned(index[1]) - Unsigned(index[0]);
  step = Index(distance);
  // So large that lanes between two that are inside might not be.
  if (sizeof(Index) == 8 && (step >= int64_t(1) << 32 || step <= -(int64_t(1) << 32))) return false;
  return FollowAt(reinterpret_cast<const Unsigned*>(index), distance);
}

// Whether the active lanes of both halves are inside: of an even sequence the first and the last decide.
bool EvenIsInside(const Addresses& at, const int64_t (&first)[2], int64_t step, int64_t limit) {
  for (int half = 0; half < 2; ++half) {
    const LaneMask lanes = at.HalfMask(half);
    if (!lanes) continue;
    auto index_of = [&](int lane) { return int64_t(uint64_t(first[half]) + uint64_t(step * lane)); };
    int64_t low = index_of(sim::FirstLane(lanes)), high = index_of(sim::LastLane(lanes));
    if (step < 0) std::swap(low, high);
    if (low < 0 || high >= limit) return false;
  }
  return true;
}

// Returns false when the pattern is another one or a lane is outside.
bool TryEven(const Warp& w, const Access& access, const AccessState& state, int64_t start, Addresses& out) {
  int64_t offset[2] = {start, start}, total = 0;
  for (size_t k = 0; k < access.dims.size(); ++k) {
    const AccessDim& dim = access.dims[k];
    if (!dim.vector) continue;
    int64_t step;
    if (!(dim.wide ? IsEven(w.At<int64_t>(dim.index), step) : IsEven(w.At<int32_t>(dim.index), step)))
      return false;
    const int64_t first[2] = {IndexOf(w, dim, 0), IndexOf(w, dim, kHalf)};
    if (!EvenIsInside(out, first, step, Limit(access, state, k))) return false;
    total += step * state.strides[k];
    for (int half = 0; half < 2; ++half) offset[half] += first[half] * state.strides[k];
  }
  const int64_t bytes = MemoryBytes(access.elem);
  out.pattern = Addresses::Even;
  out.step = total * bytes;
  for (int half = 0; half < 2; ++half) out.first[half] = state.base + uint64_t(offset[half] * bytes);
  return true;
}

__attribute__((noinline, cold)) void ReportOutside(Warp& w, const ExecInstr* ip, const Access& access,
                                                   LaneMask bad, const Addresses& at) {
  w.machine->Report(DK::SimOutOfAllocation, w, ip->site, bad, [&](int lane) {
    uint64_t address = at.Of(lane);
    const Allocation* near = access.space == Space::Local ? nullptr : w.machine->NearestBelow(w, address);
    std::string what = std::string("there is no memory at its address");
    if (near)
      what = std::to_string(AccessBytes(access)) + " bytes at byte offset " +
             std::to_string(address - near->begin) + " of `" + near->name + "`, which has " +
             std::to_string(near->end - near->begin) + " bytes";
    return diag::Make(DK::SimOutOfAllocation, w.machine->SpanOf(ip->site),
                      {ElementText(w, access, lane), what});
  });
}

__attribute__((noinline, cold)) void ReportMisaligned(Warp& w, const ExecInstr* ip, const Access& access,
                                                      LaneMask bad, const Addresses& at, int alignment) {
  w.machine->Report(DK::SimMisaligned, w, ip->site, bad, [&](int lane) {
    uint64_t address = at.Of(lane);
    const Allocation* in = access.space == Space::Local ? nullptr : w.machine->NearestBelow(w, address);
    // Offsets read better than addresses, and are the same in each run; but they must show the fault.
    if (in && (address - in->begin) % uint64_t(alignment) != 0) address -= in->begin;
    return diag::Make(DK::SimMisaligned, w.machine->SpanOf(ip->site),
                      {ElementText(w, access, lane), std::to_string(address), std::to_string(alignment)});
  });
}

// Whether the lanes lie between two that are inside and aligned.
bool AreAllFine(const Warp& w, const Access& access, const Addresses& at, uint64_t bytes, int alignment) {
  if (at.pattern == Addresses::Scattered || access.base_vector) return false;
  const bool local = access.space == Space::Local;
  if (!local && !at.allocation) return false;
  const uint64_t begin = local ? 0 : at.allocation->begin;
  const uint64_t end = local ? w.machine->program.local_bytes : at.allocation->end;
  const bool uniform = at.pattern == Addresses::Uniform;
  if (!uniform && at.step % alignment != 0) return false;
  for (int half = 0; half < 2; ++half) {
    const LaneMask lanes = at.HalfMask(half);
    if (!lanes) continue;
    for (const int lane : {sim::FirstLane(lanes), sim::LastLane(lanes)}) {
      const uint64_t address = at.Of(half * kHalf + lane);
      if (address < begin || address >= end || end - address < bytes || address % uint64_t(alignment) != 0)
        return false;
    }
  }
  return true;
}

// The slow half of the checks: where the tensor as a whole is not known to lie inside of its allocation, and
// for vector accesses, whose alignment depends on the index.
__attribute__((noinline)) void CheckEach(Warp& w, const ExecInstr* ip, const Access& access,
                                         const AccessState& state, Addresses& out) {
  const uint64_t bytes = uint64_t(AccessBytes(access));
  const int alignment = std::min(int(bytes), kMaxAlignment);
  if (AreAllFine(w, access, out, bytes, alignment)) return;
  LaneMask outside = 0, misaligned = 0;
  TIRX_SIM_ACTIVE(lane, out.mask) {
    uint64_t address = out.Of(lane);
    const Allocation* allocation = out.allocation;
    if (access.space == Space::Local) {
      // Views may be larger than what they look at; wrapped negative offsets are large.
      const uint64_t size = w.machine->program.local_bytes;
      if (address >= size || address + bytes > size) outside |= LaneMask(1) << lane;
    } else if (!state.fits) {
      if (access.base_vector) allocation = w.machine->Find(w, address);
      if (!allocation || !allocation->Contains(address, address + bytes)) outside |= LaneMask(1) << lane;
    }
    if (address % uint64_t(alignment) != 0) misaligned |= LaneMask(1) << lane;
  }
  if (outside) ReportOutside(w, ip, access, outside, out);
  misaligned &= ~outside;
  if (misaligned) ReportMisaligned(w, ip, access, misaligned, out, alignment);
  out.mask &= ~(outside | misaligned);
}

// Each lane has its own data pointer.
void AddLaneBases(const Warp& w, const Access& access, AccessState& state, Addresses& out) {
  const uint64_t* base = w.At<uint64_t>(access.base);
  for (int i = 0; i < kLanes; ++i) out.lane[i] = out.Of(i) + base[i];
  out.pattern = Addresses::Scattered;
  out.allocation = nullptr;
  state.fits = false;
}

template <class Index>
IndexPattern PatternOf(const Index* index) {
  IndexPattern pattern;
  if (!IsEven(index, pattern.step)) return {.highest = IndexPattern::kUneven};
  pattern.first = index[0];
  pattern.distance = int64_t(uint64_t(index[kHalf]) - uint64_t(index[0]));
  const uint64_t to_last = uint64_t((kHalf - 1) * pattern.step), first = uint64_t(pattern.first),
                 second = first + uint64_t(pattern.distance);
  pattern.highest = std::max({first, first + to_last, second, second + to_last});
  return pattern;
}

}  // namespace

__attribute__((noinline)) IndexPattern PatternOf(const Warp& w, const PlannedDim& dim) {
  return dim.wide ? PatternOf(w.At<int64_t>(dim.index)) : PatternOf(w.At<int32_t>(dim.index));
}

__attribute__((noinline)) bool HasChanged(const Warp& w, const Access& access, const AccessState& state) {
  if (access.offset.dynamic && Resolve(w, access.offset) != state.offset) return true;
  for (size_t k = 0; k < access.dims.size(); ++k) {
    const AccessDim& dim = access.dims[k];
    if (dim.extent.dynamic && Resolve(w, dim.extent) != state.extents[k]) return true;
    if (dim.stride.dynamic && Resolve(w, dim.stride) != state.strides[k]) return true;
  }
  return false;
}

__attribute__((noinline)) void ComputeOthers(Warp& w, const ExecInstr* ip, const Access& access,
                                             AccessState& state, Addresses& out) {
  const uint64_t base = access.space == Space::Local ? access.local_base
                        : access.base_vector         ? 0
                                                     : *w.At<uint64_t>(access.base);
  if (!state.resolved || base != state.base || (state.dynamic && HasChanged(w, access, state)))
    Refresh(w, access, state, base);
  out.mask = w.mask;
  out.allocation = state.allocation;
  if (!out.mask) return;
  int64_t start = state.offset;
  bool varying = false;
  for (size_t k = 0; k < access.dims.size(); ++k) {
    const AccessDim& dim = access.dims[k];
    varying |= dim.vector;
    if (dim.vector) continue;
    int64_t index = IndexOf(w, dim, 0);
    if (__builtin_expect(index < 0 || index >= Limit(access, state, k), 0)) {
      ReportBounds(w, ip, access, state, k, out.mask);
      out.mask = 0;
      return;
    }
    start += index * state.strides[k];
  }
  if (!varying) {
    out.pattern = Addresses::Uniform;
    out.first[0] = base + uint64_t(start * MemoryBytes(access.elem));
  } else if (!TryEven(w, access, state, start, out)) {
    if (state.narrow)
      ScatteredOffsets<int32_t>(w, ip, access, state, start, out);
    else
      ScatteredOffsets<int64_t>(w, ip, access, state, start, out);
  }
  if (access.base_vector) AddLaneBases(w, access, state, out);
  if (access.checked && (!state.fits || access.lanes > 1)) CheckEach(w, ip, access, state, out);
}

std::string ElementText(const Warp& w, const Access& access, int lane) {
  std::string text = access.tensor + "[";
  const size_t dims = access.dims.size() - (access.packed ? 1 : 0);
  for (size_t k = 0; k < dims; ++k) {
    const int64_t index = IndexOf(w, access.dims[k], lane);
    text.append(k ? ", " : "").append(std::to_string(index));
    if (k + 1 == access.dims.size() && access.lanes > 1)
      text.append(":").append(std::to_string(index + access.lanes));
  }
  return text + "]";
}

}  // namespace TIRX_SIM_ISA
}  // namespace tirx::sim
