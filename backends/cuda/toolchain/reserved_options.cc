// SPDX-License-Identifier: Apache-2.0
// Sources: `nvcc --help` and `ptxas --help` of toolkit 13.0; NVRTC manual, "Supported Compile Options". What
// each leaves behind was measured with 13.0: docs/native_options.md has the table.
#include "backends/cuda/toolchain/reserved_options.h"

#include <span>

namespace tirx::cuda {
namespace {

constexpr std::string_view kArch = "chooses the architecture";
constexpr std::string_view kOutput = "chooses where the output goes";
constexpr std::string_view kForm = "chooses the form of the output";
constexpr std::string_view kNoCode = "leaves no device code that can be loaded";
constexpr std::string_view kFiles = "writes files beside the output";
constexpr std::string_view kInput = "reads options or input that are not in the list";
constexpr std::string_view kAssembler = "hands options to the assembler";
constexpr std::string_view kUnseen = "hands options to other tools without their names";
constexpr std::string_view kFormat = "target_format";

// clang-format off
// One set for all lists: an item in the wrong list is as wrong.
constexpr ReservedOption kEverywhere[] = {
    {"arch", kArch, "arch"}, {"gpu-architecture", kArch, "arch"}, {"gpu-name", kArch, "arch"},
    {"arch-name", kArch, "arch"}, {"code", kArch, "arch"}, {"gpu-code", kArch, "arch"},
    {"gencode", kArch, "arch"}, {"generate-code", kArch, "arch"},
    {"o", kOutput, kFormat}, {"output-file", kOutput, kFormat},
    {"odir", kOutput, kFormat}, {"output-directory", kOutput, kFormat},
    {"cubin", kForm, kFormat}, {"fatbin", kForm, kFormat}, {"ptx", kForm, kFormat},
    {"optf", kInput, ""}, {"options-file", kInput, ""},
    {"Xptxas", kAssembler, "ptxas"}, {"ptxas-options", kAssembler, "ptxas"},
    {"optix-ir", kNoCode, kFormat}, {"ltoir", kNoCode, kFormat}, {"lto", kNoCode, kFormat},
    {"dlto", kNoCode, kFormat}, {"dlink-time-opt", kNoCode, kFormat},
    {"gen-opt-lto", kNoCode, kFormat},
    {"cuda", kNoCode, kFormat},
    {"dc", kNoCode, kFormat}, {"device-c", kNoCode, kFormat},
    {"dw", kNoCode, kFormat}, {"device-w", kNoCode, kFormat},
    {"fdevice-syntax-only", kNoCode, kFormat},
    {"h", kNoCode, kFormat}, {"help", kNoCode, kFormat},
    {"V", kNoCode, kFormat}, {"version", kNoCode, kFormat},
    {"time", kFiles, kFormat}, {"fdevice-time-trace", kFiles, kFormat},
    {"keep", kFiles, kFormat}, {"keep-dir", kFiles, kFormat}, {"save-temps", kFiles, kFormat},
    {"pch", kFiles, kFormat}, {"create-pch", kFiles, kFormat}, {"pch-dir", kFiles, kFormat},
    {"use-pch", kInput, ""},
};
constexpr ReservedOption kOfNvcc[] = {
    {"E", kNoCode, kFormat}, {"preprocess", kNoCode, kFormat},
    {"M", kNoCode, kFormat}, {"generate-dependencies", kNoCode, kFormat},
    {"MM", kNoCode, kFormat}, {"generate-nonsystem-dependencies", kNoCode, kFormat},
    {"MD", kFiles, kFormat}, {"generate-dependencies-with-compile", kFiles, kFormat},
    {"MMD", kFiles, kFormat}, {"generate-nonsystem-dependencies-with-compile", kFiles, kFormat},
    {"MF", kFiles, kFormat}, {"dependency-output", kFiles, kFormat},
    {"MP", kFiles, kFormat}, {"generate-dependency-targets", kFiles, kFormat},
    {"MT", kFiles, kFormat}, {"dependency-target-name", kFiles, kFormat},
    {"c", kNoCode, kFormat}, {"compile", kNoCode, kFormat},
    {"dlink", kNoCode, kFormat}, {"device-link", kNoCode, kFormat},
    {"link", kNoCode, kFormat}, {"lib", kNoCode, kFormat},
    {"shared", kNoCode, kFormat}, {"r", kNoCode, kFormat}, {"relocatable-link", kNoCode, kFormat},
    {"run", kNoCode, kFormat}, {"run-args", kNoCode, kFormat},
    {"dryrun", kNoCode, kFormat}, {"clean", kNoCode, kFormat}, {"clean-targets", kNoCode, kFormat},
    {"arch-ls", kNoCode, kFormat}, {"list-gpu-arch", kNoCode, kFormat},
    {"code-ls", kNoCode, kFormat}, {"list-gpu-code", kNoCode, kFormat},
    {"astoolspatch", kNoCode, kFormat}, {"compile-as-tools-patch", kNoCode, kFormat},
    {"objtemp", kFiles, kFormat}, {"objdir-as-tempdir", kFiles, kFormat},
    {"hls", kFiles, kFormat}, {"host-linker-script", kFiles, kFormat},
    {"aug-hls", kFiles, kFormat}, {"augment-host-linker-script", kFiles, kFormat},
    {"x", kInput, ""},
    {"forward-unknown-opts", kUnseen, "nvcc"},
    {"forward-unknown-to-host-compiler", kUnseen, "nvcc"},
    {"forward-unknown-to-host-linker", kUnseen, "nvcc"},
};
constexpr ReservedOption kOfPtxas[] = {
    {"c", kNoCode, kFormat}, {"compile-only", kNoCode, kFormat},
    {"astoolspatch", kNoCode, kFormat}, {"compile-as-tools-patch", kNoCode, kFormat},
    {"version-ls", kNoCode, kFormat}, {"list-version", kNoCode, kFormat},
    {"ias", kInput, ""}, {"input-as-string", kInput, ""},
};
// clang-format on

constexpr std::string_view kBlanks = " \t\n\r\v\f";

// "arch" of " --arch=sm_90" and of "-arch sm_90"; "" for what is no option.
std::string_view NameIn(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  if (text.empty() || text[0] != '-') return "";
  text.remove_prefix(text.substr(0, 2) == "--" ? 2 : 1);
  return text.substr(0, text.find_first_of("= \t\n\r\v\f"));
}

const ReservedOption* FindIn(std::span<const ReservedOption> table, std::string_view name) {
  for (const ReservedOption& row : table)
    if (row.name == name) return &row;
  return nullptr;
}

const ReservedOption* FindName(OptionList list, std::string_view name) {
  if (name.empty()) return nullptr;
  if (const ReservedOption* row = FindIn(kEverywhere, name)) return row;
  if (list == OptionList::kNvcc) return FindIn(kOfNvcc, name);
  return list == OptionList::kPtxas ? FindIn(kOfPtxas, name) : nullptr;
}

}  // namespace

const ReservedOption* FindReserved(OptionList list, std::string_view item, bool forwarded) {
  if (const ReservedOption* row = FindName(list, NameIn(item))) return row;
  if (!forwarded) return nullptr;
  for (size_t from = item.find_first_of("=,"); from != std::string_view::npos;) {
    size_t to = item.find(',', from + 1);
    if (const ReservedOption* row = FindName(list, NameIn(item.substr(from + 1, to - from - 1)))) return row;
    from = to;
  }
  return nullptr;
}

}  // namespace tirx::cuda
