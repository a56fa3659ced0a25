// SPDX-License-Identifier: Apache-2.0
// Writes programs: registers by scope, constants, instructions over values, structured control flow. Uniform
// and vector operands mix freely; the form of each instruction follows from them.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/bytecode.h"

namespace tirx::sim {

// A value in registers: `lanes` components of one scalar type, each uniform or a vector over the warp.
struct Value {
  Reg reg = 0;
  Type type = Type::I32;
  bool vector = false;
  uint8_t lanes = 1;
  int units() const { return vector ? VectorUnits(type) : 1; }
  Value Component(int i) const { return {Reg(reg + i * units()), type, vector, 1}; }
};

class Assembler {
 public:
  // Registers, constants, memory.
  Value NewValue(Type type, bool vector, int lanes = 1);
  Value NewUniform(Type type) { return NewValue(type, false); }
  Value NewVector(Type type) { return NewValue(type, true); }
  // Registers allocated after Mark are free again after Release.
  size_t Mark() const { return next_unit_; }
  void Release(size_t mark) { next_unit_ = mark; }
  Value Const(Type type, int64_t value) { return ConstBits(type, RegisterBits(type, value)); }
  Value Const(Type type, double value) { return ConstBits(type, RegisterBits(type, value)); }
  Value ConstBits(Type type, uint64_t bits);
  Value AddParam(std::string name, bool pointer, Type type);
  // What reports call the memory behind a pointer parameter.
  void NameParam(Value param, const std::string& name);
  Value AddShared(std::string name, uint32_t bytes, int cell_bytes);  // its address
  Value AddDynamicShared(int cell_bytes);                             // its address
  uint32_t AddLocal(uint32_t bytes);                                  // byte offset in the lane's memory

  // Where the next instructions come from.
  void SetSite(const Span& span);

  // Operations: component by component; a uniform operand meets a vector one as it is.
  Value Binary(Op op, Value a, Value b);
  void BinaryInto(Value d, Op op, Value a, Value b);
  Value Compare(Op op, Value a, Value b);
  Value Unary(Op op, Value a);
  Value Cast(Value a, Type to);
  Value Bitcast(Value a, Type to);
  Value Select(Value condition, Value a, Value b);
  Value ToVector(Value a);  // the same if it is one
  Value FirstActive(Value a);
  void Copy(Value d, Value a);    // all lanes
  void Assign(Value d, Value a);  // active lanes
  // Makes the last instruction, if it computed `value`, write to `d` instead; false when that cannot be done.
  bool Retarget(Value value, Value d);
  uint32_t depth() const { return depth_; }  // of the mask stack here
  uint32_t AddAccess(Access access);
  Value Load(uint32_t access, bool vector);
  void Store(uint32_t access, Value a);
  Value Address(uint32_t access, bool vector);
  // `result` says whether there is one and of which type; it gets its register.
  Value Call(OpCall call);
  void MarkCell(Value mask) { Emit({.op = Op::MarkCell, .d = mask.reg}); }
  void CheckCell(Value mask, const std::string& name) {
    Emit({.op = Op::CheckCell, .a = mask.reg, .aux = AddText(name)});
  }

  // For a trace of one thread.
  void Look(SharedLook look) { program_.looks.push_back(std::move(look)); }
  void Show(const std::string& name, Value a);
  void ShowElement(uint32_t access, Value a);

  // Control flow. A vector condition, or `divergent`, pushes masks; else it is jumps.
  void BeginIf(Value condition);
  void BeginElse();
  void EndIf();
  void BeginLoop(bool divergent);
  void LoopWhile(Value condition);  // leaves the loop, for the lanes where it is false
  void BeginNext();                 // where `continue` goes on; what follows is the step
  void EndLoop();
  void Break();
  void Continue();
  void BeginBlock(bool divergent);  // LeaveBlock goes to its end
  void LeaveBlock();
  void EndBlock();
  void Return();
  void Trap(const std::string& message);

  Program Finish(std::string name);

 private:
  struct Construct {
    enum Kind : uint8_t { If, Loop, Block } kind = If;
    bool divergent = false;
    uint32_t head = 0;  // Loop: where the test begins
    std::vector<uint32_t>
        restore;  // jumps to the next place that restores lanes: Else, EndIf, LoopNext, LoopEnd
    std::vector<uint32_t> exit;  // jumps to the end
    std::vector<uint32_t> next;  // Loop, uniform: jumps to BeginNext
  };

  uint32_t Here() const { return uint32_t(program_.code.size()); }
  uint32_t Emit(Instr instr);
  uint32_t AddText(const std::string& text);
  void PatchHere(std::vector<uint32_t>& jumps);
  // A jump for when no lane is left: to the nearest construct that restores some.
  void PatchToRestore(uint32_t instr);
  Construct* Innermost(Construct::Kind kind);
  void Leave(Construct& construct, Op op, std::vector<uint32_t>& uniform_jumps);
  void CloseMasks(Construct& construct, Op op);
  Value NewPreset(Type type);
  void Relocate(Instr& instr) const;
  void RelocateAll();
  Reg Relocated(Reg reg) const;
  void Relocate(Amount& amount) const;

  Program program_;
  std::vector<Construct> constructs_;
  std::map<std::pair<Type, uint64_t>, Value> constants_;
  std::map<std::string, uint32_t> texts_;
  // By file and range: the copies of a statement that an unrolled loop makes are one place.
  std::map<std::tuple<const Object*, int32_t, int32_t, int32_t, int32_t>, uint32_t> sites_;
  uint32_t site_ = 0;
  size_t next_unit_ = 0, max_unit_ = 0;
  size_t presets_ = 0;
  uint32_t depth_ = 0;
};

}  // namespace tirx::sim
