// SPDX-License-Identifier: Apache-2.0
// Registers and plain instructions of the assembler; control flow is in assembler_control.cc.
#include "sim/assembler.h"

#include <algorithm>

#include "base/check.h"
#include "sim/fixed_indices.h"

namespace tirx::sim {
namespace {

// While writing, registers from here on are presets: what a warp starts with. Finish puts them before the
// others.
constexpr Reg kFirstPreset = 0x8000;
constexpr size_t kAlignUnits = 8;  // a vector begins at a cache line

size_t RoundUp(size_t units) {
  return (units + kAlignUnits - 1) / kAlignUnits * kAlignUnits;
}

// The register of a small float, as the float32 that it is.
Value AsComputed(Value a) {
  a.type = ComputeType(a.type);
  return a;
}

uint8_t FormOf(const Value& d, const Value& a) {
  return uint8_t((d.vector ? kVectorD : 0) | (a.vector ? kVectorA : 0));
}

}  // namespace

Value Assembler::NewValue(Type type, bool vector, int lanes) {
  if (vector) next_unit_ = RoundUp(next_unit_);
  Value value{Reg(next_unit_), type, vector, uint8_t(lanes)};
  next_unit_ += size_t(value.units()) * size_t(lanes);
  TIRX_CHECK(next_unit_ < kFirstPreset, "a kernel needs more registers than the simulator has");
  max_unit_ = std::max(max_unit_, next_unit_);
  return value;
}

Value Assembler::NewPreset(Type type) {
  return {Reg(kFirstPreset + presets_++), type, false, 1};
}

Value Assembler::ConstBits(Type type, uint64_t bits) {
  auto [it, inserted] = constants_.try_emplace({type, bits});
  if (inserted) {
    it->second = NewPreset(type);
    program_.constants.push_back({it->second.reg, bits});
  }
  return it->second;
}

Value Assembler::AddParam(std::string name, bool pointer, Type type) {
  Value value = NewPreset(pointer ? Type::U64 : type);
  program_.params.push_back({std::move(name), pointer, value.type, value.reg});
  return value;
}

void Assembler::NameParam(Value value, const std::string& name) {
  for (Param& param : program_.params)
    if (param.reg == value.reg) param.name = name;
}

Value Assembler::AddShared(std::string name, uint32_t bytes, int cell_bytes) {
  Value value = NewPreset(Type::U64);
  program_.shared.push_back({std::move(name), value.reg, bytes, uint8_t(cell_bytes)});
  return value;
}

Value Assembler::AddDynamicShared(int cell_bytes) {
  if (!program_.uses_dynamic_shared) {
    program_.uses_dynamic_shared = true;
    program_.dynamic_shared = NewPreset(Type::U64).reg;
    program_.dynamic_cell_bytes = uint8_t(cell_bytes);
  }
  program_.dynamic_cell_bytes = std::min(program_.dynamic_cell_bytes, uint8_t(cell_bytes));
  return {program_.dynamic_shared, Type::U64, false, 1};
}

uint32_t Assembler::AddLocal(uint32_t bytes) {
  uint32_t offset = program_.local_bytes;
  program_.local_bytes += (bytes + 15) / 16 * 16;
  return offset;
}

void Assembler::SetSite(const Span& span) {
  // Faults are told apart by site; where the place is not known, each instruction is one of its own.
  uint32_t next = uint32_t(program_.sites.size());
  uint32_t known = next;
  if (span.defined()) {
    const auto place = std::make_tuple(static_cast<const Object*>(span->file.get()), span->line, span->column,
                                       span->end_line, span->end_column);
    known = sites_.try_emplace(place, next).first->second;
  }
  if (known == next) program_.sites.push_back(span);
  site_ = known;
}

uint32_t Assembler::Emit(Instr instr) {
  if (program_.sites.empty()) SetSite(Span());
  instr.site = site_;
  program_.code.push_back(instr);
  return Here() - 1;
}

uint32_t Assembler::AddText(const std::string& text) {
  auto [it, inserted] = texts_.try_emplace(text, uint32_t(program_.texts.size()));
  if (inserted) program_.texts.push_back(text);
  return it->second;
}

Value Assembler::Binary(Op op, Value a, Value b) {
  if (IsSmallFloat(a.type)) return Cast(Binary(op, AsComputed(a), AsComputed(b)), a.type);
  Value d = NewValue(a.type, a.vector || b.vector, a.lanes);
  BinaryInto(d, op, a, b);
  return d;
}

void Assembler::BinaryInto(Value d, Op op, Value a, Value b) {
  uint8_t form = uint8_t(FormOf(d, a) | (b.vector ? kVectorB : 0));
  for (int i = 0; i < d.lanes; ++i)
    Emit({.op = op,
          .type = a.type,
          .form = form,
          .d = d.Component(i).reg,
          .a = a.Component(i).reg,
          .b = b.Component(i).reg});
}

Value Assembler::Compare(Op op, Value a, Value b) {
  if (IsSmallFloat(a.type)) return Compare(op, AsComputed(a), AsComputed(b));
  Value d = NewValue(Type::Bool, a.vector || b.vector, a.lanes);
  uint8_t form = uint8_t(FormOf(d, a) | (b.vector ? kVectorB : 0));
  for (int i = 0; i < d.lanes; ++i)
    Emit({.op = op,
          .type = a.type,
          .form = form,
          .d = d.Component(i).reg,
          .a = a.Component(i).reg,
          .b = b.Component(i).reg});
  return d;
}

Value Assembler::Unary(Op op, Value a) {
  if (IsSmallFloat(a.type)) return Cast(Unary(op, AsComputed(a)), a.type);
  Value d = NewValue(a.type, a.vector, a.lanes);
  for (int i = 0; i < d.lanes; ++i)
    Emit({.op = op, .type = a.type, .form = FormOf(d, a), .d = d.Component(i).reg, .a = a.Component(i).reg});
  return d;
}

Value Assembler::Cast(Value a, Type to) {
  Value d = NewValue(to, a.vector, a.lanes);
  for (int i = 0; i < d.lanes; ++i)
    Emit({.op = Op::Cast,
          .type = to,
          .from = a.type,
          .form = FormOf(d, a),
          .d = d.Component(i).reg,
          .a = a.Component(i).reg});
  return d;
}

Value Assembler::Bitcast(Value a, Type to) {
  Value d = NewValue(to, a.vector, a.lanes);
  for (int i = 0; i < d.lanes; ++i)
    Emit({.op = Op::Bitcast,
          .type = to,
          .from = a.type,
          .form = FormOf(d, a),
          .d = d.Component(i).reg,
          .a = a.Component(i).reg});
  return d;
}

Value Assembler::Select(Value condition, Value a, Value b) {
  const bool vector = condition.vector || a.vector || b.vector;
  if (vector) {
    condition = ToVector(condition);
    a = ToVector(a);
    b = ToVector(b);
  }
  Value d = NewValue(a.type, vector, a.lanes);
  uint8_t form = vector ? kVectorD | kVectorA | kVectorB : 0;
  for (int i = 0; i < d.lanes; ++i)
    Emit({.op = Op::Select,
          .type = a.type,
          .form = form,
          .d = d.Component(i).reg,
          .a = a.Component(i).reg,
          .b = b.Component(i).reg,
          .c = condition.Component(condition.lanes == 1 ? 0 : i).reg});
  return d;
}

Value Assembler::ToVector(Value a) {
  if (a.vector) return a;
  Value d = NewValue(a.type, true, a.lanes);
  Copy(d, a);
  return d;
}

Value Assembler::FirstActive(Value a) {
  if (!a.vector) return a;
  Value d = NewValue(a.type, false, a.lanes);
  for (int i = 0; i < d.lanes; ++i)
    Emit({.op = Op::FirstActive,
          .type = a.type,
          .form = kVectorA,
          .d = d.Component(i).reg,
          .a = a.Component(i).reg});
  return d;
}

void Assembler::Copy(Value d, Value a) {
  for (int i = 0; i < d.lanes; ++i)
    Emit({.op = Op::Copy,
          .type = d.type,
          .form = FormOf(d, a),
          .d = d.Component(i).reg,
          .a = a.Component(i).reg});
}

void Assembler::Assign(Value d, Value a) {
  for (int i = 0; i < d.lanes; ++i)
    Emit({.op = Op::Assign,
          .type = d.type,
          .form = FormOf(d, a),
          .d = d.Component(i).reg,
          .a = a.Component(i).reg});
}

bool Assembler::Retarget(Value value, Value d) {
  if (program_.code.empty() || value.lanes != 1 || value.vector != d.vector) return false;
  Instr& last = program_.code.back();
  const bool writes_lanes = (last.op >= Op::Add && last.op <= Op::Bitcast) || last.op == Op::Copy ||
                            last.op == Op::Select || last.op == Op::Load || last.op == Op::LoadLocal;
  if (!writes_lanes || last.d != value.reg) return false;
  last.d = d.reg;
  return true;
}

uint32_t Assembler::AddAccess(Access access) {
  program_.accesses.push_back(std::move(access));
  return uint32_t(program_.accesses.size() - 1);
}

Value Assembler::Load(uint32_t access, bool vector) {
  const Access& a = program_.accesses[access];
  const bool local = a.space == Space::Local;
  Value d = NewValue(a.elem, vector || local, a.lanes);
  Emit({.op = local ? Op::LoadLocal : Op::Load,
        .type = a.elem,
        .form = uint8_t(d.vector ? kVectorD : 0),
        .d = d.reg,
        .aux = access});
  return d;
}

void Assembler::Store(uint32_t access, Value value) {
  const Access& a = program_.accesses[access];
  Emit({.op = a.space == Space::Local ? Op::StoreLocal : Op::Store,
        .type = a.elem,
        .form = uint8_t(value.vector ? kVectorA : 0),
        .a = value.reg,
        .aux = access});
}

void Assembler::Show(const std::string& name, Value value) {
  Emit({.op = Op::Show,
        .type = value.type,
        .form = uint8_t(value.vector ? kVectorA : 0),
        .a = value.reg,
        .b = value.lanes,
        .aux = AddText(name)});
}

void Assembler::ShowElement(uint32_t access, Value value) {
  Emit({.op = Op::ShowElement,
        .type = value.type,
        .form = uint8_t(value.vector ? kVectorA : 0),
        .a = value.reg,
        .b = value.lanes,
        .aux = access});
}

Value Assembler::Address(uint32_t access, bool vector) {
  Value d = NewValue(Type::U64, vector);
  Emit({.op = Op::Address,
        .type = Type::U64,
        .form = uint8_t(vector ? kVectorD : 0),
        .d = d.reg,
        .aux = access});
  return d;
}

Value Assembler::Call(OpCall call) {
  Value d;
  if (call.result.used) {
    d = NewValue(call.result.type, call.result.vector);
    call.result.reg = d.reg;
  }
  program_.calls.push_back(std::move(call));
  Emit({.op = Op::CallOp, .aux = uint32_t(program_.calls.size() - 1)});
  return d;
}

Program Assembler::Finish(std::string name) {
  TIRX_CHECK(constructs_.empty(), "an open construct at the end of a program");
  Emit({.op = Op::Exit});
  program_.name = std::move(name);
  RelocateAll();
  program_.register_units = uint32_t(RoundUp(presets_) + max_unit_);
  TIRX_CHECK(program_.register_units <= 0xffff, "a kernel needs more registers than the simulator has");
  NumberFixedIndices(program_);
  return std::move(program_);
}

Reg Assembler::Relocated(Reg reg) const {
  return Reg(reg >= kFirstPreset ? reg - kFirstPreset : RoundUp(presets_) + reg);
}

void Assembler::Relocate(Amount& amount) const {
  if (amount.dynamic) amount.reg = Relocated(amount.reg);
}

void Assembler::Relocate(Instr& instr) const {
  if (instr.op == Op::Break || instr.op == Op::Continue || instr.op == Op::Trap)
    return;                                                                 // numbers, not registers
  const bool counts = instr.op == Op::Show || instr.op == Op::ShowElement;  // components, in `b`
  for (Reg* reg : {&instr.d, &instr.a, &instr.c}) *reg = Relocated(*reg);
  if (!counts) instr.b = Relocated(instr.b);
}

void Assembler::RelocateAll() {
  for (Instr& instr : program_.code) Relocate(instr);
  for (Access& access : program_.accesses) {
    access.base = Relocated(access.base);
    Relocate(access.offset);
    for (AccessDim& dim : access.dims) {
      dim.index = Relocated(dim.index);
      Relocate(dim.extent);
      Relocate(dim.stride);
    }
  }
  for (OpCall& call : program_.calls) {
    call.result.reg = Relocated(call.result.reg);
    for (OpArgument& arg : call.args) arg.reg = Relocated(arg.reg);
  }
  for (Constant& constant : program_.constants) constant.reg = Relocated(constant.reg);
  for (Param& param : program_.params) param.reg = Relocated(param.reg);
  for (SharedTensor& shared : program_.shared) shared.reg = Relocated(shared.reg);
  for (SharedLook& look : program_.looks) look.reg = Relocated(look.reg);
  if (program_.uses_dynamic_shared) program_.dynamic_shared = Relocated(program_.dynamic_shared);
}

}  // namespace tirx::sim
