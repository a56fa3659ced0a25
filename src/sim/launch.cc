// SPDX-License-Identifier: Apache-2.0
// One launch: its dimensions, its arguments, its report. The blocks are run by schedule.cc.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "base/interrupt.h"
#include "sim/parallel.h"
#include "sim/schedule.h"
#include "sim/simulator.h"

namespace tirx::sim {
namespace {

constexpr uint64_t kMaxThreads = 1024;  // 32 warps: what stamps can name besides asynchronous agents
constexpr uint64_t kMaxCluster = 16;    // of today's hardware

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
    SetPreset(m.presets, param.reg, bits);
  }
  return Ok();
}

bool Reaches(const Dim3& index, const Dim3& extents) {
  return index.x < extents.x && index.y < extents.y && index.z < extents.z;
}

Status CheckTrace(const Program& program, const LaunchDims& dims, const Trace& trace) {
  if (!trace.line || (Reaches(trace.block, dims.grid) && Reaches(trace.thread, dims.block))) return Ok();
  return Fail(DK::SimBadLaunch, Span(),
              {program.name, "thread " + Text(trace.thread) + " of block " + Text(trace.block) +
                                 " is to be traced, and there are " + Text(dims.grid) + " blocks of " +
                                 Text(dims.block) + " threads"});
}

Status CheckSubgroup(const Program& program, int size) {
  if (size > 0 && size <= kMaxSubgroup && (size & (size - 1)) == 0) return Ok();
  return Fail(DK::SimBadLaunch, Span(),
              {program.name, "subgroups of " + std::to_string(size) +
                                 " threads; the simulator knows powers of two from 1 to 64"});
}

Status CheckDims(const Program& program, const LaunchDims& dims) {
  uint64_t threads = dims.block.Count();
  if (threads == 0 || threads > kMaxThreads)
    return Fail(
        DK::SimBadLaunch, Span(),
        {program.name, "a block of " + std::to_string(threads) + " threads; it must have from 1 to 1024"});
  const uint64_t cluster = dims.cluster.Count();
  if (cluster == 0 || cluster > kMaxCluster)
    return Fail(DK::SimBadLaunch, Span(),
                {program.name, "a cluster of " + std::to_string(cluster) +
                                   " blocks; it must have from 1 to " + std::to_string(kMaxCluster)});
  for (int axis = 0; axis < 3; ++axis)
    if (dims.grid[axis] % dims.cluster[axis] != 0)
      return Fail(DK::SimBadLaunch, Span(),
                  {program.name, "a grid of " + Text(dims.grid) + " blocks in clusters of " +
                                     Text(dims.cluster) + "; it must be a multiple in each dimension"});
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

namespace {

Result<std::unique_ptr<Machine>> MakeMachine(const Program& program, const std::vector<KernelArg>& args,
                                             const LaunchDims& dims, const RunOptions& options) {
  auto m =
      std::make_unique<Machine>(program, options.numeric, options.checks, options.fault_limit, *options.isa);
  m->grid = dims.grid;
  m->block = dims.block;
  m->cluster = dims.cluster;
  m->cooperative = dims.cooperative;
  m->subgroup = options.subgroup_size;
  m->step_budget = options.step_budget;
  m->trace = options.trace;
  TIRX_RETURN_IF_FAILED(BindArguments(*m, args));
  m->memory.Seal();
  for (const Constant& constant : program.constants) SetPreset(m->presets, constant.reg, constant.bits);
  return m;
}

// As asked; else the one that TIRX_SIMULATOR_ISA names, or the widest.
Result<const Isa*> IsaOf(const Program& program, const RunOptions& options) {
  if (options.isa) return options.isa;
  const char* wanted = std::getenv("TIRX_SIMULATOR_ISA");
  if (!wanted || !*wanted) return &Isas().front();
  std::string names;
  for (const Isa& isa : Isas()) {
    if (std::string_view(isa.name) == wanted) return &isa;
    names += (names.empty() ? "" : ", ") + std::string(isa.name);
  }
  return Fail(
      DK::SimBadLaunch, Span(),
      {program.name, "TIRX_SIMULATOR_ISA is `" + std::string(wanted) + "`; this processor has " + names});
}

// As asked, however small the launch is; else as it is worth.
int ThreadsOf(const RunOptions& options, const Machine& m) {
  if (options.threads > 0) return options.threads;
  return GainsByRunningApart(m) ? int(std::max(1u, std::thread::hardware_concurrency())) : 1;
}

}  // namespace

Result<LaunchReport> Run(const Program& program, const std::vector<KernelArg>& args, const LaunchDims& dims,
                         const RunOptions& given) {
  RunOptions options = given;
  TIRX_TRY(options.isa, IsaOf(program, given));
  TIRX_RETURN_IF_FAILED(CheckSubgroup(program, options.subgroup_size));
  TIRX_RETURN_IF_FAILED(CheckDims(program, dims));
  TIRX_RETURN_IF_FAILED(CheckTrace(program, dims, options.trace));
  TIRX_TRY(std::unique_ptr<Machine> m, MakeMachine(program, args, dims, options));
  LaunchReport report;
  if (m->grid.Count() == 0) return report;
  const int threads = ThreadsOf(options, *m);
  if (threads > 1 && MayRunApart(*m)) {
    auto make = [&] { return MakeMachine(program, args, dims, options).value(); };
    if (auto apart = RunApart(std::move(m), make, dims.dynamic_smem_bytes, threads)) return *std::move(apart);
    if (Interrupted()) return Fail(DK::Interrupted, Span(), {"`" + program.name + "` ran"});
    m = make();
  }
  UnitQueue all(m->UnitCount(), 1);
  Schedule(*m, dims.dynamic_smem_bytes, all).Run();
  if (Interrupted()) return Fail(DK::Interrupted, Span(), {"`" + program.name + "` ran"});
  AddTo(&report, *m);
  report.completed = !m->aborted;
  report.faults = m->faults.Take();
  return report;
}

}  // namespace tirx::sim
