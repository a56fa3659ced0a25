// SPDX-License-Identifier: Apache-2.0
#include "pass/kernel_function.h"

#include <algorithm>
#include <map>

#include "ir/arith.h"
#include "ir/record.h"
#include "ir/visit.h"
#include "pass/copy_body.h"
#include "pass/launch_tags.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

// A tensor that the entry uses from outside, and the memory behind it.
struct CapturedTensor {
  Var tensor, root;
  Expr pointer;  // host side
  int order;     // position of the root among the parameters; views of other pointers come after them
};

Expr PointerTo(const Var& tensor) {
  TensorType type = tensor.tensor_type();
  return Call(PointerType(PrimType(type->dtype), type->scope), Op("tensor_data_ptr"), {tensor}, NoAttrs(),
              tensor->span);
}

class KernelMaker {
 public:
  KernelMaker(const Function& host, const TensorRoots& roots, const Region& entry, Variables variables)
      : host_(host), roots_(roots), entry_(entry), takes_(variables == Variables::Taken) {}

  Result<Kernel> Make(String name, const target::Target& device) {
    // It is all that the entry does.
    if (const CallNode* call = ExternalCall(entry_->body)) return MakeExternal(*call, device);
    TIRX_RETURN_IF_FAILED(CollectCaptures());
    for (const CapturedTensor& captured : tensors_) AddPointer(captured);
    for (const Var& scalar : scalars_) AddScalar(scalar);
    std::vector<Stmt> stmts;
    for (const CapturedTensor& captured : tensors_) stmts.push_back(Redeclare(captured));
    stmts.push_back(takes_ ? entry_->body : CopyBody(entry_->body, &values_));
    Attrs attrs = AttrsOf(name, device);
    TIRX_RETURN_IF_FAILED(AddLaunch(device, &attrs));
    Function function(name, params_, MakeSeq(stmts, entry_->body->span), VoidType(), attrs, entry_->span);
    return Kernel{function, arguments_};
  }

 private:
  // The call of a kernel from outside, if that is what the statement is.
  static const CallNode* ExternalCall(const Stmt& stmt) {
    auto* statement = stmt.as<EvaluateNode>();
    auto* call = statement ? statement->value.as<CallNode>() : nullptr;
    return call && call->op_name() == "external_kernel" ? call : nullptr;
  }

  Result<Kernel> MakeExternal(const CallNode& call, const target::Target& device) {
    for (size_t i = 0; i < call.args.size(); ++i) {
      Expr argument = call.args[i];
      auto* var = argument.as<VarNode>();
      if (var && var->ty.as<TensorTypeNode>()) {
        TIRX_TRY(CapturedTensor captured, Capture(RefCast<Var>(argument)));
        argument = captured.pointer;
      }
      params_.push_back(
          Var(var ? var->name : String("arg" + std::to_string(i)), argument->ty, argument->span));
      arguments_.push_back(argument);
    }
    String name = call.attrs["kernel"].cast<String>();
    Attrs attrs = AttrsOf(name, device);
    attrs.Set(attr::kExternalKernel, call.attrs);
    TIRX_RETURN_IF_FAILED(AddLaunch(device, &attrs));
    for (const char* of_own_text : {attr::kNoAlias, kThreadExtent, kLaunchBounds}) attrs.erase(of_own_text);
    return Kernel{Function(name, params_, Stmt(), VoidType(), attrs, call.span), arguments_};
  }

  Attrs AttrsOf(const String& name, const target::Target& device) const {
    Attrs attrs{{attr::kGlobalSymbol, name},
                {attr::kTarget, device},
                {attr::kCallingConv, int64_t(CallingConv::DeviceKernel)},
                {attr::kNoAlias, true}};
    for (const auto& [key, value] : entry_->attrs)
      if (View(key) != attr::kLaunchFields && View(key) != attr::kKernelAttrs) attrs.Set(key, value);
    return attrs;
  }

  Result<CapturedTensor> Capture(const Var& var) const {
    Var root = roots_.RootOf(var);
    if (roots_.IsAllocation(root)) return Fail(DK::DeviceUsesHostTensor, entry_->span, {View(var->name)});
    auto position = std::find_if(host_->params.begin(), host_->params.end(),
                                 [&](const Var& param) { return param.same_as(root); });
    Expr pointer = roots_.PointerOf(root);
    if (!pointer.defined()) pointer = PointerTo(root);
    return CapturedTensor{var, root, pointer, int(position - host_->params.begin())};
  }

  Status CollectCaptures() {
    for (const Var& var : FreeVars(entry_->body)) {
      if (!var.is_tensor()) {
        scalars_.push_back(var);
        continue;
      }
      TIRX_TRY(CapturedTensor captured, Capture(var));
      tensors_.push_back(captured);
    }
    if (UsesExternal()) return Fail(DK::ExternalKernelNotAlone, entry_->span, {});
    std::stable_sort(tensors_.begin(), tensors_.end(),
                     [](const CapturedTensor& a, const CapturedTensor& b) { return a.order < b.order; });
    return Ok{};
  }

  // Several views of one memory share one parameter.
  void AddPointer(const CapturedTensor& captured) {
    if (pointers_.count(captured.root.get())) return;
    Var param(std::string(captured.root->name) + "_ptr", captured.pointer->ty, captured.root->span);
    pointers_.emplace(captured.root.get(), param);
    params_.push_back(param);
    arguments_.push_back(captured.pointer);
  }

  void AddScalar(const Var& scalar) {
    params_.push_back(Own(scalar));
    arguments_.push_back(scalar);
  }

  // The kernel's variable for one of the host's.
  Var Own(const Var& captured) {
    if (takes_) return captured;
    Var own(captured->name, SubstituteInType(captured->ty, values_), captured->span);
    values_[captured.get()] = own;
    return own;
  }

  Stmt Redeclare(const CapturedTensor& captured) {
    const Span& span = captured.tensor->span;
    Var tensor = Own(captured.tensor);
    Expr pointer = pointers_.at(captured.root.get());
    return Bind(tensor, Call(tensor->ty, Op("decl_tensor"), {pointer}, NoAttrs(), span), span);
  }

  // Launch values become arguments, flags only tags; constant extents are also said in attributes.
  Status AddLaunch(const target::Target& device, Attrs* attrs) {
    TIRX_TRY(std::vector<LaunchValue> launch, LaunchValuesOf(entry_, View(device->kind)));
    TIRX_RETURN_IF_FAILED(AddDynamicSize(&launch));
    TIRX_RETURN_IF_FAILED(CheckLaunch(device, launch));
    Array<String> tags;
    Attrs extents;
    int64_t threads = 1;
    for (const LaunchValue& value : launch) {
      tags.push_back(value.tag);
      if (!value.value.defined()) continue;
      arguments_.push_back(value.value);
      auto constant = ConstInt(value.value);
      bool is_extent = value.is_extent, of_block = value.tag.rfind("threadIdx", 0) == 0;
      if (is_extent && constant && *constant < 1)
        return Fail(DK::EmptyLaunch, entry_->span, {value.field, std::to_string(*constant)});
      if (is_extent && constant) extents.Set(value.tag, *constant);
      if (of_block) threads = constant ? threads * *constant : 0;
    }
    attrs->Set(attr::kLaunchParams, tags);
    attrs->Set(kThreadExtent, extents);
    if (threads > 0) attrs->Set(kLaunchBounds, threads);
    AddKernelAttributes(attrs);
    return CheckLimits(device, threads);
  }

  // Each under the key that its row names; flags that are off are left out.
  void AddKernelAttributes(Attrs* attrs) {
    PackedFields fields = KernelAttributesOf(entry_->attrs);
    const RecordRow* row = RecordOf(RecordUse::KernelAttributes, fields);
    for (size_t i = 0; row && i < fields.names.size(); ++i) {
      const RecordField& field = *PlaceOf(*row, View(fields.names[i])).field;
      int64_t value = ConstInt(fields.values[i]).value_or(0);
      if (field.kind != FieldKind::Flag) attrs->Set(String(std::string(field.tag)), value);
      if (field.kind == FieldKind::Flag && value) attrs->Set(String(std::string(field.tag)), true);
    }
  }

  // Each launch value, and of those with axes the product where it is limited.
  Status CheckLaunch(const target::Target& device, const std::vector<LaunchValue>& launch) {
    std::map<std::string, int64_t> products;
    auto check = [&](int64_t value, int64_t most, std::string_view field,
                     std::string_view of = "") -> Status {
      if (most == 0 || value <= most) return Ok{};
      return Fail(DK::LaunchTooLarge, entry_->span,
                  {field, std::to_string(value) + std::string(of), View(device->kind), std::to_string(most)});
    };
    for (const LaunchValue& value : launch) {
      auto constant = value.value.defined() ? ConstInt(value.value) : std::nullopt;
      if (!constant) continue;
      TIRX_RETURN_IF_FAILED(check(*constant, target::LaunchMostOf(device, value.tag), value.field));
      const std::string group = value.tag.substr(0, value.tag.find('.'));
      const int64_t most = value.is_extent ? target::LaunchMostOf(device, group) : 0;
      if (most == 0) continue;
      TIRX_RETURN_IF_FAILED(check(*constant, most, value.field));
      int64_t& product = products.try_emplace(group, 1).first->second;
      product *= *constant;
      TIRX_RETURN_IF_FAILED(check(product, most, value.field.substr(0, value.field.find('.')), " blocks"));
    }
    return Ok{};
  }

  // What no launch of the kernel could have, as far as it is known while compiling.
  Status CheckLimits(const target::Target& device, int64_t threads) {
    std::string kind(device->kind);
    int64_t most_threads = target::LimitOf(device, target::Limit::ThreadsPerBlock);
    if (most_threads && threads > most_threads)
      return Fail(DK::BlockTooLarge, entry_->span,
                  {std::to_string(threads), kind, std::to_string(most_threads)});
    int64_t most_bytes = target::LimitOf(device, target::Limit::StaticSharedBytes), bytes = 0;
    for (const Var& tensor : Allocations("shared")) {
      auto size = ConstInt(BytesOf(tensor.tensor_type()));
      bytes += size.value_or(0);
      if (most_bytes && bytes > most_bytes)
        return Fail(DK::SharedTooLarge, tensor->span.defined() ? tensor->span : entry_->span,
                    {std::to_string(bytes), kind, std::to_string(most_bytes)});
    }
    return Ok{};
  }

  bool UsesExternal() const {
    bool found = false;
    WalkStatements(entry_->body, [&](const Stmt& stmt) {
      found |= ExternalCall(stmt) != nullptr;
      return !found;
    });
    return found;
  }

  // The tensors that the kernel allocates in a scope.
  std::vector<Var> Allocations(std::string_view scope) const {
    std::vector<Var> found;
    WalkStatements(entry_->body, [&](const Stmt& stmt) {
      auto* bind = stmt.as<BindNode>();
      auto* call = bind ? bind->value.as<CallNode>() : nullptr;
      if (call && call->op_name() == "alloc_tensor" && View(bind->var.tensor_type()->scope) == scope)
        found.push_back(bind->var);
      return true;
    });
    return found;
  }

  static Expr BytesOf(const TensorType& type) {
    Expr bytes = Int64(StorageBytes(type->dtype));
    for (int k = 0; k < type->ndim(); ++k) bytes = CastInt(type->dim(k), Int(64)) * bytes;
    return bytes;
  }

  // Without a size from the author, the one dynamic tensor says how much it needs.
  Status AddDynamicSize(std::vector<LaunchValue>* launch) {
    std::vector<Var> dynamic = Allocations("shared.dyn");
    if (dynamic.size() > 1)
      return Fail(DK::ManyDynamicTensors, entry_->span, {std::to_string(dynamic.size())});
    if (dynamic.empty()) return Ok{};
    Expr bytes = BytesOf(dynamic[0].tensor_type());
    bool given = !launch->empty() && launch->back().tag == kDynamicSmemTag;
    if (!given && ConstInt(bytes) == 0)
      return Fail(DK::DynamicSharedTooSmall, entry_->span,
                  {"not given", View(dynamic[0]->name), "it, since its own extent is 0"});
    if (!given) {
      launch->push_back({"dynamic_smem_bytes", std::string(kDynamicSmemTag), bytes});
      return Ok{};
    }
    auto have = ConstInt(launch->back().value), need = ConstInt(bytes);
    if (have && need && *have < *need)
      return Fail(DK::DynamicSharedTooSmall, entry_->span,
                  {std::to_string(*have) + ", smaller than what is allocated", View(dynamic[0]->name),
                   std::to_string(*need)});
    return Ok{};
  }

  const Function& host_;
  const TensorRoots& roots_;
  const Region& entry_;
  const bool takes_;
  std::vector<CapturedTensor> tensors_;
  std::vector<Var> scalars_;
  std::unordered_map<const Object*, Var> pointers_;  // root VarNode* -> parameter
  VarMap values_;  // captured variables -> the kernel's own, where those are copies
  Array<Var> params_;
  Array<Expr> arguments_;
};

}  // namespace

Result<Kernel> MakeKernel(const Function& host, const TensorRoots& roots, const Region& entry, String name,
                          const target::Target& device, Variables variables) {
  return KernelMaker(host, roots, entry, variables).Make(std::move(name), device);
}

}  // namespace tirx::pass
