// SPDX-License-Identifier: Apache-2.0
#include "cli/run_arguments.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

#include "base/float_format.h"
#include "driver/files.h"
#include "ir/evaluate.h"

namespace tirx::cli {
namespace {

using Given = std::map<std::string, std::string>;
using Symbols = std::map<std::string, int64_t>;

constexpr const char* kExtent = "100";  // made up: no multiple of a block's size, so that missing guards show
constexpr int64_t kMostBytes = int64_t(16) << 30;  // of one tensor that the tool fills by itself

Failure Bad(std::string_view name, std::string_view why) {
  return Fail(DK::BadArgument, Span(), {name, why});
}

bool IsFile(const std::string& text) {
  return text.size() > 4 && text.substr(text.size() - 4) == ".npy";
}

template <class Integer = int64_t>
std::optional<Integer> ParseInteger(const std::string& text) {
  Integer value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<int64_t> Evaluate(const ir::Expr& expr, const Symbols& symbols) {
  return ir::EvaluateInteger(expr, [&](const ir::VarNode& var) -> std::optional<int64_t> {
    auto it = symbols.find(var.name);
    return it == symbols.end() ? std::nullopt : std::optional<int64_t>(it->second);
  });
}

double ElementAt(const NpyArray& array, size_t index) {
  const DType t = ScalarOf(array.dtype);
  const char* at = array.data.data() + index * size_t(StorageBytes(t));
  auto read = [&](auto sample) {
    decltype(sample) value;
    std::memcpy(&value, at, sizeof(value));
    return value;
  };
  if (auto format = FloatFormatOf(t))
    return DecodeFloat(*format, StorageBytes(t) == 1 ? read(uint8_t{}) : read(uint16_t{}));
  if (IsIeeeFloat(t)) return t.bits == 32 ? read(float{}) : read(double{});
  bool is_signed = IsInt(t);
  switch (t.bits) {
    case 8:
      return is_signed ? read(int8_t{}) : read(uint8_t{});
    case 16:
      return is_signed ? read(int16_t{}) : read(uint16_t{});
    case 32:
      return is_signed ? double(read(int32_t{})) : double(read(uint32_t{}));
    default:
      return is_signed ? double(read(int64_t{})) : double(read(uint64_t{}));
  }
}

// A multiplicative generator (Knuth, The Art of Computer Programming 2, 3.3.4: multiplier of MMIX).
class Numbers {
 public:
  explicit Numbers(uint64_t seed) : state_(seed * 2 + 1) {}
  double Next() {  // [0, 1)
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return double(state_ >> 40) / double(uint64_t(1) << 24);
  }

 private:
  uint64_t state_;
};

// The element as `t` stores it.
uint64_t BitsOf(DType t, double x) {
  if (auto format = FloatFormatOf(t)) return EncodeFloat(*format, x);
  if (t == Float(32)) return std::bit_cast<uint32_t>(float(x));
  if (t == Float(64)) return std::bit_cast<uint64_t>(x);
  return IsBool(t) ? x >= 0 : uint64_t(int64_t(std::floor((x + 1) * 5)));
}

// Large tensors repeat what they begin with, which copies faster than it is made; a prime number of elements,
// so that no tile has what its neighbour has.
void FillTensor(uint64_t seed, NpyArray* array) {
  constexpr size_t kMade = 65521;
  Numbers numbers(seed);
  const DType element = ScalarOf(array->dtype);
  const size_t width = size_t(StorageBytes(element)), bytes = array->data.size();
  const size_t made = std::min(bytes, kMade * width);
  for (size_t at = 0; at + width <= made; at += width) {
    uint64_t bits = BitsOf(element, numbers.Next() * 2 - 1);
    std::memcpy(array->data.data() + at, &bits, width);
  }
  for (size_t at = made; at < bytes; at += made)
    std::memcpy(array->data.data() + at, array->data.data(), std::min(made, bytes - at));
}

Status ReadGivenTensor(const std::string& path, const ir::TensorType& type, RunArgument* argument,
                       Symbols* symbols) {
  TIRX_TRY(std::string bytes, driver::ReadFile(path));
  TIRX_TRY(argument->tensor, ParseNpy(bytes, type->dtype, argument->name));
  for (int k = 0; k < type->ndim() && size_t(k) < argument->tensor.shape.size(); ++k) {
    auto* var = type->dim(k).as<ir::VarNode>();
    if (!var) continue;
    int64_t extent = argument->tensor.shape[size_t(k)];
    auto [known, added] = symbols->emplace(var->name, extent);
    if (!added && known->second != extent)
      return Bad(argument->name, "extent " + std::to_string(k) + " of `" + path + "` is " +
                                     std::to_string(extent) + ", but `" + known->first + "` is " +
                                     std::to_string(known->second));
  }
  return Ok{};
}

Status MakeTensor(const ir::TensorType& type, const Symbols& symbols, uint64_t seed, RunArgument* argument) {
  argument->tensor.dtype = type->dtype;
  int64_t bytes = StorageBytes(type->dtype);
  for (int k = 0; k < type->ndim(); ++k) {
    auto extent = Evaluate(type->dim(k), symbols);
    if (extent && *extent < 0)
      return Bad(argument->name, "extent " + std::to_string(k) + " is " + std::to_string(*extent) +
                                     "; it must not be negative");
    if (!extent) {
      auto* var = type->dim(k).as<ir::VarNode>();
      std::string symbol = var ? std::string(var->name) : "its symbols";
      return Bad(argument->name,
                 "extent " + std::to_string(k) + " is not known; give `--arg " + symbol + "=N`");
    }
    argument->tensor.shape.push_back(*extent);
    if (__builtin_mul_overflow(bytes, *extent, &bytes) || bytes > kMostBytes)
      return Bad(argument->name,
                 "more than " + std::to_string(kMostBytes >> 30) + " GiB are too much to make up");
  }
  argument->tensor.data.resize(size_t(bytes));
  FillTensor(seed, &argument->tensor);
  return Ok{};
}

Status ReadScalar(const std::string& text, RunArgument* argument) {
  if (IsHandle(argument->dtype)) {
    if (text == "None") return Ok{};
    return Bad(argument->name, "`" + text + "` is no pointer; from the command line that can only be None");
  }
  if (IsFloating(argument->dtype)) {
    char* end = nullptr;
    argument->number = std::strtod(text.c_str(), &end);
    if (text.empty() || *end) return Bad(argument->name, "`" + text + "` is not a number");
    return Ok{};
  }
  auto value = text == "True" ? 1 : text == "False" ? 0 : ParseInteger(text);
  if (!value && argument->dtype == UInt(64)) value = ParseInteger<uint64_t>(text);  // its bits
  if (!value) return Bad(argument->name, "`" + text + "` is not an integer");
  argument->integer = *value;
  return Ok{};
}

bool IsParam(const ir::Function& function, const std::string& name) {
  return std::any_of(function->params.begin(), function->params.end(),
                     [&](const ir::Var& param) { return View(param->name) == name; });
}

// The symbols that are extents of a parameter by themselves.
std::vector<std::string> SymbolsOf(const ir::Var& param) {
  std::vector<std::string> symbols;
  if (!param.is_tensor()) return symbols;
  for (const ir::Expr& extent : ir::ShapeOf(param.tensor_type()))
    if (auto* var = extent.as<ir::VarNode>()) symbols.push_back(std::string(var->name));
  return symbols;
}

std::string Joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// Every name given must be a parameter or a symbol of a shape.
Status CheckNames(const ir::Function& function, const Given& given) {
  std::vector<std::string> known;
  auto add = [&](const std::string& name) {
    if (std::find(known.begin(), known.end(), name) == known.end()) known.push_back(name);
  };
  for (const ir::Var& param : function->params) {
    add(param->name);
    for (const std::string& symbol : SymbolsOf(param)) add(symbol);
  }
  for (const auto& [name, text] : given) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    return Bad(name, "`" + std::string(function->name) + "` has no such parameter; it has " + Joined(known));
  }
  return Ok{};
}

}  // namespace

Result<std::vector<RunArgument>> MakeArguments(const ir::Function& function, const Given& given) {
  TIRX_RETURN_IF_FAILED(CheckNames(function, given));
  Symbols symbols;
  for (const auto& [name, text] : given) {
    auto value = ParseInteger(text);
    if (value) symbols[name] = *value;
    if (!value && !IsParam(function, name)) return Bad(name, "`" + text + "` is not an integer");
  }
  std::vector<RunArgument> arguments;
  for (const ir::Var& param : function->params) {
    RunArgument& argument = arguments.emplace_back();
    argument.name = param->name;
    argument.is_tensor = param.is_tensor();
    argument.dtype = argument.is_tensor ? param.tensor_type()->dtype : param->dtype();
    auto it = given.find(argument.name);
    if (argument.is_tensor && it != given.end()) {
      if (!IsFile(it->second)) return Bad(argument.name, "a tensor is given as a .npy file");
      TIRX_RETURN_IF_FAILED(ReadGivenTensor(it->second, param.tensor_type(), &argument, &symbols));
    } else if (!argument.is_tensor) {
      if (it == given.end()) return Bad(argument.name, "missing; give `--arg " + argument.name + "=VALUE`");
      TIRX_RETURN_IF_FAILED(ReadScalar(it->second, &argument));
    }
  }
  for (size_t i = 0; i < arguments.size(); ++i) {
    RunArgument& argument = arguments[i];
    bool made_up = argument.is_tensor && IsVoid(argument.tensor.dtype);
    if (made_up)
      TIRX_RETURN_IF_FAILED(MakeTensor(function->params[i].tensor_type(), symbols, i + 1, &argument));
    argument.before = argument.tensor.data;
  }
  return arguments;
}

std::string MakeUp(const ir::Function& function, Given* given) {
  std::vector<std::string> made_up, tensors, told;  // told: symbols, by given tensors
  auto add = [&](const std::string& name, const char* value) {
    if (given->emplace(name, value).second) made_up.push_back(name + "=" + value);
  };
  for (const ir::Var& param : function->params) {
    if (!param.is_tensor()) continue;
    if (given->count(std::string(param->name))) {
      for (const std::string& symbol : SymbolsOf(param)) told.push_back(symbol);
    } else {
      tensors.push_back(std::string(param->name));
    }
  }
  for (const ir::Var& param : function->params)
    for (const std::string& symbol : SymbolsOf(param))
      if (std::find(told.begin(), told.end(), symbol) == told.end()) add(symbol, kExtent);
  for (const ir::Var& param : function->params) {
    if (param.is_tensor() || IsHandle(param->dtype())) continue;
    add(param->name, IsFloating(param->dtype()) ? "0.5" : IsBool(param->dtype()) ? "True" : "3");
  }
  made_up.insert(made_up.end(), tensors.begin(), tensors.end());
  return Joined(made_up);
}

std::string Describe(const RunArgument& argument) {
  const NpyArray& tensor = argument.tensor;
  std::string shape;
  for (int64_t extent : tensor.shape) shape += (shape.empty() ? "" : ", ") + std::to_string(extent);
  std::string out = argument.name + " " + DTypeName(tensor.dtype) + " (" + shape +
                    "): " + (tensor.data == argument.before ? "unchanged" : "changed");
  size_t count = tensor.data.size() / size_t(StorageBytes(ScalarOf(tensor.dtype)));
  if (count == 0) return out + ", empty";
  double low = INFINITY, high = -INFINITY, sum = 0;
  for (size_t i = 0; i < count; ++i) {
    double value = ElementAt(tensor, i);
    low = std::fmin(low, value);
    high = std::fmax(high, value);
    sum += value;
  }
  char text[128];
  std::snprintf(text, sizeof(text), ", min %.6g max %.6g mean %.6g,", low, high, sum / double(count));
  out += text;
  for (size_t i = 0; i < std::min<size_t>(count, 6); ++i) {
    std::snprintf(text, sizeof(text), " %.6g", ElementAt(tensor, i));
    out += text;
  }
  return out + (count > 6 ? " ..." : "");
}

}  // namespace tirx::cli
