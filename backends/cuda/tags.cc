// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/tags.h"

#include <algorithm>
#include <deque>
#include <string>

#include "base/check.h"

namespace tirx::cuda {
namespace {

// What devices of one compute capability have in common. CUDA C++ Programming Guide, "Technical
// Specifications per Compute Capability"; the last toolkit: CUDA release notes, removed architectures
// (8.0 to 9.0 Fermi, 10.2 to 11.0 sm_30, 11.8 to 12.0 Kepler, 12.9 to 13.0 what comes before Turing).
struct ArchFacts {
  int number;                // 90 of "sm_90a"
  int optin_shared;          // bytes of shared memory a block may have after opting in
  int registers;             // per block
  std::string_view toolkit;  // the last one that builds for it; "": they still do
};

// clang-format off
constexpr ArchFacts kFacts[] = {
    {20,   49152, 32768, "8.0"},  {21,   49152, 32768, "8.0"},  {30,   49152, 65536, "10.2"},
    {35,   49152, 65536, "11.8"}, {37,   49152, 65536, "11.8"}, {50,   49152, 65536, "12.9"},
    {52,   49152, 65536, "12.9"}, {53,   49152, 32768, "12.9"}, {60,   49152, 65536, "12.9"},
    {61,   49152, 65536, "12.9"}, {62,   49152, 32768, "12.9"}, {70,   98304, 65536, "12.9"},
    {72,   98304, 65536, "12.9"}, {75,   65536, 65536, ""},     {80,  166912, 65536, ""},
    {86,  101376, 65536, ""},     {87,  166912, 65536, ""},     {89,  101376, 65536, ""},
    {90,  232448, 65536, ""},     {100, 232448, 65536, ""},     {103, 232448, 65536, ""},
    {110, 232448, 65536, ""},     {120, 101376, 65536, ""},     {121, 101376, 65536, ""},
};

constexpr std::string_view kReference = "reference/cuda.md, section 9";
constexpr std::string_view kPage = "developer.nvidia.com/cuda-gpus";
constexpr std::string_view kBlackwellRtx = "NVIDIA RTX Blackwell GPU Architecture, table of L2 sizes";

// Devices of one architecture and L2 size; names stand apart by blanks and become `nvidia/<name>`.
struct DeviceGroup {
  std::string_view arch;
  int64_t l2_bytes;  // 0: not said
  std::string_view names;
  std::string_view source;
};

constexpr DeviceGroup kDevices[] = {
    {"sm_121", 0, "nvidia-gb10 dgx-spark", kPage},
    {"sm_120", 100663296, "geforce-rtx-5090", kBlackwellRtx},
    {"sm_120", 67108864, "geforce-rtx-5080", kBlackwellRtx},
    {"sm_120", 50331648, "geforce-rtx-5070-ti geforce-rtx-5070", kBlackwellRtx},
    {"sm_120", 0, "geforce-rtx-5090-laptop geforce-rtx-5060 geforce-rtx-5050 rtx-pro-6000-blackwell", kPage},
    {"sm_110a", 0, "jetson-agx-thor jetson-t5000 jetson-t4000", kPage},
    {"sm_103a", 0, "nvidia-b300 nvidia-gb300", kPage},
    {"sm_100a", 132120576, "nvidia-b200 nvidia-gb200", "NVIDIA Blackwell Tuning Guide: 126 MB of L2"},
    {"sm_90a", 52428800, "nvidia-h200 nvidia-gh200", "NVIDIA H100 Tensor Core GPU Architecture: 50 MB of L2; one chip"},
    {"sm_90a", 0, "nvidia-h20 nvidia-h800", kPage},
    {"sm_89", 0,
     "nvidia-l40s nvidia-l40 nvidia-l4 rtx-6000-ada geforce-rtx-4080 geforce-rtx-4070-ti geforce-rtx-4070 "
     "geforce-rtx-4060-ti geforce-rtx-4060",
     kPage},
    {"sm_86", 0, "rtx-a5000 rtx-a4000", kPage},
    {"sm_120", 33554432, "geforce-rtx-5060-ti", kReference},
    {"sm_100a", 52428800, "nvidia-b100", kReference},
    {"sm_90a", 52428800, "nvidia-h100", kReference},
    {"sm_89", 75497472, "geforce-rtx-4090", kReference},
    {"sm_87", 0,
     "jetson-orin-nano jetson-agx-orin-64gb jetson-agx-orin-32gb",
     kReference},
    {"sm_86", 0,
     "nvidia-a40 nvidia-a10 nvidia-a10g nvidia-a16 nvidia-a2 rtx-a6000 geforce-rtx-3090-ti "
     "geforce-rtx-3090 geforce-rtx-3080-ti geforce-rtx-3080 geforce-rtx-3070-ti geforce-rtx-3070 "
     "geforce-rtx-3060",
     kReference},
    {"sm_80", 0, "nvidia-a30", kReference},
    {"sm_80", 41943040, "nvidia-a100", kReference},
    {"sm_75", 0,
     "nvidia-t4 quadro-rtx-8000 quadro-rtx-6000 quadro-rtx-5000 quadro-rtx-4000 rtx-5000 rtx-4000 rtx-3000 "
     "t2000 t1000 nvidia-titan-rtx geforce-rtx-2080-ti geforce-rtx-2080 geforce-rtx-2070 geforce-rtx-2060",
     kReference},
    {"sm_72", 0, "jetson-agx-xavier", kReference},
    {"sm_70", 0, "nvidia-v100 quadro-gv100 nvidia-titan-v", kReference},
    {"sm_62", 0, "jetson-tx2", kReference},
    {"sm_61", 0,
     "tesla-p40 tesla-p4 quadro-p6000 quadro-p5000 quadro-p4000 quadro-p2200 quadro-p2000 quadro-p1000 "
     "quadro-p620 quadro-p600 quadro-p400 p620 p520 quadro-p5200 quadro-p4200 quadro-p3200 quadro-p3000 "
     "quadro-p500 nvidia-titan-xp nvidia-titan-x geforce-gtx-1080-ti geforce-gtx-1080 geforce-gtx-1070-ti "
     "geforce-gtx-1070 geforce-gtx-1060 geforce-gtx-1050",
     kReference},
    {"sm_60", 0, "tesla-p100 quadro-gp100", kReference},
    {"sm_53", 0, "jetson-nano jetson-tx1 tegra-x1", kReference},
    {"sm_52", 0,
     "tesla-m60 tesla-m40 quadro-m6000-24gb quadro-m6000 quadro-m5000 quadro-m4000 quadro-m2000 "
     "quadro-m5500m quadro-m2200 quadro-m620 geforce-gtx-titan-x geforce-gtx-980-ti geforce-gtx-980 "
     "geforce-gtx-970 geforce-gtx-960 geforce-gtx-950 geforce-gtx-980m geforce-gtx-970m geforce-gtx-965m "
     "geforce-910m",
     kReference},
    {"sm_50", 0,
     "quadro-k2200 quadro-k1200 quadro-k620 quadro-m1200 quadro-m520 quadro-m5000m quadro-m4000m "
     "quadro-m3000m quadro-m2000m quadro-m1000m quadro-k620m quadro-m600m quadro-m500m nvidia-nvs-810 "
     "geforce-gtx-750-ti geforce-gtx-750 geforce-gtx-960m geforce-gtx-950m geforce-940m geforce-930m "
     "geforce-gtx-860m-sm-50 geforce-gtx-850m geforce-840m geforce-830m",
     kReference},
    {"sm_37", 0, "tesla-k80", kReference},
    {"sm_35", 0,
     "tesla-k40 tesla-k20 quadro-k6000 quadro-k5200 quadro-k610m quadro-k510m geforce-gtx-titan-z "
     "geforce-gtx-titan-black geforce-gtx-titan geforce-gtx-780-ti geforce-gtx-780 geforce-gt-730 "
     "geforce-gt-720 geforce-gt-705 geforce-gt-640-gddr5 geforce-920m",
     kReference},
    {"sm_30", 0,
     "tesla-k10 quadro-k5000 quadro-k4200 quadro-k4000 quadro-k2000 quadro-k2000d quadro-k600 quadro-k420 "
     "quadro-410 quadro-k6000m quadro-k5200m quadro-k5100m quadro-k500m quadro-k4200m quadro-k4100m "
     "quadro-k3100m quadro-k2200m quadro-k2100m quadro-k1100m nvidia-nvs-510 geforce-gtx-770 "
     "geforce-gtx-760 geforce-gtx-690 geforce-gtx-680 geforce-gtx-670 geforce-gtx-660-ti geforce-gtx-660 "
     "geforce-gtx-650-ti-boost geforce-gtx-650-ti geforce-gtx-650 geforce-gt-740 geforce-gtx-880m "
     "geforce-gtx-870m geforce-gtx-860m-sm-30 geforce-gtx-780m geforce-gtx-770m geforce-gtx-765m "
     "geforce-gtx-760m geforce-gtx-680mx geforce-gtx-680m geforce-gtx-675mx geforce-gtx-670mx "
     "geforce-gtx-660m geforce-gt-755m geforce-gt-750m geforce-gt-650m geforce-gt-745m geforce-gt-645m "
     "geforce-gt-740m geforce-gt-730m geforce-gt-640m geforce-gt-640m-le geforce-gt-735m",
     kReference},
    {"sm_21", 0,
     "nvidia-nvs-315 nvidia-nvs-310 nvs-5400m nvs-5200m nvs-4200m geforce-gtx-560-ti geforce-gtx-550-ti "
     "geforce-gtx-460 geforce-gts-450 geforce-gt-730-ddr3,128bit geforce-gt-640-gddr3 geforce-gt-630 "
     "geforce-gt-620 geforce-gt-610 geforce-gt-520 geforce-gt-440 geforce-gt-430 geforce-820m geforce-800m "
     "geforce-gtx-675m geforce-gtx-670m geforce-gt-635m geforce-gt-630m geforce-gt-625m geforce-gt-720m "
     "geforce-gt-620m geforce-710m geforce-705m geforce-610m geforce-gtx-580m geforce-gtx-570m "
     "geforce-gtx-560m geforce-gt-555m geforce-gt-550m geforce-gt-540m geforce-gt-525m geforce-gt-520mx "
     "geforce-gt-520m geforce-gtx-485m geforce-gtx-470m geforce-gtx-460m geforce-gt-445m geforce-gt-435m "
     "geforce-gt-420m geforce-gt-415m geforce-410m",
     kReference},
    {"sm_20", 0,
     "tesla-c2075 tesla-c2050 tesla-c2070 quadro-plex-7000 geforce-gtx-590 geforce-gtx-580 geforce-gtx-570 "
     "geforce-gtx-480 geforce-gtx-470 geforce-gtx-465 geforce-gtx-480m",
     kReference},
};
// clang-format on

const ArchFacts& FactsOf(std::string_view arch) {
  int number = 0;
  for (char c : arch)
    if (c >= '0' && c <= '9') number = number * 10 + (c - '0');
  for (const ArchFacts& facts : kFacts)
    if (facts.number == number) return facts;
  TIRX_UNREACHABLE("no facts about " + std::string(arch));
}

// 48 KiB is what a block may have without opting in, of every device.
std::string JsonOf(const DeviceGroup& group) {
  const ArchFacts& facts = FactsOf(group.arch);
  std::string json = R"({"kind":"cuda","arch":")" + std::string(group.arch) + "\"";
  auto add = [&json](std::string_view key, int64_t value) {
    json += ",\"" + std::string(key) + "\":" + std::to_string(value);
  };
  if (group.l2_bytes) add("l2_cache_size_bytes", group.l2_bytes);
  if (!facts.toolkit.empty()) json += R"(,"last_toolkit":")" + std::string(facts.toolkit) + "\"";
  add("max_num_threads", 1024);
  add("max_shared_memory_per_block", 49152);
  add("max_shared_memory_per_block_optin", facts.optin_shared);
  add("max_threads_per_block", 1024);
  add("registers_per_block", facts.registers);
  add("thread_warp_size", 32);
  return json + "}";
}

}  // namespace

void RegisterTags(backend::Registrar& registrar) {
  static auto* texts = new std::deque<std::string>();
  static auto* rows = [] {
    auto* made = new std::deque<target::TargetTagRow>();
    for (const DeviceGroup& group : kDevices) {
      const std::string& json = texts->emplace_back(JsonOf(group));
      for (size_t at = 0; at < group.names.size();) {
        size_t end = std::min(group.names.find(' ', at), group.names.size());
        const std::string& name =
            texts->emplace_back("nvidia/" + std::string(group.names.substr(at, end - at)));
        made->push_back({name, json, group.source});
        at = end + 1;
      }
    }
    return made;
  }();
  for (const target::TargetTagRow& row : *rows) registrar.AddOne(row);
}

}  // namespace tirx::cuda
