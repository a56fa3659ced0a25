// SPDX-License-Identifier: Apache-2.0
// Qualcomm Adreno GPUs: no target kind of its own, they are reached through opencl or vulkan. Its tags name
// such targets; textures come with code generation for them.
#include "backend/backend.h"

#include "target/target.h"

namespace tirx::adreno {
namespace {

// clang-format off
constexpr std::string_view kSource = "reference/backends.md, Task B";
const target::TargetTagRow kTags[] = {
    {"qcom/adreno-opencl", R"({"kind":"opencl","device":"adreno"})", kSource},
    {"qcom/adreno-opencl-clml", R"({"kind":"opencl","device":"adreno","features":["clml"]})", kSource},
    {"qcom/adreno-opencl-texture", R"({"kind":"opencl","device":"adreno","features":["texture"]})", kSource},
    {"qcom/adreno-vulkan", R"({"kind":"vulkan","device":"adreno"})", kSource},
    {"qcom/adreno-vulkan-texture", R"({"kind":"vulkan","device":"adreno","features":["texture"]})", kSource},
};
// clang-format on

void Register(backend::Registrar& registrar) {
  registrar.Need("opencl");
  registrar.Need("vulkan");
  registrar.Add(kTags);
}

}  // namespace

extern constinit const backend::Backend kBackend{
    "adreno", Register, "Qualcomm Adreno GPUs, through OpenCL or Vulkan; tags only."};

}  // namespace tirx::adreno
