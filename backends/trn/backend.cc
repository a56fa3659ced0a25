// SPDX-License-Identifier: Apache-2.0
// AWS Trainium: five engines over an on-chip memory of 128 partitions (SBUF), matrix products accumulate in
// another (PSUM). Instructions work on tiles, not on threads. No code is generated for it yet: a compile is
// refused by name, the simulator runs its kernels.
#include "backend/backend.h"

#include "target/target.h"

namespace tirx::trn {
namespace {

using target::AttrKind;

// clang-format off
const target::TargetAttr kAttrs[] = {
    {"partition_size", AttrKind::Int},
    {"max_sbuf_size_per_partition", AttrKind::Int},
    {"max_psum_size_per_partition", AttrKind::Int},
    {"num-cores", AttrKind::Int, "NeuronCores"},
};

const target::TargetKindRow kKinds[] = {
    {.name = "trn",
     .device_type = kDLTrn,
     .attrs = kAttrs,
     .doc = "AWS Trainium; targets only, no code yet."},
};

constexpr std::string_view kSource = "reference/backends.md, Task B";
const target::TargetTagRow kTags[] = {
    {"aws/trn1/trn1.2xlarge", R"({"kind":"trn","max_psum_size_per_partition":16384,"max_sbuf_size_per_partition":196608,"num-cores":2,"partition_size":128})", kSource},
    {"aws/trn1/trn1.32xlarge", R"({"kind":"trn","max_psum_size_per_partition":16384,"max_sbuf_size_per_partition":196608,"num-cores":32,"partition_size":128})", kSource},
};
// clang-format on

void Register(backend::Registrar& registrar) {
  registrar.Add(kKinds);
  registrar.Add(kTags);
}

}  // namespace

extern constinit const backend::Backend kBackend{"trn", Register, "AWS Trainium; targets only, no code yet."};

}  // namespace tirx::trn
