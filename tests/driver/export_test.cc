// SPDX-License-Identifier: Apache-2.0
// Exports through the public interface; what is in the files is in tests/python/test_export.py.
#include "driver/export.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "driver/files.h"
#include "tirx/tirx.h"

namespace tirx {
namespace {

constexpr const char* kExported = R"(
from tirx import script as T

@T.function
def triangle(n: T.int64) -> T.int64:
    total: T.int64 = 0
    for i in T.serial(n):
        total += i + 1
    return total
)";

class ExportTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  static Executable Triangle() {
    CompileOptions options;
    options.arch = "sm_90a";
    return Compile(Script::Parse(kExported, "triangle.py"), options);
  }
  // Kind of the error.
  template <class Action>
  static std::string Refused(const Action& action) {
    try {
      action();
    } catch (const Error& error) {
      return error.diagnostics().at(0).kind;
    }
    return "nothing";
  }
  std::string folder_ = testing::TempDir() + "tirx_export_test_" + std::to_string(getpid());
};

TEST_F(ExportTest, LoadsWhatItWrites) {
  const std::string path = folder_ + "/triangle.so";
  Triangle().ExportLibrary(path);
  ffi::Module library = LoadModule(path);
  EXPECT_EQ((*library->GetFunction("triangle"))(int64_t(10)).cast<int64_t>(), 55);
  EXPECT_EQ(std::string((*library->GetFunction("_library_functions"))().cast<ffi::String>()),
            "triangle(n: int64)\n");
}

TEST_F(ExportTest, OptionsReachTheCompiler) {
  const std::string path = folder_ + "/triangle.c";
  Triangle().ExportLibrary(path, {.system_library = true, .prefix = "mine_"});
  const std::string text = *driver::ReadFile(path);
  EXPECT_NE(text.find("static int __tvm_ffi_mine_triangle("), std::string::npos);
  EXPECT_NE(text.find("char tirx_system_library_mine_"), std::string::npos);
  EXPECT_EQ(Refused([&] { Triangle().ExportLibrary(folder_ + "/x.so", {.compiler = "nonesuch"}); }),
            "NoHostTool");
  EXPECT_EQ(
      Refused([&] { Triangle().ExportLibrary(folder_ + "/x.so", {.compiler_options = {"-nonesuch"}}); }),
      "HostToolFailed");
}

TEST_F(ExportTest, MistakesAreErrors) {
  EXPECT_EQ(Refused([&] { Triangle().ExportLibrary(folder_ + "/x.dylib"); }), "UnknownExportForm");
  EXPECT_EQ(Refused([&] { Triangle().ExportLibrary(folder_ + "/x.so", {.prefix = "a_"}); }), "ExportOption");
  EXPECT_EQ(Refused([&] { LoadModule(folder_ + "/none.so"); }), "CannotRead");
  ASSERT_TRUE(driver::WriteFile(folder_ + "/text.so", "text").ok());
  EXPECT_EQ(Refused([&] { LoadModule(folder_ + "/text.so"); }), "CannotLoadLibrary");
}

}  // namespace
}  // namespace tirx
