// SPDX-License-Identifier: Apache-2.0
#include "backend/process.h"

#include <gtest/gtest.h>

#include "backend/temporary_directory.h"

namespace tirx::backend {
namespace {

std::vector<std::string> KindsOf(const Result<ProcessResult>& result) {
  std::vector<std::string> kinds;
  for (const diag::Diagnostic& problem : result.diagnostics())
    kinds.emplace_back(diag::KindName(problem.kind));
  return kinds;
}

ProcessRequest Shell(const std::string& script, double seconds_limit = 60) {
  return {{"/bin/sh", "-c", script}, {"PATH=/usr/bin:/bin"}, seconds_limit};
}

TEST(RunProcess, CollectsBothOutputsWithoutDeadlock) {
  const std::string line = "${i}" + std::string(100, 'x');
  Result<ProcessResult> result = RunProcess(Shell("i=0; while [ $i -lt 3000 ]; do echo out" + line +
                                                  "; echo err" + line + " >&2; i=$((i+1)); done"));
  ASSERT_TRUE(result.ok());
  EXPECT_GT(result->standard_output.size(), 300000u);
  EXPECT_EQ(result->standard_output.size(), result->standard_error.size());
  EXPECT_EQ(result->exit_code, 0);
}

TEST(RunProcess, NamesAProgramThatCannotRun) {
  Result<ProcessResult> result = RunProcess({{"/nowhere/program"}, {}, 5});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(KindsOf(result), std::vector<std::string>{"ToolCannotRun"});
}

TEST(RunProcess, EndsWhatTakesTooLongWithAllThatItStarted) {
  Result<TemporaryDirectory> directory = TemporaryDirectory::Make();
  ASSERT_TRUE(directory.ok());
  Result<ProcessResult> result =
      RunProcess(Shell("sleep 60 & echo $! > " + directory->File("child") + "; wait", 0.3));
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(KindsOf(result), std::vector<std::string>{"ToolTimeout"});
  // Whoever adopts it may not have asked for its status yet: then it is a zombie.
  Result<ProcessResult> child = RunProcess(
      Shell("child=$(cat " + directory->File("child") +
            "); for i in 1 2 3 4 5 6 7 8 9; do grep -q 'State:.[RSD]' /proc/$child/status 2>/dev/null "
            "|| exit 7; sleep 0.1; done"));
  ASSERT_TRUE(child.ok());
  EXPECT_EQ(child->exit_code, 7);  // it is gone
}

TEST(RunProcess, SaysHowItEnded) {
  EXPECT_EQ(RunProcess(Shell("exit 3"))->exit_code, 3);
  EXPECT_EQ(RunProcess(Shell("kill -9 $$"))->exit_code, 128 + 9);
}

TEST(CleanEnvironment, KeepsWhatChangesTheOutputOut) {
  setenv("NVCC_APPEND_FLAGS", "-lineinfo", 1);
  std::vector<std::string> environment = CleanEnvironment("/private");
  unsetenv("NVCC_APPEND_FLAGS");
  for (const std::string& row : environment) EXPECT_EQ(row.find("NVCC"), std::string::npos);
  EXPECT_EQ(environment.back(), "TMPDIR=/private");
}

}  // namespace
}  // namespace tirx::backend
