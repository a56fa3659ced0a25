// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/runtime/launch_attributes.h"

#include <bit>
#include <cstring>

namespace tirx::cuda {

using runtime::LaunchConfig;
using runtime::RuntimeStatus;

static_assert(std::endian::native == std::endian::little, "values are copied by their low bytes");

namespace {

// CUDA Driver API, "CUlaunchAttributeID", "CUlaunchAttributeValue", "CUaccessPolicyWindow"; the last two
// attributes came with CUDA 13.2 and are not in the cuda.h of 13.0.
// clang-format off
constexpr LaunchFieldRow kFields[] = {
    {"stream", driver::kAttributeIgnore, 0, 8, 12000},
    {"access_policy_window.base_ptr", driver::kAttributeAccessPolicyWindow, 0, 8, 12000},
    {"access_policy_window.num_bytes", driver::kAttributeAccessPolicyWindow, 8, 8, 12000},
    {"access_policy_window.hit_ratio", driver::kAttributeAccessPolicyWindow, 16, 4, 12000},
    {"access_policy_window.hit_prop", driver::kAttributeAccessPolicyWindow, 20, 4, 12000},
    {"access_policy_window.miss_prop", driver::kAttributeAccessPolicyWindow, 24, 4, 12000},
    {"cluster_scheduling_policy", driver::kAttributeClusterSchedulingPolicy, 0, 4, 12000},
    {"programmatic_event.event", driver::kAttributeProgrammaticEvent, 0, 8, 12000},
    {"programmatic_event.flags", driver::kAttributeProgrammaticEvent, 8, 4, 12000},
    {"programmatic_event.trigger_at_block_start", driver::kAttributeProgrammaticEvent, 12, 4, 12000},
    {"priority", driver::kAttributePriority, 0, 4, 12000},
    {"mem_sync_domain_map.default", driver::kAttributeMemSyncDomainMap, 0, 1, 12000},
    {"mem_sync_domain_map.remote", driver::kAttributeMemSyncDomainMap, 1, 1, 12000},
    {"mem_sync_domain", driver::kAttributeMemSyncDomain, 0, 4, 12000},
    {"launch_completion_event.event", driver::kAttributeLaunchCompletionEvent, 0, 8, 12040},
    {"launch_completion_event.flags", driver::kAttributeLaunchCompletionEvent, 8, 4, 12040},
    {"preferred_shared_memory_carveout", driver::kAttributeSharedMemoryCarveout, 0, 4, 12080},
    {"nvlink_util_centric_scheduling", driver::kAttributeNvlinkUtilCentricScheduling, 0, 4, 13000},
    {"portable_cluster_size_mode", driver::kAttributePortableClusterSizeMode, 0, 4, 13020},
    {"shared_memory_mode", driver::kAttributeSharedMemoryMode, 0, 4, 13020},
};
// clang-format on

// The one launch value beside the fields that came later than the oldest driver that is used.
constexpr std::string_view kPreferredClusterTag = "preferredClusterCtaIdx.";
constexpr int kPreferredClusterSince = 12080;

std::string VersionText(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

}  // namespace

const LaunchFieldRow* FindLaunchField(std::string_view tag) {
  if (!tag.starts_with(runtime::kOwnTagPrefix)) return nullptr;
  tag.remove_prefix(runtime::kOwnTagPrefix.size());
  for (const LaunchFieldRow& row : kFields)
    if (tag == row.name) return &row;
  return nullptr;
}

RuntimeStatus FindLaunchFields(const runtime::KernelInfo& kernel, int driver_version, LaunchFields* fields) {
  auto fail = [&](std::string_view field, const std::string& why) {
    return RuntimeStatus::Error(runtime::kValueError, "kernel `" + kernel.name + "`: launch field `" +
                                                          std::string(field) + "` " + why);
  };
  auto too_old = [&](std::string_view field, int since) {
    return fail(field, "needs a driver for CUDA " + VersionText(since) + " or newer; this one is for " +
                           VersionText(driver_version));
  };
  for (std::string_view tag : kernel.launch_tags) {
    if (tag.starts_with(kPreferredClusterTag) && driver_version < kPreferredClusterSince)
      return too_old("preferred_cluster", kPreferredClusterSince);
    if (!tag.starts_with(runtime::kOwnTagPrefix)) continue;
    const std::string_view name = tag.substr(runtime::kOwnTagPrefix.size());
    const LaunchFieldRow* row = FindLaunchField(tag);
    if (row == nullptr) return fail(name, "is unknown to this version of the runtime");
    if (driver_version < row->since) return too_old(name, row->since);
    fields->push_back(row);
  }
  return {};
}

RuntimeStatus CheckLaunchFields(const std::string& kernel, const LaunchConfig& config,
                                const LaunchFields& fields) {
  for (size_t i = 0; i < fields.size(); ++i) {
    const int64_t value = config.values[runtime::kFirstOwn + i];
    const int bits = 8 * fields[i]->bytes;
    // Signed or unsigned: some fields are this and some that.
    if (bits == 64 || (value >= -(int64_t(1) << (bits - 1)) && value < int64_t(1) << bits)) continue;
    return RuntimeStatus::Error(runtime::kValueError, "kernel `" + kernel + "`: launch field `" +
                                                          fields[i]->name + "` is " + std::to_string(value) +
                                                          "; it has " + std::to_string(bits) + " bits");
  }
  return {};
}

LaunchAttributes::LaunchAttributes(const LaunchConfig& config, const LaunchFields& fields,
                                   driver::Stream stream)
    : stream_(stream) {
  if (config.has_cluster)
    Of(driver::kAttributeClusterDimension).cluster = Extents(config, runtime::kClusterX);
  if (config.has_preferred_cluster)
    Of(driver::kAttributePreferredClusterDimension).cluster = Extents(config, runtime::kPreferredClusterX);
  if (config.cooperative) Of(driver::kAttributeCooperative).flag = 1;
  if (config.programmatic_serialization) Of(driver::kAttributeProgrammaticStreamSerialization).flag = 1;
  for (size_t i = 0; i < fields.size(); ++i) {
    const int64_t value = config.values[runtime::kFirstOwn + i];
    void* target = fields[i]->id == driver::kAttributeIgnore ? static_cast<void*>(&stream_)
                                                             : Of(fields[i]->id).pad + fields[i]->offset;
    std::memcpy(target, &value, fields[i]->bytes);
  }
}

driver::LaunchConfig LaunchAttributes::Config(const LaunchConfig& config) {
  return {Extents(config, runtime::kGridX),
          Extents(config, runtime::kBlockX),
          unsigned(config.values[runtime::kDynamicSharedBytes]),
          stream_,
          list_.data(),
          count_};
}

driver::LaunchAttributeValue& LaunchAttributes::Of(driver::LaunchAttributeId id) {
  for (unsigned i = 0; i < count_; ++i)
    if (list_[i].id == id) return list_[i].value;
  driver::LaunchAttribute& attribute = list_[count_++];
  attribute = {};
  attribute.id = id;
  return attribute.value;
}

driver::Extent3 Extents(const LaunchConfig& config, runtime::LaunchSlot first) {
  return {unsigned(config.values[first]), unsigned(config.values[first + 1]),
          unsigned(config.values[first + 2])};
}

}  // namespace tirx::cuda
