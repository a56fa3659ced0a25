// SPDX-License-Identifier: Apache-2.0
#include "codegen/host_bytecode.h"

#include "codegen/host_emitter.h"
#include "target/target.h"

namespace tirx::codegen {

namespace {

bool IsHostFunction(const ir::Function& function) {
  if (function->calling_conv() == ir::CallingConv::DeviceKernel) return false;
  if (!ir::HasAttr(function->attrs, ir::attr::kTarget)) return true;
  auto target = function->attrs[ir::attr::kTarget].cast<target::Target>();
  auto* kind = target::FindKind(View(target->kind));
  return kind == nullptr || kind->is_host;
}

// Where the kernels run; the CPU when there are none.
int32_t DeviceTypeOf(const ir::IRModule& module) {
  for (const ir::Function& function : module->functions) {
    if (IsHostFunction(function) || !ir::HasAttr(function->attrs, ir::attr::kTarget)) continue;
    auto target = function->attrs[ir::attr::kTarget].cast<target::Target>();
    if (auto* kind = target::FindKind(View(target->kind))) return kind->device_type;
  }
  return kDLCPU;
}

}  // namespace

runtime::KernelInfo KernelInfoOf(const ir::Function& kernel) {
  runtime::KernelInfo info;
  info.name = std::string(ir::AttrOr<String>(kernel->attrs, ir::attr::kGlobalSymbol, kernel->name));
  bool tensor_maps = false;
  for (const ir::Var& param : kernel->params) {
    bool is_map = param->ty.as<ir::TensorMapTypeNode>() != nullptr;
    tensor_maps = tensor_maps || is_map;
    info.arg_types.push_back(is_map ? Handle() : param->dtype());
    info.arg_extra_tags.push_back(is_map ? runtime::kTensorMapArg : runtime::kPlainArg);
  }
  if (!tensor_maps) info.arg_extra_tags.clear();
  for (const String& tag : ir::AttrOr<Array<String>>(kernel->attrs, ir::attr::kLaunchParams, {}))
    info.launch_tags.push_back(std::string(tag));
  return info;
}

Result<runtime::HostProgram> GenerateHostProgram(const ir::IRModule& module) {
  HostProgramBuilder builder{module, {}, {}, {}, {}};
  builder.program.device_type = DeviceTypeOf(module);
  std::vector<ir::Function> functions;
  for (const ir::Function& function : module->functions) {
    if (!IsHostFunction(function) || !function->body.defined()) continue;
    builder.functions.emplace(std::string(View(function->name)), uint32_t(functions.size()));
    functions.push_back(function);
  }
  for (const ir::Function& function : functions) {
    TIRX_TRY(runtime::HostFunction made, HostEmitter(&builder, function).Run());
    builder.program.functions.push_back(std::move(made));
  }
  runtime::RuntimeStatus status = runtime::ValidateHostProgram(builder.program);
  TIRX_CHECK(status.ok(), status.message);
  return std::move(builder.program);
}

}  // namespace tirx::codegen
