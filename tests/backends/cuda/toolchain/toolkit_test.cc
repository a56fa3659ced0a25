// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/toolkit.h"

#include "backends/cuda/toolchain/arch.h"
#include "fixtures.h"

namespace tirx::cuda {
namespace {

namespace fs = std::filesystem;

backend::TemporaryDirectory MakeDirectory() {
  return std::move(backend::TemporaryDirectory::Make()).value();
}

// The layout of the CUDA 13 wheels in a site-packages folder.
void AddWheel(const std::string& site, const std::string& folder, const std::string& version) {
  fs::create_directories(site + "/nvidia/" + folder + "/lib");
  fs::create_directories(site + "/nvidia/" + folder + "/include/cccl");
  std::ofstream(site + "/nvidia/" + folder + "/lib/libnvrtc.so.13") << "x";
  std::ofstream(site + "/nvidia/" + folder + "/lib/libnvrtc.alt.so.13") << "x";
  std::ofstream(site + "/nvidia/" + folder + "/lib/libnvrtc-builtins.so." + version) << "x";
}

TEST(FindToolkits, FollowsTheOrder) {
  FakeToolkit home("exit 0"), path("exit 0"), on_path("exit 0");
  ScopedVariable a("CUDA_HOME", home.root()), b("CUDA_PATH", path.root()), c("PATH", on_path.root() + "/bin");
  ScopedVariable d("TIRX_CUDA_TOOLKIT", std::nullopt);
  auto toolkits = FindToolkits();
  ASSERT_GE(toolkits.size(), 3u);
  EXPECT_EQ(toolkits[0].found_by, "CUDA_HOME");
  EXPECT_EQ(toolkits[0].root, home.root());
  EXPECT_EQ(toolkits[1].found_by, "CUDA_PATH");
  EXPECT_EQ(toolkits[2].found_by, "nvcc on PATH");
  EXPECT_EQ(toolkits[2].root, on_path.root());
  FakeToolkit given("exit 0");
  auto only = FindToolkits({given.root(), {}});
  ASSERT_EQ(only.size(), 1u);
  EXPECT_EQ(only[0].nvcc, given.root() + "/bin/nvcc");
}

TEST(FindToolkits, ReadsWheels) {
  backend::TemporaryDirectory site = MakeDirectory();
  AddWheel(site.path(), "cu13", "13.0");
  fs::create_directories(site.path() + "/nvidia/cuda_nvrtc/lib");  // the CUDA 12 layout is not a toolkit
  ScopedVariable a("TIRX_CUDA_TOOLKIT", "wheels"), b("TIRX_PYTHON_SITE", std::nullopt),
      c("VIRTUAL_ENV", std::nullopt);
  auto toolkits = FindToolkits({"", {site.path()}});
  ASSERT_GE(toolkits.size(), 1u);
  EXPECT_EQ(toolkits[0].root, site.path() + "/nvidia/cu13");
  EXPECT_EQ(toolkits[0].nvrtc, site.path() + "/nvidia/cu13/lib/libnvrtc.so.13");
  EXPECT_EQ(toolkits[0].nvrtc_builtins, site.path() + "/nvidia/cu13/lib/libnvrtc-builtins.so.13.0");
  EXPECT_EQ(toolkits[0].version.Text(), "13.0");
  EXPECT_EQ(toolkits[0].nvcc, "");
  EXPECT_EQ(toolkits[0].include_dirs, (std::vector<std::string>{site.path() + "/nvidia/cu13/include",
                                                                site.path() + "/nvidia/cu13/include/cccl"}));
  ScopedVariable d("TIRX_PYTHON_SITE", "/nowhere:" + site.path());
  auto again = FindToolkits();
  ASSERT_GE(again.size(), 1u);
  EXPECT_EQ(again[0].found_by, "wheels in " + site.path());
}

TEST(FindToolkits, ReadsAVirtualEnvironment) {
  backend::TemporaryDirectory venv = MakeDirectory();
  std::string site = venv.path() + "/lib/python3.12/site-packages";
  AddWheel(site, "cu13", "13.1");
  ScopedVariable a("TIRX_CUDA_TOOLKIT", "wheels"), b("TIRX_PYTHON_SITE", std::nullopt),
      c("VIRTUAL_ENV", venv.path());
  auto toolkits = FindToolkits();
  ASSERT_GE(toolkits.size(), 1u);
  EXPECT_EQ(toolkits[0].version.Text(), "13.1");
}

TEST(FindToolkits, IncludesTargetFolders) {
  FakeToolkit toolkit("exit 0");
  fs::create_directories(toolkit.root() + "/include");
  fs::create_directories(toolkit.root() + "/targets/sbsa-linux/include/cccl");
  std::ofstream(toolkit.root() + "/include/cuda.h") << "// x\n#define CUDA_VERSION 13020\n";
  auto toolkits = FindToolkits({toolkit.root(), {}});
  ASSERT_EQ(toolkits.size(), 1u);
  EXPECT_EQ(toolkits[0].version.Text(), "13.2");
  EXPECT_EQ(
      toolkits[0].include_dirs,
      (std::vector<std::string>{toolkit.root() + "/include", toolkit.root() + "/targets/sbsa-linux/include",
                                toolkit.root() + "/targets/sbsa-linux/include/cccl"}));
}

TEST(FindToolkitWith, SaysWhereItLooked) {
  FakeToolkit toolkit("exit 0");
  Result<Toolkit> without = FindToolkitWith(ToolkitPart::kNvrtc, {toolkit.root(), {}});
  EXPECT_EQ(KindOf(without), "CudaToolkitNotFound");
  EXPECT_TRUE(ErrorsContain(without, toolkit.root() + " (the given path): no libnvrtc, nvcc"))
      << Errors(without);
  Result<Toolkit> nowhere = FindToolkitWith(ToolkitPart::kNvcc, {"/nowhere/cuda", {}});
  EXPECT_TRUE(ErrorsContain(nowhere, "/nowhere/cuda (the given path): does not exist")) << Errors(nowhere);
}

TEST(FindToolkitWith, TheOverrideHidesTheMachine) {
  ScopedVariable none("TIRX_CUDA_TOOLKIT", "none");
  EXPECT_TRUE(FindToolkits().empty());
  Result<Toolkit> found = FindToolkitWith(ToolkitPart::kNvcc);
  EXPECT_EQ(KindOf(found), "CudaToolkitNotFound");
  EXPECT_TRUE(ErrorsContain(found, "TIRX_CUDA_TOOLKIT=none limits the search"));
  for (Compiler compiler : {Compiler::kNvcc, Compiler::kNvrtc}) {
    Result<CompiledBinary> binary = CompileSource(Request(compiler, Format::kPtx, "sm_90a"));
    EXPECT_EQ(KindOf(binary), "CudaToolkitNotFound");
  }
  FakeToolkit toolkit("exit 0");
  ScopedVariable path("TIRX_CUDA_TOOLKIT", toolkit.root());
  ASSERT_EQ(FindToolkits().size(), 1u);
  EXPECT_EQ(FindToolkits()[0].found_by, "TIRX_CUDA_TOOLKIT");
}

TEST(ParseArch, KnowsTheForms) {
  EXPECT_EQ(ParseArch("sm_90a")->number, 90);
  EXPECT_EQ(ParseArch("sm_100f")->suffix, 'f');
  EXPECT_EQ(ParseArch("sm_80")->suffix, 0);
  for (const char* bad :
       {"", "sm_", "compute_90", "sm_80a", "sm_90f", "90", "sm_90ab", "sm_ 90", "sm_99999", "sm_90a\n"}) {
    EXPECT_EQ(KindOf(ParseArch(bad)), "CudaBadArch") << bad;
  }
}

}  // namespace
}  // namespace tirx::cuda
