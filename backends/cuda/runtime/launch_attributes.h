// SPDX-License-Identifier: Apache-2.0
// The launch fields that CUDA alone has: how their values become attributes of cuLaunchKernelEx.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "backends/cuda/runtime/driver_api.h"
#include "runtime/launch_plan.h"
#include "runtime/status.h"

namespace tirx::cuda {

// Where a value goes in a launch attribute. One row per tag "launch.<name>".
struct LaunchFieldRow {
  const char* name;              // as the script writes it; members of records after a dot
  driver::LaunchAttributeId id;  // kAttributeIgnore: the stream, which is no attribute
  uint8_t offset, bytes;         // in the attribute's value
  int since;                     // version of the driver that knows it, as cuDriverGetVersion counts
};

// Of the tag "launch.<name>"; null where there is none.
const LaunchFieldRow* FindLaunchField(std::string_view tag);

// The rows of a kernel's own launch values, in their order.
using LaunchFields = std::vector<const LaunchFieldRow*>;

// ValueError for a field that this runtime or a driver of that version does not know.
runtime::RuntimeStatus FindLaunchFields(const runtime::KernelInfo& kernel, int driver_version,
                                        LaunchFields* fields);

// ValueError for a value that does not fit the field.
runtime::RuntimeStatus CheckLaunchFields(const std::string& kernel, const runtime::LaunchConfig& config,
                                         const LaunchFields& fields);

// The attributes of one launch.
class LaunchAttributes {
 public:
  LaunchAttributes(const runtime::LaunchConfig& config, const LaunchFields& fields, driver::Stream stream);

  // The launch as the driver takes it; points to these attributes.
  driver::LaunchConfig Config(const runtime::LaunchConfig& config);
  driver::LaunchAttribute* data() { return list_.data(); }
  unsigned count() const { return count_; }
  driver::Stream stream() const { return stream_; }  // the field's, else the one given

 private:
  driver::LaunchAttributeValue& Of(driver::LaunchAttributeId id);

  std::array<driver::LaunchAttribute, 16> list_;  // more than there are kinds of attributes
  unsigned count_ = 0;
  driver::Stream stream_;
};

driver::Extent3 Extents(const runtime::LaunchConfig& config, runtime::LaunchSlot first);

}  // namespace tirx::cuda
