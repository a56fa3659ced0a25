// SPDX-License-Identifier: Apache-2.0
// The simulator's program: typed instructions over vector and uniform registers, memory accesses, semantics
// calls.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "base/span.h"
#include "sim/lanes.h"
#include "sim/op_context.h"
#include "sim/types.h"

namespace tirx::sim {

enum class Op : uint8_t {
#define TIRX_SIM_OP(Name, family) Name,
#include "sim/opcodes.def"
#undef TIRX_SIM_OP
};
constexpr int kOpCount = int(Op::CheckCell) + 1;

enum class Family : uint8_t { Control, Binary, Compare, Unary, Move, Memory, Call };
constexpr Family FamilyOf(Op op) {
  constexpr Family kFamilies[] = {
#define TIRX_SIM_OP(Name, family) Family::family,
#include "sim/opcodes.def"
#undef TIRX_SIM_OP
  };
  return kFamilies[int(op)];
}

// Which operands are vectors (one value per lane); the others are uniform (one value for the warp).
enum Form : uint8_t { kVectorA = 1, kVectorB = 2, kVectorD = 4 };

// A register is an offset into the warp's register block in units of 8 bytes. Uniform: one unit. Vector: 16
// units, or 32 for a type with 64-bit lanes. Values of vector types take consecutive registers, one per
// component.
using Reg = uint16_t;
constexpr int kRegisterUnit = 8;
constexpr int VectorUnits(Type type) {
  return IsWide(type) ? 32 : 16;
}

struct Instr {
  Op op = Op::Exit;
  Type type = Type::I32;  // of the operands (comparisons: of what is compared)
  Type from = Type::I32;  // Cast, Bitcast
  uint8_t form = 0;
  Reg d = 0, a = 0, b = 0, c = 0;
  uint32_t aux = 0;   // jump target, or index into accesses, calls, texts
  uint32_t site = 0;  // index into Program::sites
};

// A number known when lowering, or held in a uniform I64 register.
struct Amount {
  int64_t value = 0;
  Reg reg = 0;
  bool dynamic = false;
  static Amount Of(int64_t value) { return {value, 0, false}; }
  static Amount In(Reg reg) { return {0, reg, true}; }
};

enum class Space : uint8_t { Memory, Local };  // Memory: global and shared, by address; Local: the lane's own

struct AccessDim {
  Reg index = 0;
  bool vector = false, wide = false;  // the index register: per lane? I64 (else I32)?
  Amount extent, stride;              // stride in elements
  uint16_t fixed = kNotFixed;         // the number of an index register that holds the same throughout

  static constexpr uint16_t kNotFixed = 0xffff;
};

// One element (or `lanes` neighbouring ones) of a tensor: what Load and Store touch and what a report names.
struct Access {
  std::string tensor;  // its name in the script
  Type elem = Type::F32;
  Space space = Space::Memory;
  uint8_t lanes = 1;
  bool base_vector = false;
  bool packed = false;      // the lanes are those of a vector that the tensor holds: its last dimension
  bool checked = true;      // false: only the address is wanted, and may lie outside
  Reg base = 0;             // Memory: U64 register with the tensor's data pointer
  uint32_t local_base = 0;  // Local: byte offset in the lane's memory
  Amount offset;            // elements added to the sum of index times stride
  std::vector<AccessDim> dims;
};

// A call of an op's semantics function.
struct OpCall {
  std::string name;  // "gpu.shuffle", for messages
  Semantics semantics = nullptr;
  std::vector<OpArgument> args;
  std::vector<OpAttribute> attributes;
  OpResult result;
  bool pure = false;     // depends on the arguments alone
  bool couples = false;  // may exchange values with other blocks, or has an order that can be seen
  int lanes = kLanes;    // 1: all arguments and the result are uniform and the op works lane by lane
};

struct Constant {
  Reg reg;
  uint64_t bits;
};

struct SharedTensor {
  std::string name;
  Reg reg = 0;  // uniform U64: gets its address
  uint32_t bytes = 0;
  uint8_t cell_bytes = 4;  // the smallest element that is ever accessed in it
};

// Of a traced program: how the memory behind an address is seen. No shape: flat, as long as the memory is.
struct SharedLook {
  std::string name;
  Reg reg = 0;  // uniform U64: the address
  DType dtype;
  std::vector<int64_t> shape;
};

struct Param {
  std::string name;
  bool pointer = false;
  Type type = Type::U64;
  Reg reg = 0;  // uniform
};

struct Program {
  std::string name;
  std::vector<Instr> code;
  std::vector<Access> accesses;
  std::vector<OpCall> calls;
  std::vector<std::string> texts;
  std::vector<Span> sites;
  std::vector<Constant> constants;
  std::vector<Param> params;
  std::vector<SharedTensor> shared;
  std::vector<SharedLook> looks;
  Reg dynamic_shared = 0;  // uniform U64: address of the dynamic shared memory
  bool uses_dynamic_shared = false;
  uint8_t dynamic_cell_bytes = 4;
  uint32_t local_bytes = 0;     // per lane, a multiple of 8
  uint32_t register_units = 0;  // size of the register block
  uint32_t max_depth = 0;       // of the mask stack
  uint16_t fixed_indices = 0;   // registers that AccessDim::fixed numbers
};

}  // namespace tirx::sim
