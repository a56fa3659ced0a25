// SPDX-License-Identifier: Apache-2.0
// Hosts as source, through the public interface.
#include <gtest/gtest.h>
#include <tirx/tirx.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>

namespace tirx {
namespace {

constexpr const char* kScript = R"(from tirx import script as T

@T.function
def twice(n: T.int32) -> T.int32:
    return n * 2
)";

TEST(HostSource, IsWrittenWhole) {
  const std::string path = ::testing::TempDir() + "host_source_" + std::to_string(getpid()) + ".cc";
  CompileOptions options;
  options.arch = "sm_90a";
  const Executable executable = Compile(Script::Parse(kScript, "twice.py"), options);
  executable.ExportHost(path);
  std::ifstream file(path);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  unlink(path.c_str());
  EXPECT_NE(text.find("int __tvm_ffi_twice("), std::string::npos);
  EXPECT_EQ(text.find("tirx_image"), std::string::npos) << "nothing is launched";
}

TEST(HostSource, NotEveryBackendHasOne) {
  const std::string path = ::testing::TempDir() + "no_host_source_" + std::to_string(getpid()) + ".cc";
  CompileOptions options;
  options.arch = "sm_90a";
  const Executable executable = Compile(Script::Parse(kScript, "twice.py"), options);
  for (const char* backend : {"opencl", "nonesuch"}) {
    try {
      executable.ExportHost(path, backend);
      ADD_FAILURE() << backend;
    } catch (const Error& error) {
      EXPECT_EQ(error.diagnostics().front().message,
                std::string("no ") + backend + " host can be exported: that backend has no host source");
    }
  }
  EXPECT_FALSE(std::ifstream(path));
}

}  // namespace
}  // namespace tirx
