// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/ptx.h"

#include <gtest/gtest.h>

namespace tirx::cuda {
namespace {

constexpr const char* kText = R"(
// .version 1.0 of a comment; .entry not_this_one(
.version 9.0
.target sm_90a, texmode_independent /* .entry nor_this ( */
.address_size 64
.file 1 ".entry nor_a_string("

.visible .entry none()
{ ret; }
.visible .entry .ignored;
.visible .entry mixed(
  .param .u8 mixed_param_0,
  .param .f64 mixed_param_1,
  .param .u64 .ptr .global .align 16 mixed_param_2,
  .param .align 64 .b8 mixed_param_3[128],
  .param .b16 mixed_param_4
)
.maxntid 128
{ ret; }
.entry bare { ret; }
)";

TEST(Ptx, ReadsKernelsAndTheirParameters) {
  PtxInfo ptx = ReadPtx(kText);
  EXPECT_EQ(ptx.arch, "sm_90a");
  std::vector<std::pair<std::string, int64_t>> found;
  for (const PtxKernel& kernel : ptx.kernels) found.emplace_back(kernel.name, kernel.parameter_bytes);
  // 1, at 8: 8, at 16: 8, at 64: 128, at 192: 2
  std::vector<std::pair<std::string, int64_t>> expected = {
      {"none", 0}, {".ignored", 0}, {"mixed", 194}, {"bare", 0}};
  EXPECT_EQ(found, expected);
}

TEST(Ptx, OtherTextHasNoArchitecture) {
  for (const char* text :
       {"", "int main() {}", ".target sm_90", "// .version 9.0\n.target sm_90", ".version 9.0", "/*", "\""})
    EXPECT_EQ(ReadPtx(text).arch, "") << text;
}

TEST(Ptx, EndsOnCutText) {
  std::string text = kText;
  for (size_t n = 0; n < text.size(); ++n) ReadPtx(std::string_view(text).substr(0, n));
}

}  // namespace
}  // namespace tirx::cuda
