// SPDX-License-Identifier: Apache-2.0
// Random functions for property tests: well-typed IR of every kind of node, with names that clash and
// operands that a folding constructor would never leave.
#pragma once

#include <random>

#include "ir/builder.h"

namespace tirx::ir {

class RandomProgram {
 public:
  explicit RandomProgram(uint32_t seed) : random_(seed) {}

  Function Make() {
    Var n("n", Int(64)), m("n", Int(64));
    scalars_ = {b_.Param("k", Int(32)), b_.Param("x", Float(32)), b_.Param("h", Float(16)),
                b_.Param("u", UInt(32)), b_.Param("flag", Bool())};
    tensors_ = {b_.Param("A", MakeTensorType(Float(32), {n, Int32(64)})),
                b_.Param("B", MakeTensorType(Int(32), {n})),
                b_.Param("B", MakeTensorType(Float(16), {m, Expr(n) * Int64(2)}))};
    pointers_ = {b_.Param("p", PointerType(PrimType(Float(32)), "global"))};
    scalars_.push_back(n);
    scalars_.push_back(m);
    if (Chance(2)) {
      Statements(2);
    } else {
      b_.DeviceEntry({n, Int32(2)}, {Int32(32)}, [&] { Statements(3); });
    }
    Function f = b_.Finish("f", VoidType(), Chance(2));
    if (Chance(3)) f = f.WithAttr("tirx.noalias", true).WithAttr("tags", Array<String>{"a", "b\n"});
    return Chance(3) ? f.WithAttr("doc", String("Says \"so\".\n")) : f;
  }

 private:
  bool Chance(int one_in) { return random_() % uint32_t(one_in) == 0; }
  template <class T>
  const T& Pick(const std::vector<T>& items) {
    return items[random_() % items.size()];
  }

  // What is in scope is restored at the end of a block.
  void Statements(int depth) {
    auto scalars = scalars_;
    auto tensors = tensors_;
    auto cells = cells_;
    for (int count = 1 + int(random_() % 4); count > 0; --count) Statement(depth);
    scalars_ = scalars;
    tensors_ = tensors;
    cells_ = cells;
  }

  void Statement(int depth) {
    switch (random_() % (depth > 0 ? 14 : 9)) {
      case 0:
        scalars_.push_back(b_.Bind(Name(), Value(AnyType(), 3)));
        return;
      case 1:
        return Cell();
      case 2:
        return Store();
      case 3:
        return SetCell();
      case 4:
        b_.Evaluate(Value(AnyType(), 2));
        return;
      case 5:
        b_.Assert(Value(Bool(), 2), "ValueError", {StringImm("is {} \\"), Value(AnyType(), 1)});
        return;
      case 6:
        return Tensor();
      case 7:
        scalars_.push_back(b_.Bind(Name(), b_.Op("gpu.thread_idx", {}, {{"axis", String("y")}})));
        return;
      case 8:
        return Atomic();
      case 9:
      case 10:
        return Loop(depth);
      case 11:
        b_.If(Value(Bool(), 3), [&] { Statements(depth - 1); });
        return;
      case 12:
        b_.If(
            Value(Bool(), 3), [&] { Statements(depth - 1); }, [&] { Statements(depth - 1); });
        return;
      default:
        b_.While(Value(Bool(), 2), [&] {
          Statements(depth - 1);
          b_.Break();
        });
        return;
    }
  }

  std::string Name() { return Pick<std::string>({"x", "x_1", "y", "T", "lambda", "k", "blockIdx.x", ""}); }
  DType AnyType() {
    return Pick<DType>({Int(32), Int(64), UInt(32), Int(8), Float(32), Float(16), Float(64), Bool()});
  }

  void Cell() {
    Var cell = b_.Alloc(
        Name(), MakeTensorType(Pick<DType>({Int(32), Float(32)}), {Int32(1)}, "local", {}, {}, 0, true));
    if (Chance(2)) b_.Store(cell, {Int32(0)}, Value(cell.tensor_type()->dtype, 2));
    cells_.push_back(cell);
  }
  void SetCell() {
    if (cells_.empty()) return;
    Var cell = Pick(cells_);
    b_.Store(cell, {Int32(0)}, Value(cell.tensor_type()->dtype, 2));
  }
  void Store() {
    Var tensor = Pick(tensors_);
    b_.Store(tensor, Indices(tensor), Value(tensor.tensor_type()->dtype, 3));
  }
  void Tensor() {
    switch (random_() % 4) {
      case 0:
        tensors_.push_back(b_.Alloc(Name(), MakeTensorType(Float(32), {Int32(4), Int32(5)}, "shared")));
        return;
      case 1:
        tensors_.push_back(b_.Alloc(Name(), MakeTensorType(Int(32), {Int32(1)}, "local")));
        return;
      case 2: {
        Array<Expr> strides{Int64(9)};
        tensors_.push_back(
            b_.Alloc(Name(), MakeTensorType(Float(16), {Int64(4)}, "shared.dyn", strides, Int32(3), 16)));
        return;
      }
      default:
        tensors_.push_back(b_.Decl(Name(), MakeTensorType(Float(32), {Int32(16)}), pointers_[0]));
        return;
    }
  }
  void Atomic() {
    Expr call = b_.Op("gpu.atomic_add", {b_.Load(tensors_[0], Indices(tensors_[0])), Value(Float(32), 1)},
                      {{"scope", String(Chance(2) ? "device" : "block")}});
    b_.Evaluate(call);
  }

  void Loop(int depth) {
    DType t = Chance(2) ? Int(32) : Int(64);
    Expr min = Chance(2) ? MakeConst(t, 0) : Value(t, 1), extent = NotNegative(Value(t, 1));
    if (Chance(2)) extent = Binary(BinaryOp::Sub, extent, min);
    ForKind kind = ForKind(random_() % 4);
    Expr step = Chance(3) ? MakeConst(t, 2) : Expr();
    Attrs notes;
    if (Chance(4)) notes.Set("key", Array<Any>{Any(1), Any(2.5), Any(nullptr)});
    b_.For(
        Name(), min, extent,
        [&](Var i) {
          scalars_.push_back(i);
          Statements(depth - 1);
          scalars_.pop_back();
        },
        kind, step, notes);
  }

  // Indices and extents that are negative constants are mistakes of the script, which the front end refuses.
  static Expr NotNegative(Expr e) { return ConstInt(e).value_or(0) < 0 ? MakeConst(e->dtype(), 2) : e; }

  Array<Expr> Indices(const Var& tensor) {
    Array<Expr> indices;
    for (int k = 0; k < tensor.tensor_type()->ndim(); ++k)
      indices.push_back(NotNegative(Value(Chance(2) ? Int(32) : Int(64), 1)));
    return indices;
  }

  Expr Constant(DType t) {
    if (IsBool(t)) return MakeConst(t, int64_t(random_() % 2));
    if (IsFloating(t)) return FloatImm(t, Pick<double>({0, -0.0, 1, -2.5, 0.125, 1024}));
    return MakeConst(
        t, Pick<int64_t>(IsUInt(t) ? std::vector<int64_t>{0, 1, 7} : std::vector<int64_t>{0, 1, -3, 100}));
  }

  Expr Leaf(DType t) {
    std::vector<Expr> fitting;
    for (const Var& var : scalars_)
      if (var->dtype() == t) fitting.push_back(var);
    for (const Var& cell : cells_)
      if (cell.tensor_type()->dtype == t) fitting.push_back(TensorLoad(cell, {Int32(0)}));
    return fitting.empty() || Chance(3) ? Constant(t) : Pick(fitting);
  }

  Expr Value(DType t, int depth) {
    if (depth <= 0) return Leaf(t);
    if (IsBool(t)) return Condition(depth);
    switch (random_() % 8) {
      case 0:
        return Leaf(t);
      case 1:
        return Cast(t, Value(Pick<DType>({Int(32), Float(32), t}), depth - 1));
      case 2:
        return Select(Value(Bool(), depth - 1), Value(t, depth - 1), Value(t, depth - 1));
      case 3:
        return b_.Op("if_then_else", {Value(Bool(), depth - 1), Value(t, depth - 1), Value(t, depth - 1)});
      case 4:
        return Unary(IsFloating(t) ? UnaryOp::Neg : UnaryOp::BitNot, Value(t, depth - 1));
      case 5:
        return Special(t, depth);
      default:
        return Arithmetic(t, depth);
    }
  }

  Expr Arithmetic(DType t, int depth) {
    std::vector<BinaryOp> ops{BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul,
                              BinaryOp::Min, BinaryOp::Max, BinaryOp::Div};
    if (!IsFloating(t))
      ops.insert(ops.end(), {BinaryOp::Mod, BinaryOp::FloorDiv, BinaryOp::FloorMod, BinaryOp::BitAnd,
                             BinaryOp::BitOr, BinaryOp::BitXor, BinaryOp::Shl, BinaryOp::Shr});
    return Binary(Pick(ops), Value(t, depth - 1), Value(t, depth - 1));
  }

  Expr Special(DType t, int depth) {
    for (const Var& tensor : tensors_)
      if (tensor.tensor_type()->dtype == t && Chance(2)) return b_.Load(tensor, Indices(tensor));
    if (IsFloating(t)) return b_.Op(Pick<std::string>({"exp", "sqrt", "round"}), {Value(t, depth - 1)});
    if (t == Int(32)) return b_.Op("gpu.block_idx", {}, {{"axis", String("x")}});
    return Call(PrimType(t), Op("no.such_operation"), {Value(Int(64), depth - 1)},
                {{"size", 3}, {"name", String("q")}});
  }

  Expr Condition(int depth) {
    if (Chance(4)) return Leaf(Bool());
    if (Chance(4)) return Unary(UnaryOp::Not, Value(Bool(), depth - 1));
    if (Chance(3))
      return Binary(Pick<BinaryOp>({BinaryOp::And, BinaryOp::Or, BinaryOp::EQ, BinaryOp::BitXor}),
                    Value(Bool(), depth - 1), Value(Bool(), depth - 1));
    DType t = Pick<DType>({Int(32), Int(64), UInt(32), Float(32)});
    return Binary(Pick<BinaryOp>({BinaryOp::LT, BinaryOp::GE, BinaryOp::EQ, BinaryOp::NE}),
                  Value(t, depth - 1), Value(t, depth - 1));
  }

  std::mt19937 random_;
  Builder b_;
  std::vector<Var> scalars_, tensors_, cells_, pointers_;
};

}  // namespace tirx::ir
