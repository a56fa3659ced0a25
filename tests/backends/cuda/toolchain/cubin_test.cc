// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/cubin.h"

#include <random>
#include <regex>
#include <set>

#include "backends/cuda/toolchain/disassembler.h"
#include "backends/cuda/toolchain/elf.h"
#include "backends/cuda/toolchain/fatbin.h"
#include "fixtures.h"

namespace tirx::cuda {
namespace {

// What `ptxas -v` says about one kernel.
struct Spoken {
  int registers = -1, barriers = -1;
  int64_t stack = 0, stores = -1, loads = -1, shared = 0;
};

int64_t Number(const std::string& text, const std::string& pattern, int64_t otherwise) {
  std::smatch match;
  return std::regex_search(text, match, std::regex(pattern)) ? std::stoll(match[1]) : otherwise;
}

Spoken ReadLog(const std::string& log, const std::string& kernel) {
  size_t start = log.find("Compiling entry function '" + kernel + "'");
  EXPECT_NE(start, std::string::npos) << log;
  size_t used = log.find("Used ", start);
  std::string block = log.substr(start, log.find('\n', used) - start);
  Spoken spoken;
  spoken.registers = int(Number(block, "Used (\\d+) registers", -1));
  spoken.barriers = int(Number(block, "used (\\d+) barriers", -1));
  spoken.stack = Number(block, "(\\d+) bytes stack frame", -1);
  spoken.stores = Number(block, "(\\d+) bytes spill stores", -1);
  spoken.loads = Number(block, "(\\d+) bytes spill loads", -1);
  spoken.shared = Number(block, "(\\d+) bytes smem", 0);
  return spoken;
}

void ExpectSame(const KernelResources& kernel, const std::string& log) {
  Spoken spoken = ReadLog(log, kernel.name);
  EXPECT_EQ(kernel.registers, spoken.registers) << kernel.name;
  EXPECT_EQ(kernel.barriers, spoken.barriers) << kernel.name;
  EXPECT_EQ(kernel.stack_bytes, spoken.stack) << kernel.name;
  EXPECT_EQ(kernel.static_shared_bytes, spoken.shared) << kernel.name;
  EXPECT_EQ(kernel.spill_store_bytes.value_or(-7), spoken.stores) << kernel.name;
  EXPECT_EQ(kernel.spill_load_bytes.value_or(-7), spoken.loads) << kernel.name;
}

const KernelResources* Find(const std::vector<KernelResources>& kernels, const std::string& name) {
  for (const KernelResources& kernel : kernels) {
    if (kernel.name == name) return &kernel;
  }
  return nullptr;
}

CompileRequest Plain(Compiler compiler, Format format, const std::string& arch) {
  CompileRequest request = Request(compiler, format, arch, kHeavySource);
  request.ptxas_options = {"-v"};
  return request;
}

TEST(ReadCubin, AgreesWithTheAssembler) {
  SKIP_WITHOUT(Compiler::kNvrtc);
  for (const char* arch : {"sm_80", "sm_86", "sm_89", "sm_90", "sm_90a", "sm_100a", "sm_120"}) {
    for (Compiler compiler : {Compiler::kNvrtc, Compiler::kNvcc}) {
      // nvcc runs the same assembler: one old and one new architecture show that its path works.
      bool few = std::string(arch) == "sm_80" || std::string(arch) == "sm_90a";
      if (compiler == Compiler::kNvcc && (!few || !Has(compiler))) continue;
      Result<CompiledBinary> binary = CompileSource(Plain(compiler, Format::kCubin, arch));
      ASSERT_TRUE(binary.ok()) << Errors(binary);
      const auto& kernels = binary->resources.kernels;
      ASSERT_EQ(kernels.size(), 3u) << arch;
      for (const KernelResources& kernel : kernels) ExpectSame(kernel, binary->log);
      const KernelResources* spills = Find(kernels, "spills");
      const KernelResources* heavy = Find(kernels, "heavy");
      ASSERT_TRUE(spills && heavy);
      EXPECT_GT(*spills->spill_store_bytes, 0) << "the kernel must spill, or this test shows little";
      EXPECT_EQ(*spills->max_threads, (std::array<int, 3>{1024, 1, 1}));
      EXPECT_FALSE(heavy->max_threads.has_value());
      EXPECT_EQ(heavy->static_shared_bytes, 4000);
      EXPECT_EQ(heavy->parameter_bytes, 20);
      EXPECT_EQ(heavy->barriers, 4);
      EXPECT_GT(heavy->stack_bytes, 0);
      Result<CubinInfo> info = ReadCubin(binary->bytes);
      EXPECT_EQ(info->constant_bytes, 400);
      EXPECT_EQ("sm_" + std::to_string(info->arch), std::string(arch).substr(0, arch[3] == '1' ? 6 : 5));
    }
  }
}

TEST(ReadCubin, SharedMemoryThatTensorMemoryReservesIsCounted) {
  SKIP_WITHOUT(Compiler::kNvrtc);
  std::string source =
      "extern \"C\" __global__ void t(unsigned* o, int b) {\n"
      "  __shared__ unsigned a[8];\n"
      "  unsigned p = (unsigned)__cvta_generic_to_shared(a);\n"
      "  asm volatile(\"tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], 32;\" ::\"r\"(p));\n"
      "  asm volatile(\"bar.sync %0, 64;\" ::\"r\"(b));\n"
      "  asm volatile(\"tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;\" ::\"r\"(a[0]));\n"
      "  o[threadIdx.x] = a[threadIdx.x & 7];\n}\n";
  CompileRequest request = Request(Compiler::kNvrtc, Format::kCubin, "sm_100a", source);
  request.ptxas_options = {"-v"};
  Result<CompiledBinary> binary = CompileSource(request);
  ASSERT_TRUE(binary.ok()) << Errors(binary);
  ASSERT_EQ(binary->resources.kernels.size(), 1u);
  ExpectSame(binary->resources.kernels[0], binary->log);
  EXPECT_EQ(binary->resources.kernels[0].barriers, 16) << "a barrier whose index is not constant needs all";
}

TEST(ReadCubin, DoesNotNeedTheLog) {
  SKIP_WITHOUT(Compiler::kNvrtc);
  CompileRequest request = Plain(Compiler::kNvrtc, Format::kCubin, "sm_90a");
  Result<CompiledBinary> loud = CompileSource(request);
  request.ptxas_options = {};
  Result<CompiledBinary> silent = CompileSource(request);
  ASSERT_TRUE(loud.ok() && silent.ok());
  EXPECT_EQ(silent->log.find("registers"), std::string::npos);
  EXPECT_EQ(Find(silent->resources.kernels, "spills")->registers,
            Find(loud->resources.kernels, "spills")->registers);
}

std::string SomeCubin() {
  Result<CompiledBinary> binary = CompileSource(Request(Compiler::kNvrtc, Format::kCubin, "sm_90a"));
  return binary.ok() ? binary->bytes : "";
}

TEST(ReadCubin, RefusesEveryTruncation) {
  SKIP_WITHOUT(Compiler::kNvrtc);
  std::string bytes = SomeCubin();
  ASSERT_TRUE(ReadCubin(bytes).ok());
  for (size_t size = 0; size < bytes.size(); ++size) {
    ASSERT_EQ(KindOf(ReadCubin(std::string_view(bytes).substr(0, size))), "CudaBadBinary") << size;
  }
}

TEST(ReadCubin, SurvivesDamage) {
  SKIP_WITHOUT(Compiler::kNvrtc);
  std::string bytes = SomeCubin();
  std::mt19937 random(7);
  int refused = 0;
  for (int round = 0; round < 20000; ++round) {
    std::string damaged = bytes;
    for (int i = 0; i < 3; ++i) damaged[random() % damaged.size()] = char(random());
    refused += !ReadCubin(damaged).ok();
  }
  EXPECT_GT(refused, 100) << "some damage must show";
}

TEST(ReadCubin, RefusesOtherFiles) {
  EXPECT_EQ(KindOf(ReadCubin("")), "CudaBadBinary");
  EXPECT_EQ(KindOf(ReadCubin("// PTX text")), "CudaBadBinary");
  std::optional<std::string> program = backend::ReadFile("/proc/self/exe");
  ASSERT_TRUE(program.has_value());
  Result<CubinInfo> host = ReadCubin(*program);
  EXPECT_TRUE(ErrorsContain(host, "it is an ELF file for another machine")) << Errors(host);
}

TEST(ReadInteger, NeverReadsPastTheEnd) {
  EXPECT_EQ(*ReadInteger(std::string_view("\x01\x02\x03\x04", 4), 1, 2), 0x0302u);
  EXPECT_FALSE(ReadInteger("abcd", 1, 4).has_value());
  EXPECT_FALSE(ReadInteger("abcd", ~uint64_t(0), 1).has_value());
  EXPECT_FALSE(Slice("abcd", 2, ~uint64_t(0)).has_value());
}

TEST(ReadFatbin, FindsTheImages) {
  SKIP_WITHOUT(Compiler::kNvcc);
  CompileRequest request = Plain(Compiler::kNvcc, Format::kFatbin, "sm_90a");
  Result<CompiledBinary> binary = CompileSource(request);
  ASSERT_TRUE(binary.ok()) << Errors(binary);
  Result<std::vector<FatbinImage>> images = ReadFatbin(binary->bytes);
  ASSERT_TRUE(images.ok()) << Errors(images);
  int cubins = 0, ptx = 0;
  for (const FatbinImage& image : *images) {
    EXPECT_EQ(image.arch, 90);
    cubins += image.kind == FatbinImage::Kind::kCubin;
    ptx += image.kind == FatbinImage::Kind::kPtx;
  }
  EXPECT_EQ(cubins, 1);
  EXPECT_EQ(ptx, 1);
  ASSERT_EQ(binary->resources.kernels.size(), 3u);
  for (const KernelResources& kernel : binary->resources.kernels) ExpectSame(kernel, binary->log);
  for (size_t size = 0; size < binary->bytes.size(); size += 7) {
    ASSERT_EQ(KindOf(ReadFatbin(std::string_view(binary->bytes).substr(0, size))), "CudaBadBinary") << size;
  }
}

// What nvcc compresses in each mode: nothing, the PTX with LZ4 or Zstandard, everything.
TEST(ReadFatbin, UndoesEveryCompression) {
  SKIP_WITHOUT(Compiler::kNvcc);
  std::vector<std::string> contents;
  std::set<Compression> seen;
  for (const char* mode : {"none", "speed", "balance", "size"}) {
    SCOPED_TRACE(mode);
    CompileRequest request = Plain(Compiler::kNvcc, Format::kFatbin, "sm_90a");
    request.options = {std::string("--compress-mode=") + mode};
    Result<CompiledBinary> binary = CompileSource(request);
    ASSERT_TRUE(binary.ok()) << Errors(binary);
    ASSERT_EQ(binary->resources.kernels.size(), 3u) << binary->resources.unknown_because;
    for (const KernelResources& kernel : binary->resources.kernels) ExpectSame(kernel, binary->log);
    std::string ptx;
    Result<std::vector<FatbinImage>> images = ReadFatbin(binary->bytes);
    for (const FatbinImage& image : *images) {
      seen.insert(image.compression);
      Result<std::string> bytes = image.Bytes();
      ASSERT_TRUE(bytes.ok()) << Errors(bytes);
      if (image.kind == FatbinImage::Kind::kPtx) ptx = *bytes;
      if (image.compression == Compression::kNone) continue;
      for (size_t size = 0; size < image.stored.size(); size += 7)
        EXPECT_EQ(KindOf(Decompress(image.compression, image.stored.substr(0, size), image.size)),
                  "CudaBadBinary");
    }
    contents.push_back(ptx.substr(ptx.find(".version"), ptx.find_last_of('}') - ptx.find(".version")));
  }
  EXPECT_EQ(std::set<std::string>(contents.begin(), contents.end()).size(), 1u);
  EXPECT_EQ(seen.size(), 3u);
}

TEST(Decompress, ReadsLz4Blocks) {
  auto lz4 = [](std::string_view bytes, uint64_t size) { return Decompress(Compression::kLz4, bytes, size); };
  // Four literals, a match of 4 + 2 one back, one literal.
  EXPECT_EQ(*lz4(std::string_view("\x42"
                                  "abcd"
                                  "\x01\0"
                                  "\x10"
                                  "e",
                                  9),
                 11),
            "abcddddddde");
}

TEST(Decompress, RefusesDamage) {
  auto lz4 = [](std::string_view bytes, uint64_t size) { return Decompress(Compression::kLz4, bytes, size); };
  EXPECT_EQ(KindOf(lz4(std::string_view("\x42"
                                        "abcd"
                                        "\x05\0"
                                        "\x10"
                                        "e",
                                        9),
                       11)),
            "CudaBadBinary");  // too far back
  EXPECT_EQ(KindOf(lz4(std::string_view("\x42"
                                        "abcd"
                                        "\0\0"
                                        "\x10"
                                        "e",
                                        9),
                       11)),
            "CudaBadBinary");
  EXPECT_EQ(KindOf(lz4("\xf0", 400)), "CudaBadBinary");  // no length
  EXPECT_EQ(KindOf(lz4("\x50"
                       "abc",
                       5)),
            "CudaBadBinary");  // too few literals
  EXPECT_EQ(KindOf(lz4("\x50"
                       "abcde",
                       4)),
            "CudaBadBinary");  // more than announced
  EXPECT_EQ(KindOf(lz4("", uint64_t(1) << 40)), "CudaBadBinary");
}

TEST(Decompress, IsHonestWithoutZstandard) {
  Result<std::string> missing = Decompress(Compression::kZstandard, "bytes", 5, "libno_zstd.so.1");
  EXPECT_EQ(KindOf(missing), "CudaBadBinary");
  EXPECT_TRUE(ErrorsContain(missing, "there is no libno_zstd.so.1 to read them"));
}

TEST(Disassemble, GivesMachineCode) {
  SKIP_WITHOUT(Compiler::kNvrtc);
  ToolkitSearch search;
  if (FindExecutables("nvdisasm").empty() && FindExecutables("cuobjdump").empty()) {
    GTEST_SKIP() << "neither nvdisasm nor cuobjdump is installed";
  }
  Result<Disassembly> text = Disassemble(Format::kCubin, SomeCubin());
  ASSERT_TRUE(text.ok()) << Errors(text);
  EXPECT_NE(text->text.find("FMUL"), std::string::npos) << text->text;
}

TEST(Disassemble, RunsTheToolOnTheCubin) {
  FakeToolkit toolkit("exit 0");
  toolkit.AddProgram("nvdisasm", "echo \"$1\"; cat \"$2\"");
  Result<Disassembly> text = Disassemble(Format::kCubin, "bytes", SassLines::kLeftOut, {toolkit.root(), {}});
  ASSERT_TRUE(text.ok()) << Errors(text);
  EXPECT_EQ(text->text, "-c\nbytes");
  EXPECT_EQ(text->tool, toolkit.root() + "/bin/nvdisasm");
  toolkit.AddProgram("nvdisasm", "echo 'cannot open' >&2; exit 2");
  Result<Disassembly> failed =
      Disassemble(Format::kCubin, "bytes", SassLines::kLeftOut, {toolkit.root(), {}});
  EXPECT_EQ(KindOf(failed), "CudaDisassemblyFailed");
  EXPECT_TRUE(ErrorsContain(failed, "cannot open"));
}

TEST(Disassemble, IsHonestWithoutATool) {
  ScopedVariable none("TIRX_CUDA_TOOLKIT", "none");
  EXPECT_EQ(KindOf(Disassemble(Format::kCubin, "bytes")), "CudaToolkitNotFound");
  EXPECT_EQ(KindOf(Disassemble(Format::kPtx, "text")), "CudaFormatUnsupported");
}

}  // namespace
}  // namespace tirx::cuda
