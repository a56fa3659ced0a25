// SPDX-License-Identifier: Apache-2.0
// Functions and modules.
#pragma once

#include "ir/stmt.h"

namespace tirx::ir {

// Attribute keys of functions.
namespace attr {
inline constexpr const char* kGlobalSymbol = "global_symbol";    // String; absent: private to the module
inline constexpr const char* kTarget = "target";                 // Target
inline constexpr const char* kCallingConv = "calling_conv";      // int: CallingConv
inline constexpr const char* kBackendConfig = "backend_config";  // String: canonical JSON
inline constexpr const char* kLaunchParams =
    "tirx.kernel_launch_params";                               // Array<String>: tags, in argument order
inline constexpr const char* kNoAlias = "tirx.noalias";        // bool
inline constexpr const char* kIsEntry = "tirx.is_entry_func";  // bool
inline constexpr const char* kIsHost = "tirx.is_host_func";    // bool: runs on the host
inline constexpr const char* kExternalKernel =
    "tirx.external_kernel";                 // map: what `T.external_kernel` says of a kernel without a body
inline constexpr const char* kDoc = "doc";  // String: the docstring
}  // namespace attr

enum class CallingConv : int64_t { Default = 0, Packed = 1, DeviceKernel = 2 };

// Without a body it is a declaration.
struct FunctionNode : Object {
  String name;  // unique in its module
  Array<Var> params = NoItems<Var>();
  Type ret_type;
  Attrs attrs = NoAttrs();
  Stmt body;
  Span span;
  static constexpr TVMFFISEqHashKind _type_s_eq_hash_kind = kTVMFFISEqHashKindTreeNode;
  TIRX_FIELDS(f("name", &FunctionNode::name); f("params", &FunctionNode::params, kDefine);
              f("ret_type", &FunctionNode::ret_type, kAttribute); f("attrs", &FunctionNode::attrs);
              f("body", &FunctionNode::body); f("span", &FunctionNode::span, kIgnore))
  CallingConv calling_conv() const {
    return CallingConv(AttrOr<int64_t>(attrs, attr::kCallingConv, int64_t(CallingConv::Default)));
  }
  bool is_exported() const { return HasAttr(attrs, attr::kGlobalSymbol); }
  TIRX_NODE(Function, FunctionNode, "tirx.ir.Function", ObjectRef, Object)
  Function(String name, Array<Var> params, Stmt body, Type ret_type = VoidType(), Attrs attrs = NoAttrs(),
           Span span = Span());
  Function WithBody(Stmt body) const;
  Function WithParams(Array<Var> params) const;
  Function WithAttr(const char* key, Any value) const;
  Function WithoutAttr(const char* key) const;
  Function WithName(String name) const;
};

struct IRModuleNode : Object {
  String name = "Module";
  Array<Function> functions = NoItems<Function>();  // in program order, names unique
  Attrs attrs = NoAttrs();
  static constexpr TVMFFISEqHashKind _type_s_eq_hash_kind = kTVMFFISEqHashKindTreeNode;
  TIRX_FIELDS(f("name", &IRModuleNode::name); f("functions", &IRModuleNode::functions);
              f("attrs", &IRModuleNode::attrs))
  TIRX_NODE(IRModule, IRModuleNode, "tirx.ir.IRModule", ObjectRef, Object)
  explicit IRModule(Array<Function> functions, String name = "Module", Attrs attrs = NoAttrs());
  // Undefined when there is no function of that name.
  Function Find(std::string_view name) const;
  IRModule WithFunctions(Array<Function> functions) const;
};

// Registers every node of ir/ with tvm-ffi; called once from the library's static-init block.
void RegisterIrNodes();

}  // namespace tirx::ir
