// SPDX-License-Identifier: Apache-2.0
// Thread loops: `for tx in T.thread_binding(n, "threadIdx.x")`, `with T.launch_thread("threadIdx.x", n) as
// tx`. An outermost nest of them is a device entry: the extents are its launch, the names are bound to
// indices.
#include <algorithm>

#include "diag/suggest.h"
#include "ir/arith.h"
#include "ir/registry.h"
#include "ir/visit.h"
#include "script/elaborator.h"
#include "script/record.h"

namespace tirx::script {

// What the nest has bound so far.
struct ThreadNest {
  struct Axis {
    std::string tag;             // "threadIdx.x"
    std::string_view operation;  // that gives the index
    std::string packed;          // "block.x"
    ir::Expr extent;
    Range at;
  };
  std::vector<Axis> axes;
  size_t bodies = 0;  // open IR bodies at its start
  const Axis* Find(std::string_view packed) const {
    for (const Axis& axis : axes)
      if (axis.packed == packed) return &axis;
    return nullptr;
  }
};

namespace {

constexpr std::string_view kAxes = "xyz";

// The launch field behind a tag, with the operation that gives the index.
std::optional<ThreadNest::Axis> AxisOf(std::string_view tag) {
  size_t dot = tag.find('.');
  if (dot + 2 != tag.size() || kAxes.find(tag.back()) == std::string_view::npos) return std::nullopt;
  for (const ir::RecordRow* row : ir::CurrentSnapshot().All<ir::RecordRow>()) {
    if (row->use != ir::RecordUse::Launch) continue;
    for (const ir::RecordField& field : row->fields)
      if (field.kind == ir::FieldKind::Dims && field.tag == tag.substr(0, dot) && ir::FindOp(field.index))
        return ThreadNest::Axis{
            std::string(tag), field.index, std::string(field.name) + "." + tag.back(), {}, {}};
  }
  return std::nullopt;
}

// Every tag that a thread loop may have: "\"blockIdx.x\", ...".
std::string KnownTags() {
  std::string choices;
  for (const ir::RecordRow* row : ir::CurrentSnapshot().All<ir::RecordRow>()) {
    if (row->use != ir::RecordUse::Launch) continue;
    for (const ir::RecordField& field : row->fields) {
      std::string tag = std::string(field.tag) + ".x";
      bool usable = field.kind == ir::FieldKind::Dims && ir::FindOp(field.index);
      if (usable && choices.find(tag) == std::string::npos) choices += (choices.empty() ? "" : "|") + tag;
    }
  }
  return diag::OneOfChoices(choices);
}

// The extents as a launch: fields in the order of the first record that has them all, 1 where nothing is
// bound.
ir::PackedFields LaunchOf(const ThreadNest& nest) {
  ir::PackedFields bound, launch;
  for (const ThreadNest::Axis& axis : nest.axes) bound.Add(axis.packed, axis.extent);
  const ir::RecordRow* row = ir::RecordOf(ir::RecordUse::Launch, bound);
  TIRX_CHECK(row, "no launch configuration has all of these thread tags");
  for (const ir::RecordField& field : row->fields) {
    if (field.kind != ir::FieldKind::Dims) continue;
    std::string prefix = std::string(field.name) + ".";
    int axes = field.required ? 1 : 0;
    for (int i = 0; i < 3; ++i)
      if (nest.Find(prefix + kAxes[size_t(i)])) axes = i + 1;
    for (int i = 0; i < axes; ++i) {
      const ThreadNest::Axis* axis = nest.Find(prefix + kAxes[size_t(i)]);
      launch.Add(prefix + kAxes[size_t(i)], axis ? axis->extent : ir::Int32(1));
    }
  }
  return launch;
}

// What only a thread can know in an extent: a variable that the body defines, or a thread's operation; empty
// when there is nothing.
std::string DevicePart(const ir::Expr& extent, const ir::Stmt& body) {
  std::vector<const Object*> inside;
  ir::Walk(body, [&](const ObjectRef& node) {
    VisitChildren(node.get(), [&](const ObjectRef& child, int64_t flags) {
      if (flags & kDefine) inside.push_back(child.get());
    });
    return true;
  });
  std::string found;
  ir::Walk(extent, [&](const ObjectRef& node) {
    auto* call = node.as<ir::CallNode>();
    const ir::OpRow* row = call ? ir::FindOp(call->op_name()) : nullptr;
    if (row && row->effect == ir::Effect::Thread) found = "T." + std::string(row->name);
    if (auto* var = node.as<ir::VarNode>(); var && std::count(inside.begin(), inside.end(), node.get()) > 0)
      found = std::string(var->name);
    return found.empty();
  });
  return found;
}

}  // namespace

// Adds the axis to the nest; false after an error.
bool Elaborator::AddThreadAxis(const RegionSpec& spec, const Range& at) {
  const std::string& tag = spec.thread_tag;
  auto refuse = [&](std::string_view why) {
    Error(DK::BadThreadLoop, at, {tag, why});
    return false;
  };
  auto axis = AxisOf(tag);
  if (!axis)
    return Error(DK::BadCallArgument, at, {"thread loop", "thread", "\"" + tag + "\"", KnownTags()}), false;
  if (!nest_) return refuse("a `T.device_entry` stands around it and has said how many threads there are");
  if (nest_->Find(axis->packed)) return refuse("a loop around it or before it has bound it");
  if (body_ids_.size() > nest_->bodies)
    return refuse("a branch or loop of the program stands between it and the outermost thread loop");
  axis->extent = spec.args[0];
  axis->at = at;
  DType t = axis->extent->dtype();
  if (!IsInteger(t) || t.lanes != 1)
    return Error(DK::BadCallArgument, at,
                 {"thread loop", "extent", ir::TypeName(axis->extent->ty), "an integer"}),
           false;
  if (auto constant = ir::ConstInt(axis->extent); constant && *constant < 1)
    return Error(DK::BadCallArgument, at, {"thread loop", "extent", std::to_string(*constant), "at least 1"}),
           false;
  nest_->axes.push_back(*axis);
  return true;
}

Flow Elaborator::OpenThread(const RegionSpec& spec, const Expr* target, const Range& at,
                            const std::function<Flow()>& body) {
  if (!CanEmit(at)) return Flow::Next;
  ThreadNest nest;
  nest.bodies = body_ids_.size();
  const bool outermost = !in_entry_;
  if (outermost) nest_ = &nest;
  const size_t outer_loops = frame_->loops_at_entry;
  if (outermost) frame_->loops_at_entry = loops_.size();
  in_entry_ = true;
  Span span = SpanAt(at);
  builder_->SetSpan(span);
  Flow flow = Flow::Next;
  bool fine = AddThreadAxis(spec, at);
  ir::Stmt stmt = RunBody(Scope::Kind::Region, [&] {
    if (target && fine) {
      const ThreadNest::Axis& axis = nest_->axes.back();
      Attrs attrs{{"axis", String(axis.tag.substr(axis.tag.size() - 1))}};
      const ir::OpRow* row = ir::FindOp(axis.operation);
      AssignTo(target, Make(ir::MakeCall(*row, {}, attrs, span), 1, at), target->at, at);
    } else if (target) {
      MarkFailed(target);
    }
    flow = body();
  });
  if (!outermost) {
    Place(stmt);
    return flow;
  }
  in_entry_ = false;
  nest_ = nullptr;
  frame_->loops_at_entry = outer_loops;
  if (!fine) return Flow::Next;
  for (const ThreadNest::Axis& axis : nest.axes)
    if (std::string part = DevicePart(axis.extent, stmt); !part.empty())
      Error(DK::ExtentOnDevice, axis.at, {axis.tag, part});
  ir::PackedFields launch = LaunchOf(nest);
  Attrs attrs{{ir::attr::kLaunchFields, launch.names}};
  if (Status status = ir::CheckEntryRecords(launch.values, attrs, span); !status.ok()) Report(status);
  builder_->SetSpan(span);
  Place(ir::Region(ir::Op("device_entry"), launch.values, attrs, {}, stmt, span));
  return flow == Flow::Return ? Flow::Next : flow;
}

}  // namespace tirx::script
