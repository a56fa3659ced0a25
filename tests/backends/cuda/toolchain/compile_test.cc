// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/compile.h"

#include <tvm/ffi/function.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <sstream>
#include <thread>

#include "backend/process.h"
#include "backends/cuda/toolchain/binary_check.h"
#include "fixtures.h"

namespace tirx::cuda {
namespace {

namespace fs = std::filesystem;
namespace ffi = tvm::ffi;

class EachCompiler : public testing::TestWithParam<Compiler> {};
INSTANTIATE_TEST_SUITE_P(Toolchain, EachCompiler, testing::Values(Compiler::kNvrtc, Compiler::kNvcc),
                         [](const auto& info) { return std::string(CompilerName(info.param)); });

// What `nvcc --list-gpu-code` says, with the forms that are not listed; empty without nvcc.
std::vector<std::string> EveryArchitecture() {
  std::vector<std::string> found = FindExecutables("nvcc"), all;
  if (found.empty()) return all;
  Result<backend::ProcessResult> listed = backend::RunProcess({{found[0], "--list-gpu-code"}, {}, 60});
  std::istringstream lines(listed.ok() ? listed->standard_output : "");
  for (std::string arch; std::getline(lines, arch);) {
    int number = std::stoi(arch.substr(3));
    all.push_back(arch);
    if (number >= 90) all.push_back(arch + "a");
    if (number >= 100) all.push_back(arch + "f");
  }
  return all;
}

TEST_P(EachCompiler, MakesBinariesForEveryArchitectureOfTheToolkit) {
  SKIP_WITHOUT(GetParam());
  std::vector<std::string> all = EveryArchitecture();
  if (all.empty()) GTEST_SKIP() << "no nvcc says which architectures there are";
  EXPECT_GT(all.size(), 20u);
  for (const std::string& arch : all) {
    SCOPED_TRACE(arch);
    Format format = GetParam() == Compiler::kNvcc ? Format::kFatbin : Format::kCubin;
    Result<CompiledBinary> binary = CompileSource(Request(GetParam(), format, arch));
    ASSERT_TRUE(binary.ok()) << Errors(binary);
    ASSERT_EQ(binary->resources.kernels.size(), 1u) << binary->resources.unknown_because;
    const KernelResources& kernel = binary->resources.kernels[0];
    EXPECT_GT(kernel.registers, 0);
    EXPECT_NE(binary->log.find("Used " + std::to_string(kernel.registers) + " registers"), std::string::npos)
        << binary->log;
  }
}

TEST_P(EachCompiler, MakesEveryFormat) {
  SKIP_WITHOUT(GetParam());
  for (const char* arch : {"sm_80", "sm_90a", "sm_100a"}) {
    for (Format format : {Format::kPtx, Format::kCubin, Format::kFatbin}) {
      Result<CompiledBinary> binary = CompileSource(Request(GetParam(), format, arch));
      if (GetParam() == Compiler::kNvrtc && format == Format::kFatbin) {
        EXPECT_EQ(KindOf(binary), "CudaFormatUnsupported");
        continue;
      }
      ASSERT_TRUE(binary.ok()) << Errors(binary);
      EXPECT_EQ(binary->tool, CompilerName(GetParam()));
      EXPECT_EQ(binary->version.substr(0, 3), "13.") << "the version of a CUDA 13 toolkit";
      if (format == Format::kPtx) {
        EXPECT_NE(binary->bytes.find("\n.target " + std::string(arch)), std::string::npos);
        EXPECT_NE(binary->bytes.back(), '\0');
        EXPECT_NE(binary->resources.unknown_because, "");
      } else {
        ASSERT_EQ(binary->resources.unknown_because, "");
        ASSERT_EQ(binary->resources.kernels.size(), 1u);
        EXPECT_EQ(binary->resources.kernels[0].name, "scale");
        EXPECT_NE(binary->log.find("ptxas info"), std::string::npos) << binary->log;
      }
    }
  }
}

std::atomic<int> g_interrupts = 0;

// NVRTC ends a process with exit code 4 when it gets a signal while it reads a program, unless we see to it.
TEST(Nvrtc, LeavesSignalsToTheProgram) {
  SKIP_WITHOUT(Compiler::kNvrtc);
  CompileRequest request = Request(Compiler::kNvrtc, Format::kPtx, "sm_90a");
  for (int i = 0; i < 1500; ++i)
    request.source += "__device__ int f" + std::to_string(i) + "(int a) { return a * a + 1; }\n";
  struct sigaction ours {
  }, before{}, after{};
  ours.sa_handler = [](int) { ++g_interrupts; };
  sigaction(SIGINT, &ours, &before);
  std::atomic<bool> done = false;
  std::thread sender([&] {
    while (!done) {
      kill(getpid(), SIGINT);
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  std::thread another([&] { EXPECT_TRUE(CompileSource(request).ok()); });
  EXPECT_TRUE(CompileSource(request).ok());
  another.join();
  done = true;
  sender.join();
  sigaction(SIGINT, &before, &after);
  EXPECT_GT(g_interrupts, 10);
  EXPECT_EQ(after.sa_handler, ours.sa_handler);
  EXPECT_EQ(after.sa_flags & SA_RESTART, 0);
}

TEST_P(EachCompiler, OptionsDecideOnFlushing) {
  SKIP_WITHOUT(GetParam());
  struct Case {
    std::vector<std::string> options;
    bool flushes;
  };
  for (const Case& c :
       {Case{{}, false}, Case{{"--use_fast_math"}, true}, Case{{"--ftz=true"}, true},
        Case{{"--use_fast_math", "--ftz=false"}, false}, Case{{"--ftz=false", "--use_fast_math"}, false}}) {
    CompileRequest request = Request(GetParam(), Format::kPtx, "sm_90a");
    request.options = c.options;
    Result<CompiledBinary> binary = CompileSource(request);
    ASSERT_TRUE(binary.ok()) << Errors(binary);
    EXPECT_EQ(binary->bytes.find("mul.ftz.f32") != std::string::npos, c.flushes)
        << testing::PrintToString(c.options);
    EXPECT_EQ(binary->bytes.find("mul.f32") != std::string::npos, !c.flushes);
  }
}

TEST_P(EachCompiler, FourThreadsAtOnce) {
  SKIP_WITHOUT(GetParam());
  std::vector<std::optional<Result<CompiledBinary>>> results(4);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&results, i, compiler = GetParam()] {
      CompileRequest request = Request(compiler, Format::kPtx, "sm_100a");
      request.options = {i % 2 ? "--ftz=true" : "--ftz=false"};
      results[size_t(i)] = CompileSource(request);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (size_t i = 0; i < 4; ++i) {
    ASSERT_TRUE(results[i]->ok()) << Errors(*results[i]);
    EXPECT_EQ((*results[i])->bytes.find("mul.ftz.f32") != std::string::npos, i % 2 == 1);
    EXPECT_EQ((*results[i])->bytes, (*results[i % 2])->bytes);
    EXPECT_EQ((*results[i])->argv, (*results[i % 2])->argv);
  }
}

TEST_P(EachCompiler, TheTimeLimitEndsACompile) {
  SKIP_WITHOUT(GetParam());
  CompileRequest request = Request(GetParam(), Format::kCubin, "sm_90a");
  request.seconds_limit = 1e-6;
  Result<CompiledBinary> stopped = CompileSource(request);
  EXPECT_EQ(KindOf(stopped), "ToolTimeout");
  EXPECT_TRUE(ErrorsContain(stopped, "did not finish within")) << Errors(stopped);
  request.seconds_limit = 600;  // the next one is not affected
  Result<CompiledBinary> good = CompileSource(request);
  EXPECT_TRUE(good.ok()) << Errors(good);
}

TEST_P(EachCompiler, PointsAtTheGeneratedLine) {
  SKIP_WITHOUT(GetParam());
  std::string source = "extern \"C\" __global__ void k(int* p) {\n  int ok = 1;\n  p[0] = missing + ok;\n}\n";
  Result<CompiledBinary> binary = CompileSource(Request(GetParam(), Format::kCubin, "sm_90a", source));
  ASSERT_EQ(KindOf(binary), "CudaCompileFailed");
  std::string text = Errors(binary);
  EXPECT_NE(text.find("tirx_kernels.cu:3:10: error: "), std::string::npos) << text;
  EXPECT_NE(text.find("identifier \"missing\" is undefined"), std::string::npos) << text;
  EXPECT_NE(text.find("      p[0] = missing + ok;\n             ^~~~~~~\n"), std::string::npos) << text;
  EXPECT_NE(text.find("13."), std::string::npos) << "the version";
  EXPECT_NE(text.find("--use_fast_math"), std::string::npos) << "the arguments";
  EXPECT_EQ(text.find("/tmp/tirx-"), std::string::npos) << "nothing random in a message: " << text;
}

TEST_P(EachCompiler, AssemblerErrorsNameTheInstruction) {
  SKIP_WITHOUT(GetParam());
  std::string source = "extern \"C\" __global__ void k() { asm volatile(\"wgmma.fence.sync.aligned;\"); }\n";
  Result<CompiledBinary> bad = CompileSource(Request(GetParam(), Format::kCubin, "sm_90", source));
  ASSERT_EQ(KindOf(bad), "CudaCompileFailed");
  EXPECT_TRUE(ErrorsContain(bad, "Instruction 'wgmma.fence' not supported on .target 'sm_90' (PTX line "))
      << Errors(bad);
  Format format = GetParam() == Compiler::kNvcc ? Format::kFatbin : Format::kCubin;
  Result<CompiledBinary> good = CompileSource(Request(GetParam(), format, "sm_90a", source));
  EXPECT_TRUE(good.ok()) << "a fatbin must not be assembled for the base architecture too: " << Errors(good);
}

TEST_P(EachCompiler, RefusesWhatItCannotCompileFor) {
  SKIP_WITHOUT(GetParam());
  Result<CompiledBinary> unknown = CompileSource(Request(GetParam(), Format::kCubin, "sm_91"));
  EXPECT_EQ(KindOf(unknown), GetParam() == Compiler::kNvrtc ? "CudaBadArch" : "CudaCompileFailed");
  EXPECT_TRUE(ErrorsContain(unknown, "sm_91")) << Errors(unknown);
  EXPECT_EQ(KindOf(CompileSource(Request(GetParam(), Format::kCubin, "sm_90f"))), "CudaBadArch");
}

TEST_P(EachCompiler, BadOptionsNeverReachTheCompiler) {
  CompileRequest request = Request(GetParam(), Format::kCubin, "sm_90a");
  request.options = {"-arch=sm_80"};
  request.ptxas_options = {"-v w"};
  Result<CompiledBinary> binary = CompileSource(request);
  ASSERT_EQ(binary.diagnostics().size(), 2u);
  EXPECT_EQ(KindOf(binary), "CudaManagedOption");
  EXPECT_EQ(binary.diagnostics()[1].kind, DK::CudaUnsafeOption);
}

TEST_P(EachCompiler, UnknownOptionsAreTheCompilersToRefuse) {
  SKIP_WITHOUT(GetParam());
  CompileRequest request = Request(GetParam(), Format::kCubin, "sm_90a");
  request.options = {"--no-such-option"};
  Result<CompiledBinary> binary = CompileSource(request);
  EXPECT_EQ(KindOf(binary), "CudaCompileFailed");
  EXPECT_TRUE(ErrorsContain(binary, "--no-such-option")) << Errors(binary);
}

TEST_P(EachCompiler, FindsTheTypeHeaders) {
  SKIP_WITHOUT(GetParam());
  std::string source =
      "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <cuda_fp8.h>\n"
      "extern \"C\" __global__ void k(half* h, __nv_bfloat16* b) { h[0] = h[1] * h[2]; b[0] = b[1] + b[2]; "
      "}\n";
  Result<CompiledBinary> binary = CompileSource(Request(GetParam(), Format::kCubin, "sm_90a", source));
  ASSERT_TRUE(binary.ok()) << Errors(binary);
  EXPECT_EQ(binary->log.find("warning"), std::string::npos) << binary->log;
}

TEST_P(EachCompiler, IncludeDirectoriesMayHaveOddNames) {
  SKIP_WITHOUT(GetParam());
  backend::TemporaryDirectory parent = std::move(backend::TemporaryDirectory::Make()).value();
  for (const char* name : {"dir with space", "dir'quote", "dir;semi&colon", "dir\xc3\xa4"}) {
    // nvcc 13.0 writes the quote as \' inside double quotes, and the shell keeps the backslash.
    if (GetParam() == Compiler::kNvcc && std::string(name) == "dir'quote") continue;
    std::string folder = parent.path() + "/" + name;
    fs::create_directories(folder);
    std::ofstream(folder + "/answer.h") << "#define ANSWER 42\n";
    CompileRequest request =
        Request(GetParam(), Format::kPtx, "sm_80",
                "#include \"answer.h\"\nextern \"C\" __global__ void k(int* p) { *p = ANSWER; }\n");
    request.options = {"-I" + folder};
    Result<CompiledBinary> binary = CompileSource(request);
    EXPECT_TRUE(binary.ok()) << name << Errors(binary);
  }
}

TEST_P(EachCompiler, RegisteredFunctionsReplaceTheDriver) {
  std::string name = "tirx.cuda.driver." + std::string(CompilerName(GetParam()));
  CompileRequest request = Request(GetParam(), Format::kCubin, "sm_100a", "source text");
  request.options = {"--an-option-of-tomorrow"};
  request.ptxas_options = {"--register-usage-level=2"};
  std::vector<std::string> seen;
  ffi::Function::SetGlobal(
      name,
      ffi::Function::FromTyped(
          [&](ffi::String source, ffi::String format, ffi::String arch, ffi::Array<ffi::String> options) {
            seen = {source, format, arch};
            for (const ffi::String& item : options) seen.push_back(item);
            return ffi::Array<ffi::Any>{ffi::Bytes("binary\0text", 11), ffi::String("the log")};
          }),
      true);
  Result<CompiledBinary> binary = CompileSource(request);
  Result<CompilerIdentity> identity = IdentifyCompiler(GetParam());
  ffi::Function::SetGlobal(
      name, ffi::Function::FromTyped([](ffi::String, ffi::String, ffi::String, ffi::Any) -> int {
        TVM_FFI_THROW(ValueError) << "not today";
      }),
      true);
  Result<CompiledBinary> thrown = CompileSource(request);
  ffi::Function::SetGlobal(
      name, ffi::Function::FromTyped([](ffi::String, ffi::String, ffi::String, ffi::Any) { return 3; }),
      true);
  Result<CompiledBinary> wrong = CompileSource(request);
  ffi::Function::RemoveGlobal(name);

  ASSERT_TRUE(binary.ok()) << Errors(binary);
  EXPECT_EQ(binary->bytes, std::string("binary\0text", 11));
  EXPECT_EQ(binary->log, "the log");
  EXPECT_EQ(binary->tool, name);
  EXPECT_EQ(seen, (std::vector<std::string>{"source text", "cubin", "sm_100a", "--an-option-of-tomorrow",
                                            "--ptxas-options=--register-usage-level=2"}));
  EXPECT_EQ(identity->tool, name);
  EXPECT_EQ(KindOf(thrown), "CudaDriverFunctionFailed");
  EXPECT_TRUE(ErrorsContain(thrown, "not today"));
  EXPECT_EQ(KindOf(wrong), "CudaDriverFunctionFailed");
  EXPECT_TRUE(ErrorsContain(wrong, "must return `(bytes, log: str)`"));
}

TEST(Nvrtc, ArgumentsHaveTheOrderThatTheReferenceGives) {
  SKIP_WITHOUT(Compiler::kNvrtc);
  Result<CompiledBinary> binary = CompileSource(Request(Compiler::kNvrtc, Format::kPtx, "sm_90a"));
  ASSERT_TRUE(binary.ok()) << Errors(binary);
  const auto& argv = binary->argv;
  ASSERT_GE(argv.size(), 8u);
  EXPECT_EQ(argv[0], "--gpu-architecture=compute_90a");
  EXPECT_EQ(argv[1], "-default-device");
  EXPECT_EQ(argv[2], "--device-int128");
  EXPECT_EQ(argv[3], "--no-cache");
  EXPECT_EQ(argv[argv.size() - 4], "--use_fast_math");
  EXPECT_EQ(argv.back(), "--ptxas-options=--register-usage-level=10");
}

TEST(Nvrtc, OptionsThatLeaveNoBinaryAreRefused) {
  SKIP_WITHOUT(Compiler::kNvrtc);
  CompileRequest request = Request(Compiler::kNvrtc, Format::kCubin, "sm_90a");
  request.options = {"-dlto"};
  EXPECT_EQ(KindOf(CompileSource(request)), "CudaManagedOption");
}

TEST(Nvrtc, ALibraryThatIsNoneIsNamed) {
  backend::TemporaryDirectory root = std::move(backend::TemporaryDirectory::Make()).value();
  fs::create_directories(root.path() + "/lib64");
  std::ofstream(root.path() + "/lib64/libnvrtc.so") << "not a library";
  CompileRequest request = Request(Compiler::kNvrtc, Format::kCubin, "sm_90a");
  request.toolkit.root = root.path();
  Result<CompiledBinary> binary = CompileSource(request);
  EXPECT_EQ(KindOf(binary), "CudaLibraryUnusable");
  EXPECT_TRUE(ErrorsContain(binary, root.path() + "/lib64/libnvrtc.so"));
}

TEST(CheckBinary, StripsOnlyTerminators) {
  std::string text("//\n\0\0", 5);
  StripTerminators(text);
  EXPECT_EQ(text, "//\n");
  EXPECT_EQ(KindOf(CheckBinary("tool", Format::kPtx, "sm_80",
                               std::string("\n.version 9.0\n.target sm_80\n\0x", 30))),
            "CudaBadOutput");
  EXPECT_TRUE(ErrorsContain(CheckBinary("tool", Format::kPtx, "sm_80", "\n.version 9.0\n.target sm_90\n"),
                            "its target is `sm_90`"));
}

// All CUDA 13 wheels in the folder that TIRX_TEST_CUDA_WHEELS names, or in the running environment.
TEST(Wheels, BothCompilersWorkFromThem) {
  ScopedVariable wheels("TIRX_CUDA_TOOLKIT", "wheels");
  CompileRequest request = Request(Compiler::kNvrtc, Format::kCubin, "sm_90a",
                                   "#include <cuda_fp16.h>\n" + std::string(kScaleSource));
  if (const char* site = getenv("TIRX_TEST_CUDA_WHEELS")) request.toolkit.site_dirs = {site};
  if (!FindToolkitWith(ToolkitPart::kNvrtc, request.toolkit).ok())
    GTEST_SKIP() << "the nvidia-cuda-nvrtc wheel is not installed";
  Result<CompiledBinary> nvrtc = CompileSource(request);
  EXPECT_TRUE(nvrtc.ok()) << Errors(nvrtc);
  if (!FindToolkitWith(ToolkitPart::kNvcc, request.toolkit).ok())
    GTEST_SKIP() << "the nvidia-cuda-nvcc wheel is not installed";
  request.compiler = Compiler::kNvcc;
  Result<CompiledBinary> nvcc = CompileSource(request);
  EXPECT_TRUE(nvcc.ok()) << Errors(nvcc);
}

}  // namespace
}  // namespace tirx::cuda
