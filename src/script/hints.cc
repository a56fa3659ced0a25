// SPDX-License-Identifier: Apache-2.0
#include "script/hints.h"

namespace tirx::script {
namespace {

struct Advice {
  std::string_view about, text;
};

constexpr Advice kSyntax[] = {
    {"try", "kernels have no exceptions: test the condition with `if`, or `assert` it"},
    {"raise", "kernels have no exceptions: `assert condition, \"message\"` stops a kernel"},
    {"del", "a name ends with the block that binds it"},
    {"global", "a kernel changes tensors and its own cells: `x: T.int32 = 0` declares a cell"},
    {"nonlocal", "a kernel changes tensors and its own cells: `x: T.int32 = 0` declares a cell"},
    {"async", "kernels are plain functions, `def`"},
    {"await", "kernels are plain functions, `def`"},
    {"yield", "a kernel gives its results in tensors"},
    {"match", "write `if` and `elif`"},
    {"a set", "use a tuple, a list or a dict"},
    {"an imaginary number", "use two floats"},
    {"`else` of a loop of the program", "set a cell before `break` and test it after the loop"},
};

constexpr std::string_view kOnHost = "do this in Python, around the kernel";

constexpr Advice kBuiltins[] = {
    {"print", "`T.gpu.printf(\"%d\\n\", x)` prints from every thread"},
    {"open", kOnHost},
    {"input", kOnHost},
    {"exec", kOnHost},
    {"eval", kOnHost},
    {"set", "use a tuple, a list or a dict"},
    {"frozenset", "use a tuple, a list or a dict"},
    {"type", "`x.dtype` is the type of a value"},
    {"complex", "use two floats"},
    {"iter", "loops go over ranges and compile-time sequences"},
    {"next", "loops go over ranges and compile-time sequences"},
    {"bytes", ""},
    {"bytearray", ""},
    {"callable", ""},
    {"dir", ""},
    {"getattr", "write `x.name`"},
    {"hasattr", ""},
    {"setattr", ""},
    {"globals", ""},
    {"locals", ""},
    {"vars", ""},
    {"hash", ""},
    {"id", ""},
    {"issubclass", ""},
    {"object", ""},
    {"slice", "write `start:stop`"},
};

const Advice* Find(const Advice* begin, const Advice* end, std::string_view about) {
  for (; begin != end; ++begin)
    if (begin->about == about) return begin;
  return nullptr;
}

}  // namespace

diag::Diagnostic UnsupportedSyntax(Span at, std::string_view what) {
  bool is_phrase = what.find(' ') != std::string_view::npos;
  std::string shown = is_phrase ? std::string(what) : "`" + std::string(what) + "`";
  auto diagnostic = diag::Make(DK::UnsupportedSyntax, std::move(at), {shown});
  if (auto* advice = Find(std::begin(kSyntax), std::end(kSyntax), what))
    diagnostic.notes.push_back({Span(), std::string(advice->text)});
  return diagnostic;
}

bool IsPythonBuiltin(std::string_view name, std::string_view* advice) {
  auto* found = Find(std::begin(kBuiltins), std::end(kBuiltins), name);
  if (found) *advice = found->text;
  return found != nullptr;
}

}  // namespace tirx::script
