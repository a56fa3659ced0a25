// SPDX-License-Identifier: Apache-2.0
// The target kind "cuda": its attributes, its tags, and what else the backend registers.
#include "backends/cuda/codegen/cuda_kernel.h"
#include "backends/cuda/toolchain/arch.h"
#include "pass/pass.h"
#include "script/alias.h"
#include "script/form.h"

namespace tirx::cuda {
namespace {

class CudaTarget : public CudaText {};

TEST_F(CudaTarget, ArchitectureIsCheckedAndMayBeMissing) {
  auto exact = target::Parse("cuda:sm_90a");
  ASSERT_TRUE(exact.ok());
  EXPECT_EQ((*exact)->arch(), "sm_90a");
  auto generic = target::Parse("cuda");
  ASSERT_TRUE(generic.ok());
  EXPECT_FALSE((*generic)->HasArch());
  for (const char* bad : {"cuda:compute_90", "cuda:sm_", "cuda:sm_80a", "cuda:sm_9x"}) {
    auto refused = target::Parse(bad);
    ASSERT_FALSE(refused.ok()) << bad;
    EXPECT_EQ(refused.diagnostics()[0].kind, DK::CudaBadArch) << bad;
  }
}

TEST_F(CudaTarget, EveryTagIsALegalTarget) {
  int count = 0;
  for (const target::TargetTagRow* tag : ir::CurrentSnapshot().All<target::TargetTagRow>()) {
    if (tag->name.substr(0, 7) != "nvidia/") continue;
    ++count;
    auto target = target::Parse(tag->name);
    ASSERT_TRUE(target.ok()) << tag->name << diag::Render(target.diagnostics());
    EXPECT_TRUE(ParseArch((*target)->arch()).ok()) << tag->name;
    EXPECT_EQ((*target)->attrs["thread_warp_size"].cast<int64_t>(), 32) << tag->name;
    int64_t optin = (*target)->attrs["max_shared_memory_per_block_optin"].cast<int64_t>();
    EXPECT_GE(optin, 49152) << tag->name;
    EXPECT_FALSE(tag->source.empty()) << tag->name;
  }
  EXPECT_GE(count, 244);
  auto attr = [](const char* tag, const char* key) { return (*target::Parse(tag))->attrs[key]; };
  EXPECT_EQ(attr("nvidia/nvidia-h200", "max_shared_memory_per_block_optin").cast<int64_t>(), 227 * 1024);
  EXPECT_EQ(attr("nvidia/geforce-rtx-5090", "max_shared_memory_per_block_optin").cast<int64_t>(), 99 * 1024);
  EXPECT_EQ(attr("nvidia/tesla-c2050", "registers_per_block").cast<int64_t>(), 32768);
  EXPECT_EQ(attr("nvidia/nvidia-v100", "last_toolkit").cast<String>(), "12.9");
  EXPECT_FALSE((*target::Parse("nvidia/nvidia-t4"))->attrs.count("last_toolkit"));
  EXPECT_EQ((*target::Parse("nvidia/nvidia-gb200"))->arch(), "sm_100a");
  EXPECT_EQ((*target::Parse("nvidia/jetson-agx-thor"))->arch(), "sm_110a");
  EXPECT_EQ((*target::Parse("nvidia/nvidia-h100"))->attrs["l2_cache_size_bytes"].cast<int64_t>(), 52428800);
}

TEST_F(CudaTarget, EveryAliasNamesSomethingThatExists) {
  int aliases = 0;
  for (const script::AliasRow* row : ir::CurrentSnapshot().All<script::AliasRow>()) {
    if (row->name.substr(0, 5) != "cuda.") continue;
    ++aliases;
    EXPECT_TRUE(ir::FindOp(row->target) || script::FindSpecialForm(row->target)) << row->name;
    EXPECT_FALSE(ir::FindOp(row->name)) << row->name << " is an operation and an alias";
  }
  EXPECT_GT(aliases, 5);
}

TEST_F(CudaTarget, EveryOperationSaysWhereItIsFromAndIsInAFamily) {
  const ir::Snapshot& rows = ir::CurrentSnapshot();
  size_t listed = 0;
  for (const ir::OpFamilyRow* family : rows.All<ir::OpFamilyRow>()) listed += family->rows.size();
  EXPECT_EQ(listed, rows.All<ir::OpRow>().size());
  for (const ir::OpRow* row : rows.All<ir::OpRow>()) {
    EXPECT_FALSE(row->source.empty()) << row->name;
    EXPECT_FALSE(row->doc.empty()) << row->name;
  }
}

TEST_F(CudaTarget, PipelineNamesPassesThatExist) {
  auto* pipeline = ir::CurrentSnapshot().Find<pass::PipelineRow>("cuda");
  ASSERT_NE(pipeline, nullptr);
  for (std::string_view name : pipeline->passes())
    EXPECT_NE(ir::CurrentSnapshot().Find<pass::PassRow>(name), nullptr) << name;
}

}  // namespace
}  // namespace tirx::cuda
