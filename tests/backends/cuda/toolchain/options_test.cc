// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/options.h"

#include <gtest/gtest.h>

namespace tirx::cuda {
namespace {

std::string KindsOf(OptionList list, const std::vector<std::string>& items) {
  std::string text;
  for (const auto& d : CheckOptions(list, items))
    text += std::string(text.empty() ? "" : " ") + std::string(diag::KindName(d.kind));
  return text;
}

TEST(CheckOptions, AcceptsUsualItems) {
  for (OptionList list : {OptionList::kNvcc, OptionList::kNvrtc, OptionList::kPtxas}) {
    EXPECT_EQ(KindsOf(list, DefaultOptions(list)), "");
  }
  EXPECT_EQ(KindsOf(OptionList::kNvcc, {"--use_fast_math", "--ftz=false", "-I", "/a dir/it's", "-DX=\"a b\"",
                                        "-Xcompiler", "-Wall,-O2", "--an-option-of-tomorrow", "-I/\xc3\xa4"}),
            "");
  EXPECT_EQ(KindsOf(OptionList::kNvrtc, {"-DPRICE=$5", "--device-debug"}), "");
}

TEST(CheckOptions, RefusesManagedOptionsInEverySpellingAndList) {
  for (const char* item : {"-arch",
                           "--gpu-architecture",
                           "-gpu-architecture",
                           "--gpu-name",
                           "-arch-name",
                           "-gencode",
                           "--generate-code",
                           "-code",
                           "--gpu-code",
                           "-o",
                           "--output-file",
                           "-optf",
                           "--options-file",
                           "--cubin",
                           "-cubin",
                           "--ptx",
                           "-ptx",
                           "--fatbin",
                           "-fatbin",
                           "-Xptxas",
                           "--ptxas-options",
                           "-arch=sm_90",
                           "--gpu-architecture=sm_90",
                           "-arch sm_90",
                           "--ptxas-options=-O1",
                           "--output-file=kernel.cubin"}) {
    for (OptionList list : {OptionList::kNvcc, OptionList::kNvrtc, OptionList::kPtxas}) {
      EXPECT_EQ(KindsOf(list, {item}), "CudaManagedOption") << item;
    }
  }
  auto found = CheckOptions(OptionList::kNvrtc, {"-v", "-arch=sm_90"});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(
      found[0].message,
      "`-arch=sm_90` in the `nvrtc` options is managed by tirx, since it chooses the architecture; use the "
      "key `arch` of `backend_config` instead");
}

TEST(CheckOptions, BlanksDoNotHideAManagedOption) {
  EXPECT_EQ(KindsOf(OptionList::kNvrtc, {" -arch=sm_80"}), "CudaMalformedOption CudaManagedOption");
  EXPECT_EQ(KindsOf(OptionList::kNvrtc, {"--gpu-architecture=sm_80 "}),
            "CudaMalformedOption CudaManagedOption");
  EXPECT_EQ(KindsOf(OptionList::kNvcc, {"\t-o"}), "CudaMalformedOption CudaManagedOption");
}

TEST(CheckOptions, ItemsAreSingleArguments) {
  EXPECT_EQ(KindsOf(OptionList::kNvrtc, {""}), "CudaMalformedOption");
  EXPECT_EQ(KindsOf(OptionList::kNvcc, {"-G "}), "CudaMalformedOption");
  EXPECT_EQ(KindsOf(OptionList::kNvrtc, {std::string("-DA\0B", 5)}), "CudaMalformedOption");
}

TEST(CheckOptions, NvccItemsCannotReachAShell) {
  for (const char* item : {"-DA=$(touch x)", "-DA=`touch x`", "-DA=\nB", "-DA=\x7f", "-I/a$b"}) {
    EXPECT_EQ(KindsOf(OptionList::kNvcc, {item}), "CudaUnsafeOption") << item;
  }
  for (const char* item :
       {"-Xcompiler=a;b", "--compiler-options=a|b", "--linker-options=a&b", "-Xlinker=a b", "-Xcudafe=>x"}) {
    EXPECT_EQ(KindsOf(OptionList::kNvcc, {item}), "CudaUnsafeOption") << item;
  }
  EXPECT_EQ(KindsOf(OptionList::kNvcc, {"-DNEWLINE='\\n'"}), "CudaUnsafeOption") << "nvcc would make it 'n'";
  EXPECT_EQ(KindsOf(OptionList::kNvrtc, {"-DNEWLINE='\\n'"}), "");
  EXPECT_EQ(KindsOf(OptionList::kNvcc, {"-Xcompiler", "a;b"}), "CudaUnsafeOption");
  EXPECT_EQ(KindsOf(OptionList::kNvcc, {"-DA=a;b"}), "");
  EXPECT_EQ(KindsOf(OptionList::kPtxas, {"-v;w"}), "CudaUnsafeOption");
  EXPECT_EQ(KindsOf(OptionList::kPtxas, {"-v w"}), "CudaUnsafeOption");
  auto found = CheckOptions(OptionList::kNvcc, {"-DA=\x1b[31m"});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].message.find('\x1b'), std::string::npos) << "escape sequences must not reach a terminal";
}

TEST(CheckOptions, ReportsEveryBadItem) {
  EXPECT_EQ(KindsOf(OptionList::kNvcc, {"-o", "fine", "-DA=$x"}), "CudaManagedOption CudaUnsafeOption");
}

TEST(FrontendOptions, JoinsForNvccAndSplitsForNvrtc) {
  std::vector<std::string> user = {"--ftz=false"}, ptxas = {"-v", "-O0"};
  EXPECT_EQ(FrontendOptions(Compiler::kNvcc, user, ptxas),
            (std::vector<std::string>{"--ftz=false", "--ptxas-options=-v,-O0"}));
  EXPECT_EQ(FrontendOptions(Compiler::kNvrtc, user, ptxas),
            (std::vector<std::string>{"--ftz=false", "--ptxas-options=-v", "--ptxas-options=-O0"}));
  EXPECT_EQ(FrontendOptions(Compiler::kNvcc, {}, {}), std::vector<std::string>());
  EXPECT_EQ(FrontendOptions(Compiler::kNvrtc, {}, {}), std::vector<std::string>());
}

TEST(DefaultOptions, RegisterLevelIsLast) {
  EXPECT_EQ(DefaultOptions(OptionList::kPtxas).back(), "--register-usage-level=10");
  EXPECT_EQ(DefaultOptions(OptionList::kNvcc), std::vector<std::string>{"--use_fast_math"});
}

}  // namespace
}  // namespace tirx::cuda
