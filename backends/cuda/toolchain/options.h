// SPDX-License-Identifier: Apache-2.0
// Option lists for the CUDA compilers: the defaults, which items are refused, how assembler items are passed
// on.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/result.h"

namespace tirx::cuda {

enum class Compiler { kNvrtc, kNvcc };
enum class Format { kPtx, kCubin, kFatbin };
std::string_view CompilerName(Compiler compiler);  // "nvrtc"
std::string_view FormatName(Format format);        // "cubin"

// The option lists of `backend_config`; which of them is read depends on the compiler.
enum class OptionList { kNvcc, kNvrtc, kPtxas };
std::string_view OptionListName(OptionList list);  // "nvcc"

// What is used where a configuration says nothing (an empty list is something: it clears).
inline constexpr std::array<std::string_view, 1> kDefaultNvccOptions = {"--use_fast_math"};
inline constexpr std::array<std::string_view, 1> kDefaultNvrtcOptions = {"--use_fast_math"};
inline constexpr std::array<std::string_view, 3> kDefaultPtxasOptions = {"-v", "--warn-on-local-memory-usage",
                                                                         "--register-usage-level=10"};
std::vector<std::string> DefaultOptions(OptionList list);

// The toolkit's headers hide operators of half and bfloat16 behind these; every compile undefines them.
inline constexpr const char* kUndefinedMacros[] = {
    "__CUDA_NO_HALF_OPERATORS__",      "__CUDA_NO_HALF_CONVERSIONS__",
    "__CUDA_NO_BFLOAT16_OPERATORS__",  "__CUDA_NO_BFLOAT16_CONVERSIONS__",
    "__CUDA_NO_BFLOAT162_OPERATORS__", "__CUDA_NO_BFLOAT162_CONVERSIONS__"};

// Every reason why `items` cannot be used as the given list; empty when they can. Pure text rules:
// - reserved options (reserved_options.h) are refused in every spelling ("managed");
// - an item that is no option must be the value of the one before it: the compilers would read it as a file;
// - each item is one argument: not empty, no blank at either end (NVRTC trims blanks, so " -arch=sm_80" would
// pass a
//   naive check and win; nvcc takes such an item for an input file);
// - nvcc runs its steps through `sh` (measured, nvcc 13.0), so `$`, backticks and control characters are
// refused in its
//   list, backslashes too (it drops them), and items that it forwards to other tools are limited to
//   [A-Za-z0-9_./=,:+-].
diag::Diagnostics CheckOptions(OptionList list, const std::vector<std::string>& items);

// A description of the first character of `text` that nvcc would hand to a shell, if there is one.
std::optional<std::string> FirstShellCharacter(std::string_view text);

// The user's items unchanged, then the assembler's: nvcc takes them joined by commas in one item, NVRTC takes
// one item each (it does not split at commas).
std::vector<std::string> FrontendOptions(Compiler compiler, const std::vector<std::string>& options,
                                         const std::vector<std::string>& ptxas_options);

}  // namespace tirx::cuda
