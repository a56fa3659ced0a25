// SPDX-License-Identifier: Apache-2.0
// Launch fields that the code must be compiled for: an older architecture would leave out what they need in
// the kernel, and the launch would go on without it.
#include <array>
#include <string>

#include "backends/cuda/codegen/dialect.h"

namespace tirx::cuda {
namespace {

struct SinceRow {
  std::string_view tag;    // begins with
  std::string_view field;  // of T.cuda.LaunchConfig
  int since;
};
// CUDA C++ Programming Guide: "Thread Block Clusters", "Programmatic Dependent Launch", "Memory
// Synchronization Domains".
constexpr std::array kSinceRows = {
    SinceRow{"clusterCtaIdx.", "cluster", 90},
    SinceRow{"tirx.use_programtic_dependent_launch", "programmatic_stream_serialization", 90},
    SinceRow{"launch.programmatic_event", "programmatic_event", 90},
    SinceRow{"launch.cluster_scheduling_policy", "cluster_scheduling_policy", 90},
    SinceRow{"launch.mem_sync_domain", "mem_sync_domain", 90},
};

}  // namespace

Status CheckLaunchArchitecture(const ir::Function& kernel) {
  auto target = ir::AttrOr<target::Target>(kernel->attrs, ir::attr::kTarget, target::Target());
  if (!target.defined() || !target->HasArch()) return Ok{};
  const int arch = CudaDialect().arch_number(target->arch());
  for (const String& tag : ir::AttrOr<Array<String>>(kernel->attrs, ir::attr::kLaunchParams, {}))
    for (const SinceRow& row : kSinceRows)
      if (arch < row.since && View(tag).substr(0, row.tag.size()) == row.tag)
        return Fail(DK::CodegenArchTooOld, kernel->span,
                    {"cuda.LaunchConfig(" + std::string(row.field) + "=...)",
                     "sm_" + std::to_string(row.since), target->arch()});
  return Ok{};
}

}  // namespace tirx::cuda
