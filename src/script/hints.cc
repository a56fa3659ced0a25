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

// Names of Apache TVM's TIRx as of 2026 and before, and of CUDA, by what stands after `T.`.
constexpr Advice kOtherNames[] = {
    {"prim_func", "write `@T.function`"},
    {"macro", "write `@T.inline`"},
    {"Buffer", "write `T.Tensor(shape, dtype)`"},
    {"match_buffer", "say it where the parameter stands: `A: T.Tensor(shape, dtype)`"},
    {"alloc_buffer", "write `T.alloc_shared(shape, dtype)` or `T.alloc_local(shape, dtype)`"},
    {"decl_buffer", "write `T.decl_tensor(shape, dtype, data=pointer)`"},
    {"local_scalar", "declare a cell, `x: T.int32 = 0`"},
    {"alloc_scalar", "declare a cell, `x: T.int32 = 0`"},
    {"shared_scalar", "write `T.alloc_shared((1,), dtype)`"},
    {"If", "write `if`"},
    {"Then", "write `if`"},
    {"Else", "write `else`"},
    {"While", "write `while`"},
    {"And", "write `a and b`"},
    {"Or", "write `a or b`"},
    {"Not", "write `not a`"},
    {"bitwise_and", "write `a & b`"},
    {"bitwise_or", "write `a | b`"},
    {"bitwise_xor", "write `a ^ b`"},
    {"bitwise_not", "write `~a`"},
    {"shift_left", "write `a << b`"},
    {"shift_right", "write `a >> b`"},
    {"attr",
     "what is said of a kernel stands in `T.device_entry(...)`, of a function in `T.func_attr({...})`"},
    {"cta_id", "write `T.gpu.block_idx(\"x\")`"},
    {"thread_id", "write `T.gpu.thread_idx(\"x\")`"},
    {"lane_id", "write `T.gpu.lane_id()`"},
    {"tvm_storage_sync", "write `T.gpu.sync()`"},
    {"gpu.syncthreads", "write `T.gpu.sync()`"},
    {"syncthreads", "write `T.gpu.sync()`"},
    {"printf", "write `T.gpu.printf(...)`"},
    {".reshape", "write `A.view(...)`"},
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

std::string_view AdviceOnOtherName(std::string_view name) {
  auto* found = Find(std::begin(kOtherNames), std::end(kOtherNames), name);
  return found ? found->text : std::string_view();
}

bool IsPythonBuiltin(std::string_view name, std::string_view* advice) {
  auto* found = Find(std::begin(kBuiltins), std::end(kBuiltins), name);
  if (found) *advice = found->text;
  return found != nullptr;
}

}  // namespace tirx::script
