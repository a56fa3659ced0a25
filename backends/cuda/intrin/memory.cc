// SPDX-License-Identifier: Apache-2.0
// Loads and addresses.
#include "backends/cuda/intrin/intrin.h"
#include "ir/op.h"
#include "sim/ops/semantics.h"

namespace tirx::cuda {
namespace {

using ir::Effect;
using ir::Operand;
using ir::OpRow;
namespace rule = ir::rule;

constexpr ir::OpParam kAddress = ir::Element("address", kAnyType);

Result<ir::Type> SamePointer(const OpRow&, const Array<ir::Expr>& args, const Attrs&, const Span&) {
  if (args[0]->ty.as<ir::PointerTypeNode>()) return args[0]->ty;
  auto* load = args[0].as<ir::TensorLoadNode>();
  return ir::Type(ir::PointerType(ir::PrimType(args[0]->dtype()), load->tensor.tensor_type()->scope));
}

Result<ir::Type> OfGlobalElement(const OpRow& row, const Array<ir::Expr>& args, const Attrs& attrs,
                                 const Span& span) {
  auto* load = args[0].as<ir::TensorLoadNode>();
  auto* pointer = args[0]->ty.as<ir::PointerTypeNode>();
  String scope = load ? load->tensor.tensor_type()->scope : pointer ? pointer->scope : String("global");
  if (scope == "global") return rule::OfElement(row, args, attrs, span);
  return ir::WrongOperand(row, args, 0, "in global memory, not in `" + std::string(scope) + "`", span);
}

void SimLowWord(sim::OpContext& ctx) {
  auto address = ctx.Arg<uint64_t>(0);
  for (int lane = 0; lane < ctx.lanes(); ++lane) ctx.Result<uint32_t>()[lane] = uint32_t(address[lane]);
}

// clang-format off
const OpRow kRows[] = {
    {.name = "cuda.ldg", .params = {{ir::Element("element", kInteger | kReal)}}, .type = OfGlobalElement, .effect = Effect::Read, .emit = "__ldg({&0})", .sim = sim::LoadElement, .doc = "Loads an element, or a vector of them, that nobody writes while the kernel runs, through the read-only cache.", .source = "CUDA C++ Programming Guide: Read-Only Data Cache Load Function"},
    // No simulator function for the rest: the addresses have a meaning for instructions of the hardware alone.
    {.name = "cuda.cvta_generic_to_shared", .params = {{kAddress}}, .type = rule::ReturnsUInt32, .effect = Effect::Thread, .emit = "(unsigned int)__cvta_generic_to_shared({&0})", .doc = "The address of shared memory as instructions take it.", .source = "CUDA C++ Programming Guide: Address Space Conversion Functions"},
    {.name = "cuda.smem_addr_from_uint64", .params = {{Operand("address", kU64)}}, .type = rule::ReturnsUInt32, .emit = "(unsigned int){0}", .sim = SimLowWord, .doc = "The low 32 bits of an address.", .source = "PTX ISA: cvta"},
    {.name = "cuda.is_global", .params = {{kAddress}}, .type = rule::ReturnsBool, .effect = Effect::Thread, .emit = "(bool)__isGlobal({&0})", .doc = "Whether the address is in global memory.", .source = "CUDA C++ Programming Guide: Address Space Predicate Functions"},
    {.name = "cuda.is_shared", .params = {{kAddress}}, .type = rule::ReturnsBool, .effect = Effect::Thread, .emit = "(bool)__isShared({&0})", .doc = "Whether the address is in shared memory.", .source = "CUDA C++ Programming Guide: Address Space Predicate Functions"},
    {.name = "cuda.is_constant", .params = {{kAddress}}, .type = rule::ReturnsBool, .effect = Effect::Thread, .emit = "(bool)__isConstant({&0})", .doc = "Whether the address is in constant memory.", .source = "CUDA C++ Programming Guide: Address Space Predicate Functions"},
    {.name = "cuda.is_local", .params = {{kAddress}}, .type = rule::ReturnsBool, .effect = Effect::Thread, .emit = "(bool)__isLocal({&0})", .doc = "Whether the address is in local memory.", .source = "CUDA C++ Programming Guide: Address Space Predicate Functions"},
    {.name = "cuda.map_shared_rank", .params = {{kAddress, Operand("rank", kInteger32)}}, .type = SamePointer, .effect = Effect::Thread, .min_arch = "sm_90", .emit = "map_shared_rank({&0}, {1})", .needs = "map_shared_rank", .sim = sim::MapSharedRank, .doc = "The same place in the shared memory of another block of the cluster.", .source = "CUDA C++ Programming Guide: Distributed Shared Memory"},
};
// clang-format on

const ir::OpFamilyRow kFamily{"cuda memory", "Loads and addresses.", kRows};

}  // namespace

void RegisterMemoryIntrinsics(backend::Registrar& registrar) {
  registrar.AddFamily(kFamily);
}

}  // namespace tirx::cuda
