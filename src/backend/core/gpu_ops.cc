// SPDX-License-Identifier: Apache-2.0
// The portable GPU language, T.gpu: where a thread is, barriers, printing, and the launch itself. Subgroups
// are in subgroup_ops.cc, atomics in atomic_ops.cc. Portable kernels use nothing else; each GPU backend says
// in its own table how these are spelt.
#include "backend/core/core.h"
#include "ir/arith.h"
#include "ir/op.h"
#include "ir/printer_text.h"
#include "sim/ops/semantics.h"

namespace tirx::backend {
namespace {

using ir::Effect;
using ir::OpRow;
using ir::ParamKind;
namespace rule = ir::rule;

constexpr ir::OpParam kAxis{"axis", ParamKind::Text, "x|y|z"};

// Checks a format of C's printf against the values: their number and, one by one, their types.
Result<ir::Type> Printed(const OpRow& row, const Array<ir::Expr>& args, const Attrs& attrs,
                         const Span& span) {
  const std::string format(attrs["format"].cast<String>());
  auto bad = [&](const std::string& rule) {
    return Fail(DK::BadAttribute, span,
                {"T." + std::string(row.name), "format", ir::QuoteScript(format), rule});
  };
  size_t arg = 0;
  for (size_t i = format.find('%'); i != std::string::npos; i = format.find('%', i + 1)) {
    const size_t end = format.find_first_not_of("0123456789.+-# lh", i + 1);
    if (end == std::string::npos) return bad("a format whose conversions are complete");
    const std::string conversion = format.substr(i, end - i + 1);
    i = end;
    if (conversion == "%%") continue;
    if (arg == args.size())
      return bad("a format with one conversion for each of the " + std::to_string(args.size()) + " values");
    const DType t = args[arg]->dtype();
    const bool wide = conversion.find("ll") != std::string::npos;
    TypeSet accepted = 0;
    if (std::string_view("di").find(conversion.back()) != std::string_view::npos)
      accepted = wide ? kI64 : kSigned & ~kI64;
    if (std::string_view("uxXo").find(conversion.back()) != std::string_view::npos)
      accepted = wide ? kInteger64 : (kInteger & ~kInteger64) | kBool;
    if (conversion.back() == 'c') accepted = kI8 | kU8 | kI32;
    if (std::string_view("fFeEgG").find(conversion.back()) != std::string_view::npos) accepted = kF32 | kF64;
    if (conversion.back() == 'p') accepted = kHandle;
    if (accepted == 0) return bad("a format of %d %u %x %o %c %f %e %g %p, with ll for 64 bits");
    if (!(SetOf(t) & accepted) || t.lanes != 1)
      return Fail(DK::WrongOperandType, args[arg]->span.defined() ? args[arg]->span : span,
                  {"`T." + std::string(row.name) + "`", conversion, ir::TypeName(args[arg]->ty),
                   DescribeTypes(accepted)});
    ++arg;
  }
  if (arg != args.size())
    return bad("a format with one conversion for each of the " + std::to_string(args.size()) + " values");
  return ir::VoidType();
}

// What a kernel from outside takes: scalars, pointers, tensor maps, and tensors of the device by their
// address.
Result<ir::Type> ExternalKernel(const OpRow& row, const Array<ir::Expr>& args, const Attrs& attrs,
                                const Span& span) {
  if (ir::HasAttr(attrs, "source") == ir::HasAttr(attrs, "image"))
    return Fail(DK::MissingArgument, span, {"T." + std::string(row.name), "source"});
  for (size_t i = 0; i < args.size(); ++i) {
    if (auto* tensor = args[i]->ty.as<ir::TensorTypeNode>()) {
      bool at_start =
          !tensor->elem_offset.defined() || ir::ConstInt(RefCast<ir::Expr>(tensor->elem_offset)) == 0;
      if (View(tensor->scope) == "global" && !tensor->cell && at_start) continue;
      return ir::WrongOperand(row, args, i,
                              "a tensor of the device without an offset; pass its address instead", span);
    }
    bool fits = !args[i].as<ir::StringImmNode>() && !IsVoid(args[i]->dtype()) && args[i]->dtype().lanes == 1;
    if (!fits) return ir::WrongOperand(row, args, i, "a scalar, a pointer or a tensor", span);
  }
  return ir::VoidType();
}

// clang-format off
const OpRow kIndexOps[] = {
    {.name = "gpu.block_idx",  .params = {{kAxis}}, .type = rule::ReturnsInt32, .effect = Effect::Thread, .uniform = true, .sim = sim::BlockIdx, .doc = "Index of the block in the grid.", .source = "docs/language.md: Operations"},
    {.name = "gpu.thread_idx", .params = {{kAxis}}, .type = rule::ReturnsInt32, .effect = Effect::Thread, .sim = sim::ThreadIdx, .doc = "Index of the thread in its block.", .source = "docs/language.md: Operations"},
    {.name = "gpu.grid_dim",   .params = {{kAxis}}, .type = rule::ReturnsInt32, .effect = Effect::Thread, .uniform = true, .sim = sim::GridDim, .doc = "Blocks in the grid.", .source = "docs/language.md: Operations"},
    {.name = "gpu.block_dim",  .params = {{kAxis}}, .type = rule::ReturnsInt32, .effect = Effect::Thread, .uniform = true, .sim = sim::BlockDim, .doc = "Threads in a block.", .source = "docs/language.md: Operations"},
    {.name = "gpu.linear_thread_id", .type = rule::ReturnsInt32, .effect = Effect::Thread, .sim = sim::LinearThreadId, .doc = "x + y * block_dim.x + z * block_dim.x * block_dim.y.", .source = "docs/language.md: Operations"},
    {.name = "gpu.lane_id",    .type = rule::ReturnsInt32, .effect = Effect::Thread, .sim = sim::LaneId, .doc = "Index of the thread in its subgroup.", .source = "docs/language.md: Operations"},
    {.name = "gpu.subgroup_size", .type = rule::ReturnsInt32, .effect = Effect::Thread, .uniform = true, .sim = sim::SubgroupSize, .doc = "Threads in a subgroup.", .source = "docs/language.md: Operations"},
};

const OpRow kBarrierOps[] = {
    {.name = "gpu.sync",       .type = rule::ReturnsVoid, .effect = Effect::Sync, .sim = sim::Sync, .doc = "Barrier of the block; every thread of it must arrive.", .source = "docs/language.md: Operations"},
    {.name = "gpu.subgroup_sync", .type = rule::ReturnsVoid, .effect = Effect::Sync, .sim = sim::SubgroupSync, .doc = "Barrier of the subgroup.", .source = "docs/language.md: Operations"},
};

const OpRow kLaunchOps[] = {
    {.name = "gpu.printf", .params = {{{"format", ParamKind::Text}, {"args", ParamKind::Values}}}, .type = Printed, .effect = Effect::Opaque, .sim = sim::Print, .doc = "Prints each thread's values as C's printf does; which thread goes first is open.", .source = "ISO C 7.21.6.1"},
    // The region that runs on the device; see ir/stmt.h.
    {.name = "device_entry", .params = {{{"launch", ParamKind::Values}}}, .type = rule::ReturnsVoid, .effect = Effect::Opaque, .doc = "The body runs on the device, once per thread of the launch.", .source = "docs/ir_stages.md"},
    // All that the device entry of a `T.call_kernel` does; script/forms_external.cc.
    {.name = "external_kernel",
     .params = {{{"kernel", ParamKind::Text}, {"format", ParamKind::Text, "", "None"}, {"source", ParamKind::Text, "", "None"},
                 {"image", ParamKind::Text, "", "None"}, {"reference", ParamKind::Text, "", "None"}, {"args", ParamKind::Values}}},
     .type = ExternalKernel, .effect = Effect::Opaque,
     .doc = "Stands for a device entry whose kernel comes from outside, as text or, in Base64, as a binary; written as T.call_kernel.", .source = "docs/language.md: Calls"},
    // What SplitHostDevice leaves of a device entry: kernel arguments, then one value per launch tag.
    {.name = "launch_kernel", .params = {{{"kernel", ParamKind::Text}, {"args", ParamKind::Values}}}, .type = rule::ReturnsVoid, .effect = Effect::Opaque, .doc = "Launches a kernel of the module.", .source = "docs/ir_stages.md"},
};
// clang-format on

const ir::OpFamilyRow kIndices{"indices", "Where a thread is: T.gpu, in every GPU backend.", kIndexOps};
const ir::OpFamilyRow kBarriers{"barriers", "Threads wait for one another.", kBarrierOps};
const ir::OpFamilyRow kLaunch{"launch", "Kernels and what they tell the outside.", kLaunchOps};

}  // namespace

void RegisterGpuOps(Registrar& registrar) {
  registrar.AddFamily(kIndices);
  registrar.AddFamily(kBarriers);
  registrar.AddFamily(kLaunch);
}

}  // namespace tirx::backend
