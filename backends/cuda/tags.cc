// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/tags.h"

namespace tirx::cuda {
namespace {

// Compute capability of each device: developer.nvidia.com/cuda-gpus. The limits below hold for all of them:
// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"; 48 KiB is what a kernel may
// use without opting in.
#define TIRX_LIMITS                                                                                \
  "\"max_num_threads\":1024,\"max_shared_memory_per_block\":49152,\"max_threads_per_block\":1024," \
  "\"registers_per_block\":65536,\"thread_warp_size\":32"
#define TIRX_TAG(arch) "{\"kind\":\"cuda\",\"arch\":\"" arch "\"," TIRX_LIMITS "}"
#define TIRX_TAG_L2(arch, l2) \
  "{\"kind\":\"cuda\",\"arch\":\"" arch "\",\"l2_cache_size_bytes\":" l2 "," TIRX_LIMITS "}"

constexpr const char* kGuide = "CUDA C++ Programming Guide, Compute Capabilities";

}  // namespace

// clang-format off
const target::TargetTagRow kTags[kTagCount] = {
    {"nvidia/nvidia-b200", TIRX_TAG_L2("sm_100a", "132120576"), "NVIDIA Blackwell Tuning Guide: 126 MB of L2"},
    {"nvidia/nvidia-b100", TIRX_TAG_L2("sm_100a", "52428800"), "reference/cuda.md, section 9"},
    {"nvidia/nvidia-h200", TIRX_TAG_L2("sm_90a", "52428800"), "NVIDIA H100 Tensor Core GPU Architecture: 50 MB of L2; H200 has the same chip"},
    {"nvidia/nvidia-h100", TIRX_TAG_L2("sm_90a", "52428800"), "NVIDIA H100 Tensor Core GPU Architecture: 50 MB of L2"},
    {"nvidia/nvidia-a100", TIRX_TAG_L2("sm_80", "41943040"), "NVIDIA A100 Tensor Core GPU Architecture: 40 MB of L2"},
    {"nvidia/nvidia-a30", TIRX_TAG("sm_80"), kGuide},
    {"nvidia/nvidia-a40", TIRX_TAG("sm_86"), kGuide},
    {"nvidia/nvidia-a10", TIRX_TAG("sm_86"), kGuide},
    {"nvidia/geforce-rtx-3090", TIRX_TAG("sm_86"), kGuide},
    {"nvidia/jetson-agx-orin-64gb", TIRX_TAG("sm_87"), kGuide},
    {"nvidia/geforce-rtx-4090", TIRX_TAG_L2("sm_89", "75497472"), "NVIDIA Ada GPU Architecture: 72 MB of L2"},
    {"nvidia/nvidia-l40s", TIRX_TAG("sm_89"), kGuide},
    {"nvidia/nvidia-l4", TIRX_TAG("sm_89"), kGuide},
    {"nvidia/geforce-rtx-5060-ti", TIRX_TAG_L2("sm_120", "33554432"), "reference/cuda.md, section 9"},
    {"nvidia/nvidia-t4", TIRX_TAG("sm_75"), kGuide},
    {"nvidia/geforce-rtx-2080-ti", TIRX_TAG("sm_75"), kGuide},
};
// clang-format on

}  // namespace tirx::cuda
