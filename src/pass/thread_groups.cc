// SPDX-License-Identifier: Apache-2.0
#include "pass/thread_groups.h"

#include "base/check.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

constexpr std::string_view kAxes[3] = {"x", "y", "z"};

bool IsPowerOfTwo(int64_t n) {
  return (n & (n - 1)) == 0;
}

class Emitter {
 public:
  Emitter(Builder& builder, const ThreadGroups& groups, std::string_view reducer, DType dtype)
      : b_(builder), groups_(groups), op_(OperatorOf(reducer)), dtype_(dtype) {}

  Expr Butterfly(Expr value, const std::vector<int64_t>& masks) {
    for (int64_t mask : masks) {
      Var mine = b_.Bind("total", value);
      value = Combine(mine, b_.Op("gpu.shuffle_xor", {mine, Int32(mask)}));
    }
    return b_.Bind("total", value);
  }

  // The first lane of each subgroup leaves its result; every thread combines those of its group.
  Expr ThroughSubgroups(Expr value) {
    int64_t size = groups_.subgroup_size, parts = groups_.Members() / size;
    std::vector<int64_t> masks;
    for (int64_t mask = size / 2; mask > 0; mask /= 2) masks.push_back(mask);
    Expr total = Butterfly(value, masks);
    Var scratch = Scratch(parts * groups_.Groups());
    Var thread = b_.Bind("thread", b_.Op("gpu.linear_thread_id", {}));
    b_.If(FoldBinary(BinaryOp::EQ, FloorMod(thread, Int32(size)), Int32(0)),
          [&] { b_.Store(scratch, {FloorDiv(thread, Int32(size))}, total); });
    Sync();
    Expr first = Int32(0);
    if (groups_.Groups() > 1)
      first = b_.Bind("first", FloorDiv(thread, Int32(groups_.Members())) * Int32(parts));
    Expr sum = b_.Load(scratch, {first});
    for (int64_t part = 1; part < parts; ++part) {
      Var so_far = b_.Bind("total", sum);
      sum = Combine(so_far, b_.Load(scratch, {first + Int32(part)}));
    }
    Var result = b_.Bind("total", sum);
    Sync();
    return result;
  }

  // Each level halves what is left; the first one takes what is more than a power of two.
  Expr Tree(Expr value) {
    int64_t members = groups_.Members(), half = 1;
    while (half * 2 < members) half *= 2;
    Var scratch = Scratch(members * groups_.Groups());
    Var rank = b_.Bind("rank", IndexAlong(true));
    Expr first = Int32(0), at = rank;
    if (groups_.Groups() > 1) {
      first = b_.Bind("first", IndexAlong(false) * Int32(members));
      at = b_.Bind("at", first + rank);
    }
    b_.Store(scratch, {at}, value);
    Sync();
    for (int64_t left = members; half > 0; left = half, half /= 2) {
      b_.If(FoldBinary(BinaryOp::LT, rank, Int32(left - half)), [&] {
        b_.Store(scratch, {at}, Combine(b_.Load(scratch, {at}), b_.Load(scratch, {at + Int32(half)})));
      });
      Sync();
    }
    Var result = b_.Bind("total", b_.Load(scratch, {first}));
    Sync();
    return result;
  }

 private:
  static BinaryOp OperatorOf(std::string_view reducer) {
    if (reducer == "sum") return BinaryOp::Add;
    if (reducer == "prod") return BinaryOp::Mul;
    if (reducer == "min") return BinaryOp::Min;
    if (reducer == "max") return BinaryOp::Max;
    if (reducer == "and") return BinaryOp::BitAnd;
    if (reducer == "or") return BinaryOp::BitOr;
    TIRX_CHECK(reducer == "xor", "the row lists the reducers");
    return BinaryOp::BitXor;
  }

  Expr Combine(Expr a, Expr b) { return FoldBinary(op_, std::move(a), std::move(b), b_.span()); }
  Var Scratch(int64_t elements) {
    return b_.Alloc("scratch", MakeTensorType(dtype_, {Int32(elements)}, "shared"));
  }
  void Sync() { b_.Evaluate(b_.Op("gpu.sync", {})); }

  // The thread's number among those of its group, or the number of its group.
  Expr IndexAlong(bool reduced) {
    Expr index = Int32(0);
    int64_t stride = 1;
    for (size_t axis = 0; axis < 3; ++axis) {
      if (groups_.reduced[axis] != reduced || groups_.extents[axis] == 1) continue;
      Expr along = b_.Op("gpu.thread_idx", {}, {{"axis", String(std::string(kAxes[axis]))}});
      index = index + along * Int32(stride);
      stride *= groups_.extents[axis];
    }
    return index;
  }

  Builder& b_;
  const ThreadGroups& groups_;
  BinaryOp op_;
  DType dtype_;
};

}  // namespace

int64_t ThreadGroups::Members() const {
  int64_t members = 1;
  for (size_t axis = 0; axis < 3; ++axis)
    if (reduced[axis]) members *= extents[axis];
  return members;
}

int64_t ThreadGroups::Groups() const {
  return extents[0] * extents[1] * extents[2] / Members();
}

int64_t ThreadGroups::Span() const {
  int64_t span = 1, below = 1;
  for (size_t axis = 0; axis < 3; ++axis) {
    below *= extents[axis];
    if (reduced[axis] && extents[axis] > 1) span = below;
  }
  return span;
}

std::vector<int64_t> ThreadGroups::Masks() const {
  if (Span() > subgroup_size || !IsPowerOfTwo(Span())) return {};
  std::vector<int64_t> masks;
  int64_t stride = 1;
  for (size_t axis = 0; axis < 3; stride *= extents[axis], ++axis)
    if (reduced[axis])
      for (int64_t step = extents[axis] / 2; step > 0; step /= 2) masks.push_back(step * stride);
  return masks;
}

bool ThreadGroups::IsWholeSubgroups() const {
  return subgroup_size > 1 && Members() == Span() && Members() % subgroup_size == 0;
}

Expr EmitAllreduce(Builder& builder, const ThreadGroups& groups, std::string_view reducer, Expr value) {
  if (groups.Members() == 1) return value;
  Emitter emitter(builder, groups, reducer, value->dtype());
  if (auto masks = groups.Masks(); !masks.empty()) return emitter.Butterfly(value, masks);
  return groups.IsWholeSubgroups() ? emitter.ThroughSubgroups(value) : emitter.Tree(value);
}

}  // namespace tirx::pass
