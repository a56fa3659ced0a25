// SPDX-License-Identifier: Apache-2.0
// Qualcomm Hexagon: a DSP with vectors of 128 bytes (HVX), several hardware threads, and a tightly coupled
// memory (VTCM). No code is generated for it yet: a compile is refused by name, the simulator runs its
// kernels.
#include "backend/backend.h"

#include "target/target.h"

namespace tirx::hexagon {
namespace {

using target::AttrKind;

// clang-format off
const target::TargetAttr kAttrs[] = {
    {"mcpu", AttrKind::Text, "hexagonv68"},
    {"mtriple", AttrKind::Text},
    {"mattr", AttrKind::Json},
    {"llvm-options", AttrKind::Json},
    {"num-cores", AttrKind::Int},
    {"vtcm-capacity", AttrKind::Int, "bytes"},
};

const target::TargetKindRow kKinds[] = {
    {.name = "hexagon",
     .device_type = kDLHexagon,
     .attrs = kAttrs,
     .doc = "Qualcomm Hexagon DSPs; targets only, no code yet."},
};

constexpr std::string_view kSource = "reference/backends.md, Task B";
const target::TargetTagRow kTags[] = {
    {"qcom/hexagon-v65", R"({"kind":"hexagon","mattr":["+hvxv65","+hvx-length128b"],"mcpu":"hexagonv65","mtriple":"hexagon","num-cores":4,"vtcm-capacity":262144})", kSource},
    {"qcom/hexagon-v66", R"({"kind":"hexagon","mattr":["+hvxv66","+hvx-length128b"],"mcpu":"hexagonv66","mtriple":"hexagon","num-cores":4,"vtcm-capacity":262144})", kSource},
    {"qcom/hexagon-v68", R"({"kind":"hexagon","mattr":["+hvxv68","+hvx-length128b","+hvx-qfloat","-hvx-ieee-fp"],"mcpu":"hexagonv68","mtriple":"hexagon","num-cores":4,"vtcm-capacity":4194304,"llvm-options":["-force-hvx-float"]})", kSource},
    {"qcom/hexagon-v69", R"({"kind":"hexagon","mattr":["+hvxv69","+hvx-length128b","+hvx-qfloat","-hvx-ieee-fp"],"mcpu":"hexagonv69","mtriple":"hexagon","num-cores":4,"vtcm-capacity":8388608})", kSource},
    {"qcom/hexagon-v73", R"({"kind":"hexagon","mattr":["+hvxv73","+hvx-length128b","+hvx-qfloat","-hvx-ieee-fp"],"mcpu":"hexagonv73","mtriple":"hexagon","num-cores":4,"vtcm-capacity":8388608})", kSource},
    {"qcom/hexagon-v75", R"({"kind":"hexagon","mattr":["+hvxv75","+hvx-length128b","+hvx-qfloat","-hvx-ieee-fp"],"mcpu":"hexagonv75","mtriple":"hexagon","num-cores":4,"vtcm-capacity":8388608})", kSource},
};
// clang-format on

void Register(backend::Registrar& registrar) {
  registrar.Add(kKinds);
  registrar.Add(kTags);
}

}  // namespace

extern constinit const backend::Backend kBackend{"hexagon", Register,
                                                 "Qualcomm Hexagon DSPs; targets only, no code yet."};

}  // namespace tirx::hexagon
