// SPDX-License-Identifier: Apache-2.0
#include "driver/artifact.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "driver/executable.h"
#include "driver/files.h"
#include "runtime/payload.h"

namespace tirx::driver {
namespace {

Artifact Sample() {
  Artifact artifact;
  artifact.host_program = "not decoded here";
  ArtifactUnit unit;
  unit.payload =
      runtime::SavePayload({"ptx", {{"k", {Handle(), Int(32)}, {"blockIdx.x"}, {}}}, "// code", "{\"x\":1}"});
  unit.module_kind = "cuda";
  unit.language = "cuda";
  unit.source = "text";
  unit.binary.arch = "sm_90a";
  unit.binary.tool = "nvrtc";
  unit.binary.argv = {"--a", "-b c"};
  unit.binary.resources = {{"k", 32, 0, 8, 1024, -1}};
  artifact.units.push_back(unit);
  return artifact;
}

TEST(Artifact, RoundTrip) {
  auto loaded = LoadArtifact(SaveArtifact(Sample()), "a.tirx");
  ASSERT_TRUE(loaded.ok());
  const ArtifactUnit& unit = (*loaded).units.at(0);
  EXPECT_EQ(unit.binary.format, "ptx");
  EXPECT_EQ(unit.binary.image, "// code");
  EXPECT_EQ(unit.binary.backend_config, "{\"x\":1}");
  EXPECT_EQ(unit.binary.argv, (std::vector<std::string>{"--a", "-b c"}));
  EXPECT_EQ(unit.binary.resources.at(0).static_shared_bytes, 1024);
  EXPECT_EQ(unit.binary.resources.at(0).constant_bytes, -1);
  EXPECT_EQ(SaveArtifact(*loaded), SaveArtifact(Sample()));
}

TEST(Artifact, EveryTruncationAndEveryFlippedByteIsRefused) {
  std::string bytes = SaveArtifact(Sample());
  for (size_t n = 0; n < bytes.size(); ++n) EXPECT_FALSE(LoadArtifact(bytes.substr(0, n), "a").ok()) << n;
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = char(damaged[i] ^ 0x40);
    EXPECT_FALSE(LoadArtifact(damaged, "a").ok()) << i;
  }
  EXPECT_FALSE(LoadArtifact(bytes + "x", "a").ok());
}

TEST(Artifact, SaysWhatIsWrong) {
  auto other = LoadArtifact("something else entirely", "a.tirx");
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.diagnostics().front().message,
            "`a.tirx` is not a usable artifact: it does not start like one; libraries are for `tirx run` and "
            "tirx.load_module, scripts for `tirx compile`");
}

diag::Kind KindOfLoading(const std::string& module_kind, const std::string& payload) {
  Artifact artifact = Sample();
  artifact.host_program = runtime::SaveHostProgram(runtime::HostProgram());
  artifact.units[0].module_kind = module_kind;
  artifact.units[0].payload = payload;
  auto module = MakeExecutable(artifact);
  return module.ok() ? DK::InvalidIR : module.diagnostics().front().kind;
}

TEST(Artifact, DeviceModulesThatCannotBeLoaded) {
  EXPECT_EQ(KindOfLoading("nonesuch", Sample().units[0].payload), DK::NoModuleLoader);
  EXPECT_EQ(KindOfLoading("cuda", "not a payload"), DK::CannotLoadModule);
  EXPECT_EQ(KindOfLoading("cuda", Sample().units[0].payload), DK::InvalidIR) << "loads without a device";
}

class FilesTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string folder_ = testing::TempDir() + "tirx_files_test";
};

TEST_F(FilesTest, WritesWholeFilesAndLeavesNothingBehind) {
  std::string path = folder_ + "/out.bin";
  ASSERT_TRUE(WriteFile(path, std::string("a\0b", 3)).ok());
  EXPECT_EQ(*ReadFile(path), std::string("a\0b", 3));
  ASSERT_TRUE(WriteFile(path, "second").ok());
  EXPECT_EQ(*ReadFile(path), "second");
  size_t entries = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_)) ++entries;
  EXPECT_EQ(entries, 1u);
}

TEST_F(FilesTest, WhatIsNoFileIsWrittenTo) {
  ASSERT_TRUE(WriteFile("/dev/null", "x").ok());
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
  auto full = WriteFile("/dev/full", "x");
  ASSERT_FALSE(full.ok());
  EXPECT_EQ(full.diagnostics().front().kind, DK::CannotWrite);
}

TEST_F(FilesTest, LinksAreFollowed) {
  const std::string target = folder_ + "/target", link = folder_ + "/link";
  ASSERT_TRUE(WriteFile(target, "first").ok());
  std::filesystem::create_symlink("target", link);
  ASSERT_TRUE(WriteFile(link, "second").ok());
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(*ReadFile(target), "second");
}

TEST_F(FilesTest, ProblemsNameTheFile) {
  auto missing = ReadFile(folder_ + "/none");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.diagnostics().front().kind, DK::CannotRead);
  auto nowhere = WriteFile(folder_ + "/no/such/folder", "x");
  ASSERT_FALSE(nowhere.ok());
  EXPECT_EQ(nowhere.diagnostics().front().kind, DK::CannotWrite);
  // A folder in the way: the temporary file must not stay.
  std::filesystem::create_directories(folder_ + "/taken/inside");
  EXPECT_FALSE(WriteFile(folder_ + "/taken", "x").ok());
  size_t entries = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_)) ++entries;
  EXPECT_EQ(entries, 1u);
}

}  // namespace
}  // namespace tirx::driver
