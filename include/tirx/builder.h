// SPDX-License-Identifier: Apache-2.0
// Building kernels from C++, without a script. What is built follows the language's rules (docs/language.md),
// and is a Script like any other: it prints, compiles and runs on the simulator. examples/cpp/build_kernel.cc
// is a whole program.
//
//   tirx::FunctionBuilder f("scale");
//   tirx::Tensor a = f.TensorParam("A", "float32", {"n"});
//   tirx::Value k = f.ScalarParam("k", "float32");
//   f.DeviceEntry({.grid = {tirx::CeilDiv(a.extent(0), 256)}, .block = {256}}, [&] {
//     tirx::Value i = f.Bind("i", tirx::BlockIdx("x") * 256 + tirx::ThreadIdx("x"));
//     f.If(i < a.extent(0), [&] { f.Store(a, {i}, a(i) * k); });
//   });
//   tirx::Script script = f.Finish();
//
// Every mistake is a thrown Error whose text names the rule: operands that do not mix where they are
// combined, the rest in Finish.
#pragma once

#include <tvm/ffi/any.h>

#include <concepts>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tirx/script.h"

namespace tirx {

// A value of the program that is built: a scalar or a vector, known when the kernel runs. A C++ number is one
// too and takes the type of the value that it is combined with (int32 or float32 where there is none).
class Value {
 public:
  Value(bool number) : node_(number) {}
  template <std::integral T>
  Value(T number) : node_(int64_t(number)) {}
  Value(double number) : node_(number) {}
  explicit Value(tvm::ffi::Any node) : node_(std::move(node)) {}
  // An ir::Expr, or the number; for code that goes on with the IR itself.
  const tvm::ffi::Any& node() const { return node_; }

 private:
  tvm::ffi::Any node_;
};

using Attributes = std::map<std::string, tvm::ffi::Any>;

// Arithmetic: operands widen within integers of one signedness and to float32, and do not mix otherwise. `/`
// is for floats; % is the remainder of FloorDiv, both round towards minus infinity.
Value operator+(const Value& a, const Value& b);
Value operator-(const Value& a, const Value& b);
Value operator*(const Value& a, const Value& b);
Value operator/(const Value& a, const Value& b);
Value operator%(const Value& a, const Value& b);
Value operator&(const Value& a, const Value& b);
Value operator|(const Value& a, const Value& b);
Value operator^(const Value& a, const Value& b);
Value operator<<(const Value& a, const Value& b);
Value operator>>(const Value& a, const Value& b);
Value operator-(const Value& a);
Value operator~(const Value& a);
// Comparisons give bool.
Value operator<(const Value& a, const Value& b);
Value operator<=(const Value& a, const Value& b);
Value operator>(const Value& a, const Value& b);
Value operator>=(const Value& a, const Value& b);
Value operator==(const Value& a, const Value& b);
Value operator!=(const Value& a, const Value& b);
// Lazy: `b` is evaluated only where it decides.
Value And(const Value& a, const Value& b);
Value Or(const Value& a, const Value& b);
Value Not(const Value& a);
Value FloorDiv(const Value& a, const Value& b);
Value CeilDiv(const Value& a, const Value& b);
Value Min(const Value& a, const Value& b);
Value Max(const Value& a, const Value& b);
// Both sides are evaluated. The lazy form is Call("if_then_else", {condition, a, b}).
Value Select(const Value& condition, const Value& a, const Value& b);
// To "int8" ... "uint64", "float16", "bfloat16", "float32", "float64", "bool".
Value Cast(const Value& value, std::string_view dtype);
// An operation of `tirx list intrinsics` by its name after `T.`: Call("exp", {x}), Call("gpu.sync").
Value Call(std::string_view operation, const std::vector<Value>& operands = {},
           const Attributes& attributes = {});
// Of the axis "x", "y" or "z".
Value ThreadIdx(std::string_view axis);
Value BlockIdx(std::string_view axis);

// An extent: a number, a value, or the name of a length that a tensor brings along (int64).
class Extent {
 public:
  template <std::integral T>
  Extent(T length) : value_(length) {}
  Extent(Value value) : value_(std::move(value)) {}
  Extent(const char* name) : value_(0), name_(name) {}
  const Value& value() const { return value_; }
  const std::string& name() const { return name_; }  // empty: value() counts

 private:
  Value value_;
  std::string name_;
};

// A parameter, an array of a thread or a block, or a cell. Copies mean the same memory.
class Tensor {
 public:
  explicit Tensor(tvm::ffi::Any var) : var_(std::move(var)) {}
  Value extent(int axis) const;
  // The element at the indices, one per axis.
  template <class... Index>
  Value operator()(Index&&... index) const {
    return Load({Value(std::forward<Index>(index))...});
  }
  Value Load(const std::vector<Value>& indices) const;
  const tvm::ffi::Any& node() const { return var_; }  // an ir::Var

 private:
  tvm::ffi::Any var_;
};

struct LaunchConfig {
  std::vector<Value> grid, block;   // one to three extents each
  std::string backend_config = "";  // JSON: {"cuda": {...}}; empty: as the compilation says
  std::vector<std::pair<std::string, Value>> fields = {};  // further ones by name: "dynamic_smem_bytes"
};

// A kernel that comes from outside (docs/language.md: Calls out).
struct ExternalKernel {
  std::string name;         // as its binary has it: extern "C" __global__ void name(...)
  std::string source;       // text, or the bytes of a binary
  std::string format = "";  // "ptx", "cubin", "fatbin"; empty: text of the target's language
  // By the file's suffix: k.cu, k.ptx, k.cubin, k.fatbin. Throws Error for a file that cannot be read.
  static ExternalKernel FromFile(const std::string& path, std::string name);
};

// What such a kernel is passed: a value in its own type, or the address of a tensor's first element.
class Argument {
 public:
  template <class T>
  requires std::constructible_from<Value, T> Argument(T&& value)
      : node_(Value(std::forward<T>(value)).node()) {}
  Argument(const Tensor& tensor) : node_(tensor.node()) {}
  const tvm::ffi::Any& node() const { return node_; }

 private:
  tvm::ffi::Any node_;
};

enum class LoopKind : uint8_t { Serial, Parallel, Vectorized, Unrolled };

// One function. Statements go where the innermost open body stands; a body is a callable without arguments.
class FunctionBuilder {
 public:
  using Body = std::function<void()>;

  explicit FunctionBuilder(std::string name);
  ~FunctionBuilder();
  FunctionBuilder(const FunctionBuilder&) = delete;
  FunctionBuilder& operator=(const FunctionBuilder&) = delete;

  // `alignment` in bytes, checked by the host; vector accesses need it.
  Tensor TensorParam(const std::string& name, std::string_view dtype, const std::vector<Extent>& shape,
                     int64_t alignment = 0);
  Value ScalarParam(const std::string& name, std::string_view dtype);

  // A name for a value, which is computed here.
  Value Bind(const std::string& name, const Value& value);
  // An array in "local" (of the thread), "shared" or "shared.dyn" (of the block); uninitialised.
  Tensor Alloc(const std::string& name, std::string_view dtype, const std::vector<Extent>& shape,
               const std::string& scope);
  // A scalar of the thread that can be stored to: read it with cell(0), change it with Store(cell, {0},
  // value).
  Tensor Cell(const std::string& name, std::string_view dtype, const Value& initial);
  void Store(const Tensor& tensor, const std::vector<Value>& indices, const Value& value);
  // An operation for its effect.
  void Evaluate(const Value& call);

  void For(const std::string& name, const Value& start, const Value& stop,
           const std::function<void(Value)>& body, LoopKind kind = LoopKind::Serial, int64_t step = 1);
  void If(const Value& condition, const Body& then_case, const Body& else_case = nullptr);
  void While(const Value& condition, const Body& body);
  void Break();
  void Continue();
  void Return();
  void Assert(const Value& condition, const std::string& message);
  void DeviceEntry(const LaunchConfig& launch, const Body& body);
  // Launches a kernel that this function does not write. Text is compiled as the launch's and the
  // compilation's configuration say; what its name or its parameters contradict is an Error of Compile.
  void CallKernel(const ExternalKernel& kernel, const LaunchConfig& launch,
                  const std::vector<Argument>& arguments);

  // Ends the function and checks it. The builder is empty afterwards.
  Script Finish();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tirx
