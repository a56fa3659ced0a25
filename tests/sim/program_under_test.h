// SPDX-License-Identifier: Apache-2.0
// Small programs for tests of the simulator's core: arguments, spans by number, running, and looking at the
// faults.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "sim/assembler.h"
#include "sim/ops/semantics.h"
#include "sim/simulator.h"

namespace tirx::sim {

inline constexpr Dim3 kOne{1, 1, 1};

// A place in an imagined script, to be found again in a report.
inline Span Line(int line) {
  static const SourceFile file("k.py", std::string(100, '\n'));
  return Span(file, line, 1, line, 2);
}

class ProgramUnderTest : public Assembler {
 public:
  Value ThreadIdx(const char* axis = "x") {
    return Call({.name = "gpu.thread_idx",
                 .semantics = sim::ThreadIdx,
                 .args = {},
                 .attributes = {{"axis", axis, 0}},
                 .result = {0, Type::I32, true, true}});
  }
  Value BlockIdx() { return Operation("gpu.block_idx", sim::BlockIdx, {}, Type::I32); }
  // Of the thread in the grid, for blocks of so many threads in a row.
  Value GlobalThread(int64_t block) {
    return Binary(Op::Add, Binary(Op::Mul, BlockIdx(), Const(Type::I32, block)), ThreadIdx());
  }
  void Sync() { Effect("gpu.sync", sim::Sync, {}); }
  void Effect(const char* name, Semantics semantics, std::vector<Value> args) {
    Assembler::Call(
        {.name = name, .semantics = semantics, .args = Arguments(args), .attributes = {}, .result = {}});
  }
  Value Operation(const char* name, Semantics semantics, std::vector<Value> args, Type type) {
    return Assembler::Call({.name = name,
                            .semantics = semantics,
                            .args = Arguments(args),
                            .attributes = {},
                            .result = {0, type, true, true}});
  }
  // A row-major tensor at `base`, accessed at `indices`.
  uint32_t Element(const char* name, Type elem, Value base, std::vector<int64_t> shape,
                   std::vector<Value> indices, int lanes = 1) {
    Access access;
    access.tensor = name;
    access.elem = elem;
    access.base = base.reg;
    access.base_vector = base.vector;
    access.lanes = uint8_t(lanes);
    AddDims(access, shape, indices);
    return AddAccess(access);
  }
  uint32_t LocalElement(const char* name, Type elem, uint32_t offset, std::vector<int64_t> shape,
                        std::vector<Value> indices) {
    Access access;
    access.tensor = name;
    access.elem = elem;
    access.space = Space::Local;
    access.local_base = offset;
    AddDims(access, shape, indices);
    return AddAccess(access);
  }

 private:
  static std::vector<OpArgument> Arguments(const std::vector<Value>& values) {
    std::vector<OpArgument> arguments;
    for (const Value& value : values) arguments.push_back({value.reg, value.type, value.vector});
    return arguments;
  }
  static void AddDims(Access& access, const std::vector<int64_t>& shape, const std::vector<Value>& indices) {
    int64_t stride = 1;
    access.dims.resize(shape.size());
    for (size_t k = shape.size(); k-- > 0;) {
      access.dims[k] = {indices[k].reg, indices[k].vector, IsWide(indices[k].type), Amount::Of(shape[k]),
                        Amount::Of(stride)};
      stride *= shape[k];
    }
  }
};

inline LaunchReport RunProgram(const Program& program, const std::vector<KernelArg>& args, Dim3 grid,
                               Dim3 block, RunOptions options = {}) {
  auto report = Run(program, args, {grid, block, 0}, options);
  EXPECT_TRUE(report.ok());
  return report.ok() ? *report : LaunchReport();
}

template <class T>
KernelArg PointerTo(std::vector<T>& data) {
  return KernelArg::Pointer(data.data(), data.size() * sizeof(T));
}

// "SimOutOfBounds at 3: `A[70]`: ..."
inline std::vector<std::string> Texts(const LaunchReport& report) {
  std::vector<std::string> texts;
  for (const auto& fault : report.faults)
    texts.push_back(std::string(diag::KindName(fault.kind)) + " at " +
                    std::to_string(fault.span.defined() ? fault.span->line : 0) + ": " + fault.message);
  return texts;
}
using Lines = std::vector<std::string>;

}  // namespace tirx::sim
