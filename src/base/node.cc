// SPDX-License-Identifier: Apache-2.0
#include "base/node.h"

#include <cstring>
#include <memory>

#include "base/check.h"
#include "base/structural.h"

namespace tirx {

namespace {

// Indexed by type index. Written only while a library registers its nodes, read without a lock afterwards;
// blocks never move, so readers are safe while a plug-in registers.
constexpr int32_t kBlock = 256, kBlocks = 256;
std::unique_ptr<NodeOps[]> g_blocks[kBlocks];

NodeOps& MutableOps(int32_t type_index) {
  TIRX_CHECK(type_index >= 0 && type_index < kBlock * kBlocks, "type index out of range");
  auto& block = g_blocks[type_index / kBlock];
  if (!block) block = std::make_unique<NodeOps[]>(kBlock);
  return block[type_index % kBlock];
}

bool EqualHook(const Object* a, const Object* b) {
  return StructuralEqual(Any(ffi::GetRef<ObjectRef>(a)), Any(ffi::GetRef<ObjectRef>(b)));
}

}  // namespace

const Attrs& NoAttrs() {
  static const auto* none = new Attrs;
  return *none;
}

const NodeOps& NodeOpsOf(int32_t type_index) {
  static const NodeOps none;
  if (type_index < 0 || type_index >= kBlock * kBlocks) return none;
  const auto& block = g_blocks[type_index / kBlock];
  return block ? block[type_index % kBlock] : none;
}

namespace node_detail {

void RegisterField(int32_t type_index, const char* name, int64_t offset, const FieldType& type,
                   int64_t flags) {
  TVMFFIFieldInfo info{};
  info.name = {name, std::strlen(name)};
  info.offset = offset;
  info.size = type.size;
  info.alignment = type.align;
  info.getter = type.get;
  info.setter = reinterpret_cast<void*>(type.set);
  info.flags = flags;
  info.field_static_type_index = type.static_index;
  info.default_value_or_factory.type_index = kTVMFFINone;
  std::string metadata = "{\"type_schema\":" + std::string(ffi::EscapeStringJSON(type.schema())) + "}";
  info.metadata = {metadata.data(), metadata.size()};
  TVM_FFI_CHECK_SAFE_CALL(TVMFFITypeRegisterField(type_index, &info));
}

void RegisterType(int32_t type_index, int32_t size, TVMFFISEqHashKind kind, TVMFFIObjectCreator creator,
                  NodeOps ops) {
  TVMFFITypeMetadata metadata{};
  metadata.total_size = size;
  metadata.structural_eq_hash_kind = kind;
  metadata.creator = creator;
  TVM_FFI_CHECK_SAFE_CALL(TVMFFITypeRegisterMetadata(type_index, &metadata));
  static auto register_init = ffi::Function::GetGlobalRequired("ffi._RegisterFFIInit");
  register_init(type_index);
  MutableOps(type_index) = ops;
  if (kind != kTVMFFISEqHashKindTreeNode) return;
  // Python's tvm_ffi.structural_equal and structural_hash run ours: memoised and iterative.
  static const ffi::Function equal = ffi::Function::FromTyped(
      [](const Object* a, const Object* b, const ffi::Function&) { return EqualHook(a, b); });
  static const ffi::Function hash = ffi::Function::FromTyped([](const Object* a, int64_t seed,
                                                                const ffi::Function&) -> int64_t {
    return int64_t(StructuralHash(Any(ffi::GetRef<ObjectRef>(a))) ^ (uint64_t(seed) * 0x9E3779B97F4A7C15u));
  });
  auto attach = [&](const char* name, const ffi::Function& fn) {
    TVMFFIByteArray key{name, std::strlen(name)};
    Any value(fn);
    TVMFFIAny view = ffi::AnyView(value).CopyToTVMFFIAny();
    TVM_FFI_CHECK_SAFE_CALL(TVMFFITypeRegisterAttr(type_index, &key, &view));
  };
  attach("__s_equal__", equal);
  attach("__s_hash__", hash);
}

}  // namespace node_detail
}  // namespace tirx
