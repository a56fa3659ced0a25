// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/nvcc.h"

#include <chrono>

#include "backends/cuda/toolchain/compiler_log.h"
#include "fixtures.h"

namespace tirx::cuda {
namespace {

namespace fs = std::filesystem;

CompileRequest WithToolkit(const FakeToolkit& toolkit, Format format = Format::kPtx) {
  CompileRequest request = Request(Compiler::kNvcc, format, "sm_90a");
  request.toolkit.root = toolkit.root();
  return request;
}

size_t CountEntries(const std::string& folder) {
  return size_t(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(Nvcc, ArgumentsHaveTheOrderThatTheReferenceGives) {
  FakeToolkit toolkit(
      "while [ $# -gt 2 ]; do [ \"$1\" = -o ] && out=$2; shift; done\n"
      "printf '\\n.version 9.0\\n.target sm_90a\\n' > \"$out\"");
  Result<CompiledBinary> binary = CompileSource(WithToolkit(toolkit));
  ASSERT_TRUE(binary.ok()) << Errors(binary);
  EXPECT_EQ(binary->version, "99.1.7");
  EXPECT_EQ(
      JoinArguments(binary->argv),
      toolkit.root() +
          "/bin/nvcc --ptx -O3 -arch sm_90a -U__CUDA_NO_HALF_OPERATORS__ -U__CUDA_NO_HALF_CONVERSIONS__ "
          "-U__CUDA_NO_BFLOAT16_OPERATORS__ -U__CUDA_NO_BFLOAT16_CONVERSIONS__ "
          "-U__CUDA_NO_BFLOAT162_OPERATORS__ "
          "-U__CUDA_NO_BFLOAT162_CONVERSIONS__ --expt-relaxed-constexpr --expt-extended-lambda "
          "--use_fast_math "
          "--ptxas-options=-v,--warn-on-local-memory-usage,--register-usage-level=10 -o <tmp>/out.ptx "
          "<tmp>/tirx_kernels.cu");
}

TEST(Nvcc, SeesACleanEnvironmentAndAPrivateDirectory) {
  ScopedVariable a("NVCC_APPEND_FLAGS", "-arch=sm_80"), b("NVCC_PREPEND_FLAGS", "-G"), c("CPATH", "/x"),
      d("CPLUS_INCLUDE_PATH", "/x");
  FakeToolkit toolkit("env | sort; stat -c 'mode %a' $TMPDIR; exit 1");
  Result<CompiledBinary> binary = CompileSource(WithToolkit(toolkit));
  std::string text = Errors(binary);
  EXPECT_NE(text.find("mode 700"), std::string::npos) << text;
  EXPECT_NE(text.find("PATH="), std::string::npos);
  for (const char* name : {"NVCC_APPEND_FLAGS", "NVCC_PREPEND_FLAGS", "CPATH", "CPLUS_INCLUDE_PATH"}) {
    EXPECT_EQ(text.find(name), std::string::npos) << name;
  }
}

TEST(Nvcc, EnvironmentFlagsDoNotChangeTheArchitecture) {
  SKIP_WITHOUT(Compiler::kNvcc);
  ScopedVariable a("NVCC_APPEND_FLAGS", "-arch=sm_80");
  Result<CompiledBinary> binary = CompileSource(Request(Compiler::kNvcc, Format::kCubin, "sm_90a"));
  ASSERT_TRUE(binary.ok()) << Errors(binary);
  EXPECT_EQ(ReadCubin(binary->bytes)->arch, 90);
}

TEST(Nvcc, LeavesNothingBehind) {
  backend::TemporaryDirectory parent = std::move(backend::TemporaryDirectory::Make()).value();
  fs::create_directories(parent.path() + "/with space");
  ScopedVariable variable("TMPDIR", parent.path() + "/with space");
  FakeToolkit failing("touch $TMPDIR/extra; exit 3");
  size_t before = CountEntries(parent.path() + "/with space");
  Result<CompiledBinary> failed = CompileSource(WithToolkit(failing));
  EXPECT_TRUE(ErrorsContain(failed, "it ended with exit code 3")) << Errors(failed);
  if (Has(Compiler::kNvcc)) {
    Result<CompiledBinary> good = CompileSource(Request(Compiler::kNvcc, Format::kCubin, "sm_90a"));
    EXPECT_TRUE(good.ok()) << Errors(good);
  }
  EXPECT_EQ(CountEntries(parent.path() + "/with space"), before);
}

TEST(Nvcc, UnusableTemporaryDirectoriesAreNamed) {
  FakeToolkit toolkit("exit 0");
  for (const char* path : {"/nowhere/at/all", "/tmp/$HOME", "/tmp/`id`"}) {
    ScopedVariable variable("TMPDIR", path);
    Result<CompiledBinary> binary = CompileSource(WithToolkit(toolkit));
    EXPECT_EQ(KindOf(binary), "NoTemporaryDirectory");
    EXPECT_TRUE(ErrorsContain(binary, path)) << Errors(binary);
  }
}

TEST(Nvcc, ASlowOneIsStoppedWithItsChildren) {
  backend::TemporaryDirectory directory = std::move(backend::TemporaryDirectory::Make()).value();
  FakeToolkit toolkit("(sleep 1; touch '" + directory.path() + "/survivor') & sleep 30");
  CompileRequest request = WithToolkit(toolkit);
  request.seconds_limit = 0.2;
  auto start = std::chrono::steady_clock::now();
  Result<CompiledBinary> binary = CompileSource(request);
  EXPECT_EQ(KindOf(binary), "ToolTimeout");
  EXPECT_TRUE(ErrorsContain(binary, "within 0.2 seconds")) << Errors(binary);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  std::this_thread::sleep_for(std::chrono::milliseconds(1300));
  EXPECT_FALSE(fs::exists(directory.path() + "/survivor"));
}

TEST(Nvcc, SuccessWithoutADeviceBinaryIsRefused) {
  FakeToolkit silent("exit 0");
  Result<CompiledBinary> binary = CompileSource(WithToolkit(silent));
  EXPECT_EQ(KindOf(binary), "CudaBadOutput");
  EXPECT_TRUE(ErrorsContain(binary, "the output is empty")) << Errors(binary);
  SKIP_WITHOUT(Compiler::kNvcc);
  for (const char* mode : {"-E", "-M", "--version", "--dryrun"}) {
    CompileRequest request = Request(Compiler::kNvcc, Format::kFatbin, "sm_90a");
    request.options = {mode};
    Result<CompiledBinary> real = CompileSource(request);
    EXPECT_FALSE(real.ok()) << mode;
    EXPECT_EQ(KindOf(real), "CudaManagedOption") << mode;  // before the compiler starts
  }
}

TEST(Nvcc, AnUnreadableVersionIsNamed) {
  FakeToolkit toolkit("exit 0");
  toolkit.AddProgram("nvcc", "echo hello");
  Result<CompiledBinary> binary = CompileSource(WithToolkit(toolkit));
  EXPECT_EQ(KindOf(binary), "ToolCannotRun");
}

TEST(Nvcc, TwoRunsAreByteIdentical) {
  SKIP_WITHOUT(Compiler::kNvcc);
  for (Format format : {Format::kPtx, Format::kCubin, Format::kFatbin}) {
    CompileRequest request = Request(Compiler::kNvcc, format, "sm_90a", kHeavySource);
    EXPECT_EQ(CompileSource(request)->bytes, CompileSource(request)->bytes) << FormatName(format);
  }
}

TEST(FirstError, ReadsEveryForm) {
  struct Case {
    const char* log;
    const char* text;
    const char* file;
    int line;
  };
  for (const Case& c : {
           Case{"k.cu(3): warning #177-D: error-prone\nk.cu(7): error: identifier \"x\" is undefined\n",
                "identifier \"x\" is undefined", "k.cu", 7},
           Case{"k.cu(1): catastrophic error: could not open source file \"a.h\"\n",
                "could not open source file \"a.h\"", "k.cu", 1},
           Case{"k.cu:1:10: fatal error: a.h: No such file or directory\n", "a.h: No such file or directory",
                "k.cu", 1},
           Case{"ptxas application ptx input, line 21; error   : Instruction 'x' is bad\n",
                "Instruction 'x' is bad (PTX line 21)", "", 0},
           Case{"ptxas fatal   : Unknown option 'zorro'\n", "Unknown option 'zorro'", "", 0},
           Case{"nvcc fatal   : Unsupported gpu architecture 'sm_91'\n",
                "Unsupported gpu architecture 'sm_91'", "", 0},
           Case{"nvrtc: error: unrecognized option -E found\n", "unrecognized option -E found", "", 0},
           Case{"all is well\n", "", "", 0},
       }) {
    CompilerError error = FirstError(c.log);
    EXPECT_EQ(error.text, c.text);
    EXPECT_EQ(error.file, c.file);
    EXPECT_EQ(error.line, c.line);
  }
}

TEST(FirstError, FollowsTheCaret) {
  CompilerError error =
      FirstError("k.cu(7): error: identifier \"x\" is undefined\n    y = x;\n        ^\n\n");
  EXPECT_EQ(error.shown, "y = x;");
  EXPECT_EQ(error.caret, 4u);
  for (const char* below : {"", "    y = x;\n", "    y = x;\n    x\n", "    y = x;\n  ^\n", "\n ^\n"}) {
    CompilerError whole = FirstError(std::string("k.cu(7): error: what\n") + below);
    EXPECT_EQ(whole.line, 7);
    EXPECT_EQ(whole.shown, "") << below;
  }
}

}  // namespace
}  // namespace tirx::cuda
