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

Footprint FootprintOf(const ObjectRef& code) {
  Footprint out;
  ir::Walk(code, [&](const ObjectRef& node) {
    if (auto* load = node.as<ir::TensorLoadNode>()) {
      Add(load->tensor, &out.read);
    } else if (auto* store = node.as<ir::TensorStoreNode>()) {
      Add(store->tensor, &out.changed);
    } else if (auto* region = node.as<ir::TensorRegionNode>()) {
      Add(region->tensor, &out.read);
    } else if (auto* call = node.as<ir::CallNode>()) {
      AddCall(*call, &out);
    }
    return true;
  });
  return out;
}

}  // namespace tirx::script
