// SPDX-License-Identifier: Apache-2.0
// What code is compiled for: a target kind ("cuda", "c"), its attributes, and the host that launches it.
#pragma once

#include <array>
#include <span>

#include "base/dtype.h"
#include "base/hook.h"
#include "base/node.h"
#include "base/type_set.h"
#include "diag/result.h"
#include "ir/registry.h"

namespace tirx::target {

struct Target;

struct TargetNode : Object {
  String kind;
  Attrs attrs;     // checked against the kind's table; "arch" is a String
  ObjectRef host;  // Target; undefined for a host itself
  static constexpr TVMFFISEqHashKind _type_s_eq_hash_kind = kTVMFFISEqHashKindTreeNode;
  TIRX_FIELDS(f("kind", &TargetNode::kind); f("attrs", &TargetNode::attrs); f("host", &TargetNode::host))
  // The architecture, or "" when the target names none.
  std::string arch() const { return HasArch() ? std::string(attrs["arch"].cast<String>()) : ""; }
  bool HasArch() const { return attrs.defined() && attrs.count("arch") != 0; }
  TIRX_NODE(Target, TargetNode, "tirx.Target", ObjectRef, Object)
  Target(String kind, Attrs attrs, Target host);
  Target WithAttr(const char* key, Any value) const;
  Target WithHost(Target host) const;
  Target host_target() const { return RefCast<Target>((*this)->host); }
};

enum class AttrKind : uint8_t { Text, Int, Bool, Json };
struct TargetAttr {
  std::string_view name;
  AttrKind kind = AttrKind::Text;
  std::string_view doc = "";
};

// The element types that code computes with, and those that it keeps in memory. What is missing goes through
// float32 (pass/legalize_compute.h) and through unsigned integers (pass/legalize_storage.h).
struct NativeTypes {
  TypeSet compute = kAnyType, storage = kAnyType;
};

// What no device of a kind goes beyond in a launch, by the tag of the launch value ("blockIdx.x"). Of a tag
// without an axis: of the product.
struct LaunchMost {
  std::string_view tag;
  int64_t most;
};

// One kind of target; the owning backend registers it.
struct TargetKindRow {
  static constexpr std::string_view kTable = "targets";
  std::string_view name;
  DLDeviceType device_type = kDLCPU;
  bool is_host = false;  // functions run on the host; otherwise device entries are split off
  std::span<const TargetAttr> attrs{};
  std::string_view default_host = "c";
  // What every device of the kind allows, where the target's own attributes do not say; 0: nobody knows.
  int64_t max_threads_per_block = 0, max_static_shared_bytes = 0, subgroup_size = 0;
  std::span<const LaunchMost> launch_most{};
  // Checks and completes the attributes; null: nothing to check beyond the table.
  Hook<Status(const Attrs& attrs)> check = nullptr;
  // What devices of this architecture ("sm_90a", or "" where none is given) have; null: every type.
  Hook<NativeTypes(std::string_view arch)> native_types = nullptr;
  std::string_view doc = "";
};

// A named preset: "nvidia/nvidia-h100".
struct TargetTagRow {
  static constexpr std::string_view kTable = "tags";
  std::string_view name;
  std::string_view json;         // the target as Parse accepts it
  std::string_view source = "";  // where the figures come from
};

// The attribute that every kind of a backend with a configuration has: a mapping as target/backend_config.h
// reads it, with this backend's part alone.
inline constexpr const char* kBackendConfigAttr = "backend_config";

const TargetKindRow* FindKind(std::string_view kind);

// Accepts a kind ("cuda"), a tag ("nvidia/nvidia-h100"), a kind with an architecture ("cuda:sm_90a"), or JSON
// ({"kind": "cuda", "arch": "sm_90a", "host": {...}} or {"tag": ...}, whose other keys replace the tag's).
Result<Target> Parse(std::string_view text);
// From a map of the same form.
Result<Target> FromMap(const Map<String, Any>& map);
// The target with another architecture, checked as Parse does.
Result<Target> WithArch(const Target& target, std::string_view arch);
// Canonical JSON: keys sorted, host included. Equal targets give equal text.
std::string ToJson(const Target& target);

// The largest value that the target allows: its attribute `max_threads_per_block`,
// `max_shared_memory_per_block` or `thread_warp_size`, else its kind's; 0 when nobody knows.
enum class Limit : uint8_t { ThreadsPerBlock, StaticSharedBytes, SubgroupSize };
int64_t LimitOf(const Target& target, Limit limit);
// The largest launch value of that tag; 0 when nobody knows.
int64_t LaunchMostOf(const Target& target, std::string_view tag);

void RegisterTargetNodes();
// The host kind of the language itself: generated C, or the bytecode of runtime/.
extern const TargetKindRow kHostKinds[1];

}  // namespace tirx::target
