// SPDX-License-Identifier: Apache-2.0
#include "codegen/host_read_only.h"

#include <string>
#include <unordered_map>
#include <unordered_set>

#include "codegen/c_read_only.h"
#include "codegen/host_bytecode.h"
#include "ir/op.h"
#include "ir/visit.h"

namespace tirx::codegen {
namespace {

using namespace ir;  // NOLINT: this file is about IR only

const CallNode* CallOf(const ObjectRef& node, std::string_view op) {
  auto* call = node.as<CallNode>();
  return call && call->op_name() == op ? call : nullptr;
}

class ArgumentUses {
 public:
  explicit ArgumentUses(const IRModule& module) : module_(module) {}
  std::set<int64_t> arguments, others;

  void Look(const ObjectRef& root) {
    Walk(root, [&](const ObjectRef& node) { return LookAt(node); });
  }

 private:
  bool LookAt(const ObjectRef& node) {
    if (auto* bind = node.as<BindNode>()) return !Names(*bind);
    if (auto* load = node.as<TensorLoadNode>()) {
      for (const Expr& index : load->indices) Look(index);
      return false;
    }
    if (auto* call = node.as<CallNode>()) return LookAtCall(*call);
    auto found = argument_of_.find(node.get());
    if (found != argument_of_.end()) others.insert(found->second);
    return true;
  }

  // Whether a variable stands for an argument from here on, as its handle or as its tensor.
  bool Names(const BindNode& bind) {
    if (auto* handle = CallOf(bind.value, "host.arg_tensor")) {
      const auto index = handle->attrs["index"].cast<int64_t>();
      arguments.insert(index);
      argument_of_[bind.var.get()] = index;
      return true;
    }
    auto* tensor = CallOf(bind.value, "decl_tensor");
    const auto index = tensor ? ArgumentBehind(tensor->args[0]) : std::nullopt;
    if (index) argument_of_[bind.var.get()] = *index;
    return index.has_value();
  }

  // Of the data pointer of a handle or a tensor.
  std::optional<int64_t> ArgumentBehind(const Expr& pointer) const {
    const CallNode* data = CallOf(pointer, "host.tensor_data");
    if (!data) data = CallOf(pointer, "tensor_data_ptr");
    auto found = data ? argument_of_.find(data->args[0].get()) : argument_of_.end();
    return found == argument_of_.end() ? std::nullopt : std::optional(found->second);
  }

  bool LookAtCall(const CallNode& call) {
    if (call.op_name() == "launch_kernel") {
      LookAtLaunch(call);
      return false;
    }
    // Checks and fields of an argument.
    return call.op_name() == "host.tensor_data" || !call.op_name().starts_with("host.");
  }

  void LookAtLaunch(const CallNode& call) {
    const Function kernel = KernelOf(std::string(call.attrs["kernel"].cast<String>()));
    const std::unordered_set<const Object*> read = ReadOnlyParams(kernel);
    for (size_t i = 0; i < call.args.size(); ++i) {
      const auto index = ArgumentBehind(call.args[i]);
      const bool only_read = i < kernel->params.size() && read.count(kernel->params[i].get()) != 0;
      if (!index) Look(call.args[i]);
      if (index && !only_read) others.insert(*index);
    }
  }

  Function KernelOf(const std::string& symbol) const {
    for (const Function& function : module_->functions)
      if (function->calling_conv() == CallingConv::DeviceKernel && KernelInfoOf(function).name == symbol)
        return function;
    TIRX_UNREACHABLE("a launch of `" + symbol + "`, which is no kernel of the module");
  }

  const IRModule& module_;
  std::unordered_map<const Object*, int64_t> argument_of_;  // VarNode* of handles and tensors
};

}  // namespace

std::set<int64_t> OnlyReadArguments(const IRModule& module, const Function& host) {
  ArgumentUses uses(module);
  uses.Look(host->body);
  std::set<int64_t> only_read;
  for (int64_t index : uses.arguments)
    if (!uses.others.count(index)) only_read.insert(index);
  return only_read;
}

}  // namespace tirx::codegen
