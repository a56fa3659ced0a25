// SPDX-License-Identifier: Apache-2.0
// One launch: arguments into registers, blocks one after another, the warps of a block in turn until each
// waits or has ended.
#include <algorithm>
#include <cstring>

#include "sim/order.h"
#include "sim/simulator.h"

namespace tirx::sim {
namespace {

constexpr uint64_t kMaxThreads = 1024;  // 32 warps: what stamps can name besides asynchronous agents

// Steps that a warp takes before the others have a turn: it may be spinning until one of them has done
// something.
constexpr uint64_t kTurn = 1 << 16;

// The registers and local memory of a block's warps.
struct Frames {
  std::vector<char> registers, local;
  std::vector<LaneMask> written;
  std::vector<MaskEntry> masks;

  Frames(const Program& program, size_t warps)
      : registers(warps * RegisterBytes(program) + 128),
        local(warps * program.local_bytes * kLanes + 64),
        written(warps * program.local_bytes),
        masks(warps * (program.max_depth + 1)) {}
  // Whole cache lines, so that each warp's vectors are aligned alike.
  static size_t RegisterBytes(const Program& program) {
    return (size_t(program.register_units) * kRegisterUnit + 63) / 64 * 64;
  }
};

char* Align64(char* p) {
  return reinterpret_cast<char*>((reinterpret_cast<uintptr_t>(p) + 63) / 64 * 64);
}

// The parameters that the program may write through: only what is behind them can see a race.
struct WrittenParams {
  std::vector<Reg> regs;
  bool all = false;    // through pointers that are computed
  int cell_bytes = 8;  // the smallest element of any access

  explicit WrittenParams(const Program& program) {
    for (const Access& access : program.accesses)
      if (access.space == Space::Memory) cell_bytes = std::min(cell_bytes, MemoryBytes(access.elem));
    for (const Instr& instr : program.code) {
      if (instr.op != Op::Store && instr.op != Op::Address) continue;
      const Access& access = program.accesses[instr.aux];
      regs.push_back(access.base);
      all |= access.base_vector || !IsPreset(program, access.base);
    }
    for (const OpCall& call : program.calls)
      for (const OpArgument& arg : call.args) regs.push_back(arg.reg);
  }
  bool Has(Reg reg) const { return all || std::find(regs.begin(), regs.end(), reg) != regs.end(); }

 private:
  static bool IsPreset(const Program& program, Reg reg) {
    if (program.uses_dynamic_shared && reg == program.dynamic_shared) return true;
    auto is_reg = [reg](const auto& place) { return place.reg == reg; };
    return std::any_of(program.params.begin(), program.params.end(), is_reg) ||
           std::any_of(program.shared.begin(), program.shared.end(), is_reg);
  }
};

void SetPreset(Machine& m, Reg reg, uint64_t bits) {
  if (m.presets.size() <= reg) m.presets.resize(size_t(reg) + 1);
  m.presets[reg] = bits;
}

Status BindArguments(Machine& m, const std::vector<KernelArg>& args) {
  const Program& program = m.program;
  const WrittenParams written(program);
  if (args.size() != program.params.size())
    return Fail(DK::SimBadLaunch, Span(),
                {program.name, std::to_string(args.size()) + " arguments for " +
                                   std::to_string(program.params.size()) + " parameters"});
  for (size_t i = 0; i < args.size(); ++i) {
    const Param& param = program.params[i];
    const KernelArg& arg = args[i];
    std::string wanted = param.pointer ? "a pointer" : TypeName(param.type);
    std::string given = arg.is_pointer ? "a pointer" : DTypeName(arg.dtype);
    if (wanted != given) return Fail(DK::SimBadArgument, Span(), {program.name, param.name, given, wanted});
    if (param.pointer)
      m.memory.AddGlobal(param.name, arg.pointer, arg.bytes, m.checks.races && written.Has(param.reg),
                         written.cell_bytes);
    uint64_t bits = param.pointer ? reinterpret_cast<uint64_t>(arg.pointer) : 0;
    if (!param.pointer)
      WithStorageTraits(param.type, [&](auto traits) {
        typename decltype(traits)::Cell cell;
        std::memcpy(&cell, &arg.bits, sizeof cell);
        auto lane = traits.Decode(cell);
        std::memcpy(&bits, &lane, sizeof lane);
      });
    SetPreset(m, param.reg, bits);
  }
  return Ok();
}

void PlaceSharedMemory(Machine& m, uint64_t dynamic_bytes) {
  const Program& program = m.program;
  for (const SharedTensor& tensor : program.shared)
    SetPreset(m, tensor.reg, m.memory.AddShared(tensor.name, tensor.bytes, tensor.cell_bytes));
  if (program.uses_dynamic_shared)
    SetPreset(m, program.dynamic_shared,
              m.memory.AddShared("dynamic shared memory", dynamic_bytes, program.dynamic_cell_bytes));
  m.memory.Seal();
}

void StartBlock(Machine& m, Frames& frames) {
  m.memory.BeginBlock();
  m.first_clock = m.clock;
  m.settled = m.clock - 1;
  m.block_clocks.push_back(m.clock);
  const uint64_t threads = m.block.Count();
  const Program& program = m.program;
  std::fill(frames.written.begin(), frames.written.end(), 0);
  m.meetings.clear();
  for (size_t i = 0; i < m.warps.size(); ++i) {
    Warp& w = m.warps[i];
    w.registers = Align64(frames.registers.data()) + i * Frames::RegisterBytes(program);
    w.local = Align64(frames.local.data()) + i * program.local_bytes * kLanes;
    w.local_written = frames.written.data() + i * program.local_bytes;
    w.masks = frames.masks.data() + i * (program.max_depth + 1);
    uint64_t left = threads - i * kLanes;
    w.live = w.mask = left >= kLanes ? kAllLanes : (LaneMask(1) << left) - 1;
    w.depth = 0;
    w.id = int(i);
    w.clock = m.clock;
    w.known.Begin(uint32_t(m.block_clocks.size() - 1), m.settled);
    w.known.of[kSettledAgent] = kMaxClock;
    w.lane_order = nullptr;
    w.groups.clear();
    w.ran_to_end = false;
    w.steps = 0;
    w.ip = m.code.data();
    w.state = WarpState::Ready;
    w.machine = &m;
    std::copy(m.presets.begin(), m.presets.end(), w.At<uint64_t>(0));
  }
}

void ReportBudget(Machine& m, const Warp& w, uint32_t site) {
  m.Report(DK::SimStepBudget, w, site, w.mask ? w.mask : w.live, [&](int) {
    return diag::Make(DK::SimStepBudget, m.SpanOf(site), {std::to_string(m.step_budget)});
  });
  m.aborted = true;
}

// Runs the warp until it stops by itself, has had its turn, or has used up its steps.
void RunWarp(Machine& m, Warp& w) {
  w.state = WarpState::Ready;
  const ExecInstr* ip = w.ip;
  uint64_t left = std::min(m.step_budget - w.steps, kTurn), taken = 0;
  for (; ip && taken < left; ++taken) ip = ip->handler(w, ip);
  w.steps += taken;
  m.steps += taken;
  if (!ip) return;
  w.ip = ip;
  if (w.steps >= m.step_budget) ReportBudget(m, w, ip->site);
}

void ReportMismatch(Machine& m, const Warp& waits, const Warp& other) {
  const uint32_t site = waits.barrier_site;
  m.Report(DK::SimBarrierMismatch, waits, site, waits.mask, [&](int) {
    auto diagnostic = diag::Make(DK::SimBarrierMismatch, m.SpanOf(site));
    const std::string thread = "thread " + Text(m.PlaceOf(other, 0).thread);
    if (other.state == WarpState::Exited)
      return std::move(diagnostic).WithNote(Span(), thread + " has come to the end without it");
    return std::move(diagnostic).WithNote(m.SpanOf(other.barrier_site), thread + " waits here");
  });
  m.aborted = true;
}

// All warps that run wait at a barrier: they go on, if it is the same one. Threads that have returned early
// are not waited for (CUDA C++ Programming Guide, "Independent Thread Scheduling": non-exited threads); those
// that have come to the end by another way than through the barrier are a mistake.
void ReleaseBarrier(Machine& m) {
  const Warp* first = nullptr;
  for (const Warp& w : m.warps)
    if (!first && w.state == WarpState::AtBarrier) first = &w;
  for (const Warp& w : m.warps) {
    const bool elsewhere = w.state == WarpState::AtBarrier && w.barrier_site != first->barrier_site;
    if (elsewhere || (w.state == WarpState::Exited && w.ran_to_end)) return ReportMismatch(m, *first, w);
  }
  for (Warp& w : m.warps)
    if (w.state == WarpState::AtBarrier) w.state = WarpState::Ready;
  SyncBlock(m);
}

void ReportDeadlock(Machine& m) {
  const Warp* first = nullptr;
  for (const Warp& w : m.warps)
    if (!first && w.state == WarpState::Blocked) first = &w;
  auto site_of = [&](const Warp& w) { return w.state == WarpState::AtBarrier ? w.barrier_site : w.ip->site; };
  m.Report(DK::SimDeadlock, *first, site_of(*first), first->mask, [&](int) {
    auto diagnostic = diag::Make(DK::SimDeadlock, m.SpanOf(site_of(*first)));
    for (const Warp& w : m.warps)
      if (w.state != WarpState::Exited && &w != first)
        diagnostic.notes.push_back({m.SpanOf(site_of(w)), "warp " + std::to_string(w.id) + " waits here"});
    return diagnostic;
  });
  m.aborted = true;
}

void RunBlock(Machine& m) {
  while (!m.aborted) {
    bool progress = false;
    size_t exited = 0, waiting = 0;
    for (Warp& w : m.warps) {
      if (w.state == WarpState::Ready || w.state == WarpState::Blocked) {
        uint64_t before = w.steps;
        RunWarp(m, w);
        if (m.aborted) return;
        progress |= w.state != WarpState::Blocked || w.steps > before + 1;
      }
      exited += w.state == WarpState::Exited;
      waiting += w.state == WarpState::AtBarrier;
    }
    if (exited == m.warps.size()) return;
    if (exited + waiting == m.warps.size())
      ReleaseBarrier(m);
    else if (!progress)
      ReportDeadlock(m);
  }
}

Status CheckDims(const Program& program, const LaunchDims& dims) {
  uint64_t threads = dims.block.Count();
  if (threads == 0 || threads > kMaxThreads)
    return Fail(
        DK::SimBadLaunch, Span(),
        {program.name, "a block of " + std::to_string(threads) + " threads; it must have from 1 to 1024"});
  return Ok();
}

}  // namespace

KernelArg KernelArg::Integer(DType dtype, int64_t value) {
  return {nullptr, 0, false, dtype, uint64_t(value)};
}

KernelArg KernelArg::FloatingPoint(DType dtype, double value) {
  auto type = TypeOf(dtype);
  TIRX_CHECK(type && IsFloat(*type), "not a floating-point type: " + DTypeName(dtype));
  uint64_t lane = RegisterBits(*type, value), bits = 0;
  WithStorageTraits(*type, [&](auto traits) {
    auto cell = traits.Encode(BitsAs<typename decltype(traits)::Lane>(
        static_cast<std::conditional_t<sizeof(typename decltype(traits)::Lane) == 4, uint32_t, uint64_t>>(
            lane)));
    std::memcpy(&bits, &cell, sizeof cell);
  });
  return {nullptr, 0, false, dtype, bits};
}

Result<LaunchReport> Run(const Program& program, const std::vector<KernelArg>& args, const LaunchDims& dims,
                         const RunOptions& options) {
  TIRX_RETURN_IF_FAILED(CheckDims(program, dims));
  Machine m(program, options.numeric, options.checks, options.fault_limit);
  m.grid = dims.grid;
  m.block = dims.block;
  m.step_budget = options.step_budget;
  TIRX_RETURN_IF_FAILED(BindArguments(m, args));
  PlaceSharedMemory(m, dims.dynamic_smem_bytes);
  for (const Constant& constant : program.constants) SetPreset(m, constant.reg, constant.bits);
  m.warps.resize((dims.block.Count() + kLanes - 1) / kLanes);
  Frames frames(program, m.warps.size());
  Dim3& at = m.block_index;
  for (at.z = 0; at.z < dims.grid.z; ++at.z)
    for (at.y = 0; at.y < dims.grid.y; ++at.y)
      for (at.x = 0; at.x < dims.grid.x && !m.aborted; ++at.x) {
        StartBlock(m, frames);
        RunBlock(m);
        for (const Warp& w : m.warps) m.clock = std::max(m.clock, w.clock);
        m.clock = std::min(m.clock + 1, kMaxClock);
      }
  LaunchReport report;
  report.steps = m.steps;
  report.completed = !m.aborted;
  report.faults = m.faults.Take();
  return report;
}

}  // namespace tirx::sim
