// SPDX-License-Identifier: Apache-2.0
#include "script/footprint.h"

#include <algorithm>

#include "ir/op.h"
#include "ir/visit.h"

namespace tirx::script {
namespace {

void Add(const ir::Var& tensor, Footprint::Places* places) {
  ir::TensorType type = tensor.tensor_type();
  if (type->cell) {
    places->cells.insert(tensor.get());
  } else {
    (View(type->scope) == "local" ? places->arrays : places->memory) = true;
  }
}

bool Acts(const ir::OpRow* row) {
  return !row || (row->effect != ir::Effect::Pure && row->effect != ir::Effect::Thread &&
                  row->effect != ir::Effect::Read);
}

// An operation that acts may change what it is given, and memory that it reaches otherwise.
void AddCall(const ir::CallNode& call, Footprint* out) {
  const ir::OpRow* row = ir::FindOp(call.op_name());
  out->read.memory |= row && row->effect == ir::Effect::Read;
  if (!Acts(row) || call.op_name() == "alloc_tensor") return;
  out->read.memory = out->changed.memory = true;
  for (const ir::Expr& operand : call.args) {
    ir::Walk(operand, [&](const ObjectRef& node) {
      auto* var = node.as<ir::VarNode>();
      if (var && RefCast<ir::Var>(node).is_tensor()) Add(RefCast<ir::Var>(node), &out->changed);
      return true;
    });
    auto* var = operand.as<ir::VarNode>();
    bool is_tensor = var && RefCast<ir::Var>(operand).is_tensor();
    if (is_tensor || !IsHandle(operand->dtype())) continue;
    out->changed.arrays = out->any_cell_changed = true;
  }
}

bool Meet(const Footprint::Places& a, const Footprint::Places& b) {
  return (a.arrays && b.arrays) || (a.memory && b.memory) ||
         std::any_of(a.cells.begin(), a.cells.end(), [&](auto* cell) { return b.cells.count(cell) != 0; });
}

bool Disturbs(const Footprint& change, const Footprint& other) {
  return Meet(change.changed, other.read) || Meet(change.changed, other.changed) ||
         (change.any_cell_changed && !(other.read.cells.empty() && other.changed.cells.empty()));
}

}  // namespace

bool Footprint::DependsOn(const Footprint& other) const {
  return Disturbs(*this, other) || Disturbs(other, *this);
}

void FootprintSum::Counts::Count(const Footprint::Places& places, int by) {
  arrays += places.arrays ? by : 0;
  memory += places.memory ? by : 0;
  for (const Object* cell : places.cells)
    if ((cells[cell] += by) == 0) cells.erase(cell);
}

bool FootprintSum::Counts::Meets(const Footprint::Places& places) const {
  return (arrays > 0 && places.arrays) || (memory > 0 && places.memory) ||
         std::any_of(places.cells.begin(), places.cells.end(),
                     [&](auto* cell) { return cells.count(cell) != 0; });
}

void FootprintSum::Count(const Footprint& piece, int by) {
  read_.Count(piece.read, by);
  changed_.Count(piece.changed, by);
  any_cell_changed_ += piece.any_cell_changed ? by : 0;
}

bool FootprintSum::MayDependOn(const Footprint& other) const {
  bool here = !read_.cells.empty() || !changed_.cells.empty();
  bool there = !other.read.cells.empty() || !other.changed.cells.empty();
  return read_.Meets(other.changed) || changed_.Meets(other.changed) || changed_.Meets(other.read) ||
         (other.any_cell_changed && here) || (any_cell_changed_ > 0 && there);
}

void AddRead(const ir::Var& tensor, Footprint* out) {
  Add(tensor, &out->read);
}

void AddFootprint(const ObjectRef& code, Footprint* out) {
  ir::Walk(code, [&](const ObjectRef& node) {
    if (auto* load = node.as<ir::TensorLoadNode>()) {
      Add(load->tensor, &out->read);
    } else if (auto* store = node.as<ir::TensorStoreNode>()) {
      Add(store->tensor, &out->changed);
    } else if (auto* region = node.as<ir::TensorRegionNode>()) {
      Add(region->tensor, &out->read);
    } else if (auto* call = node.as<ir::CallNode>()) {
      AddCall(*call, out);
    }
    return true;
  });
}

Footprint FootprintOf(const ObjectRef& code) {
  Footprint out;
  AddFootprint(code, &out);
  return out;
}

}  // namespace tirx::script
