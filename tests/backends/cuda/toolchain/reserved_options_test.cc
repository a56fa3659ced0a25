// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/reserved_options.h"

#include <gtest/gtest.h>

namespace tirx::cuda {
namespace {

constexpr OptionList kAll[] = {OptionList::kNvcc, OptionList::kNvrtc, OptionList::kPtxas};

bool IsReserved(OptionList list, const std::vector<std::string>& items) {
  for (const auto& d : CheckOptions(list, items))
    if (d.kind == DK::CudaManagedOption) return true;
  return false;
}

TEST(ReservedOptions, EverySpellingIsFound) {
  for (const char* name : {"arch",
                           "gpu-architecture",
                           "gpu-name",
                           "arch-name",
                           "code",
                           "gpu-code",
                           "gencode",
                           "generate-code",
                           "o",
                           "output-file",
                           "odir",
                           "output-directory",
                           "cubin",
                           "ptx",
                           "fatbin",
                           "optf",
                           "options-file",
                           "Xptxas",
                           "ptxas-options",
                           "dlto",
                           "dlink-time-opt",
                           "lto",
                           "ltoir",
                           "gen-opt-lto",
                           "optix-ir",
                           "dc",
                           "device-c",
                           "dw",
                           "device-w",
                           "time",
                           "fdevice-time-trace",
                           "fdevice-syntax-only",
                           "keep",
                           "keep-dir",
                           "save-temps",
                           "create-pch",
                           "pch",
                           "use-pch",
                           "h",
                           "help",
                           "V",
                           "version",
                           "cuda"}) {
    for (OptionList list : kAll) {
      for (const char* dashes : {"-", "--"}) {
        std::string item = std::string(dashes) + name;
        EXPECT_TRUE(IsReserved(list, {item})) << item;
        EXPECT_TRUE(IsReserved(list, {item + "=x"})) << item;
        EXPECT_TRUE(IsReserved(list, {item, "x"})) << item;
        EXPECT_TRUE(IsReserved(list, {item + " x"})) << item;
        EXPECT_TRUE(IsReserved(list, {" " + item})) << item;
        EXPECT_TRUE(IsReserved(list, {item + "\t"})) << item;
      }
    }
  }
}

TEST(ReservedOptions, ModesOfNvccAlone) {
  for (const char* item : {"-E",
                           "--preprocess",
                           "-M",
                           "-MM",
                           "-MD",
                           "-MMD",
                           "-MF",
                           "-MP",
                           "-MT",
                           "-c",
                           "--compile",
                           "-dlink",
                           "-link",
                           "--lib",
                           "-shared",
                           "-r",
                           "--run",
                           "-run-args=x",
                           "--dryrun",
                           "-clean",
                           "--clean-targets",
                           "-arch-ls",
                           "--list-gpu-code",
                           "-x=c",
                           "-objtemp",
                           "--forward-unknown-opts",
                           "-hls=gen-lcs"}) {
    EXPECT_TRUE(IsReserved(OptionList::kNvcc, {item})) << item;
  }
  for (const char* item : {"-c", "--compile-only", "-ias", "--list-version"})
    EXPECT_TRUE(IsReserved(OptionList::kPtxas, {item})) << item;
}

TEST(ReservedOptions, CommasDoNotHideThem) {
  EXPECT_TRUE(IsReserved(OptionList::kPtxas, {"-v,--output-file=x"}));
  EXPECT_TRUE(IsReserved(OptionList::kPtxas, {"-O1,-arch,sm_90"}));
  EXPECT_TRUE(IsReserved(OptionList::kNvcc, {"-Xcompiler=-Wall,-MD"}));
  EXPECT_TRUE(IsReserved(OptionList::kNvcc, {"-Xcompiler", "-Wall,-MMD"}));
}

TEST(ReservedOptions, WhatOnlyLooksLikeOneIsNot) {
  for (OptionList list : kAll)
    for (const char* item :
         {"-O3", "--opt-level=3", "-v", "-g", "-lineinfo", "--ftz=false", "-maxrregcount=64", "--timeout=1",
          "-architectures", "-DARCH=1", "--future-toolchain-option=1"})
      EXPECT_FALSE(IsReserved(list, {item})) << item;
  EXPECT_FALSE(IsReserved(OptionList::kNvcc, {"-rdc=true", "-I", "/a", "-include", "x.h", "-t=2"}));
  EXPECT_FALSE(IsReserved(OptionList::kPtxas, {"-maxntid=1,2,3", "-e=k"}));
  EXPECT_FALSE(IsReserved(OptionList::kNvrtc, {"-rdc=true", "--minimal"}));
}

TEST(ReservedOptions, TheMessageNamesTheKeyToUse) {
  struct Case {
    OptionList list;
    const char *item, *key;
  };
  for (const Case& one : {Case{OptionList::kNvcc, "-arch=sm_90", "`arch`"},
                          {OptionList::kNvrtc, "--ptxas-options=-O1", "`ptxas`"},
                          {OptionList::kPtxas, "--optix-ir", "`target_format`"},
                          {OptionList::kNvcc, "--dryrun", "`target_format`"},
                          {OptionList::kNvcc, "-optf=f", "`nvcc`"},
                          {OptionList::kPtxas, "-optf=f", "`ptxas`"}}) {
    auto found = CheckOptions(one.list, {one.item});
    ASSERT_EQ(found.size(), 1u) << one.item;
    EXPECT_NE(found[0].message.find("managed"), std::string::npos);
    EXPECT_NE(found[0].message.find(std::string("the key ") + one.key), std::string::npos)
        << found[0].message;
  }
}

TEST(ReservedOptions, InputFilesAreNoOptions) {
  for (OptionList list : kAll) {
    for (const std::vector<std::string>& items :
         {std::vector<std::string>{"other.cu"}, {"-"}, {"-I=/a", "other.cu"}, {"-I", "/a", "other.cu"}}) {
      auto found = CheckOptions(list, items);
      ASSERT_EQ(found.size(), 1u);
      EXPECT_EQ(found[0].kind, DK::CudaMalformedOption);
    }
  }
}

}  // namespace
}  // namespace tirx::cuda
