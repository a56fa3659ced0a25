// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/runtime/tensor_map.h"

#include <tvm/ffi/error.h>
#include <tvm/ffi/function.h>

#include <cstring>
#include <string_view>

namespace tirx::cuda {

namespace ffi = tvm::ffi;
using runtime::RuntimeStatus;

namespace {

// CUDA Driver API, "CUtensorMapDataType" and "cuTensorMapEncodeTiled"; 13.0.
struct TensorMapRow {
  const char *dtype, *format;
  int value;  // CUtensorMapDataType
  int bits;   // of an element
  bool is_float;
  int since = 12000;  // version of the driver
};
// clang-format off
constexpr TensorMapRow kTypes[] = {
    {"uint8", "own", 0, 8, false}, {"int8", "own", 0, 8, false}, {"bool", "own", 0, 8, false},
    {"float8_e4m3fn", "own", 0, 8, false}, {"float8_e5m2", "own", 0, 8, false}, {"float8_e8m0fnu", "own", 0, 8, false},
    {"uint16", "own", 1, 16, false}, {"int16", "own", 1, 16, false}, {"uint32", "own", 2, 32, false}, {"int32", "own", 3, 32, false},
    {"uint64", "own", 4, 64, false}, {"int64", "own", 5, 64, false}, {"float16", "own", 6, 16, true}, {"float32", "own", 7, 32, true},
    {"float64", "own", 8, 64, true}, {"bfloat16", "own", 9, 16, true}, {"float32", "float32_ftz", 10, 32, true},
    {"float32", "tf32", 11, 32, true}, {"float32", "tf32_ftz", 12, 32, true},
    {"float4_e2m1fn", "own", 13, 4, false, 12080}, {"float4_e2m1fn", "16u4_align8b", 13, 4, false, 12080},
    {"float4_e2m1fn", "16u4_align16b", 14, 4, false, 12080}, {"float6_e2m3fn", "own", 15, 6, false, 12080},
    {"float6_e3m2fn", "own", 15, 6, false, 12080}, {"float6_e2m3fn", "16u6_align16b", 15, 6, false, 12080},
    {"float6_e3m2fn", "16u6_align16b", 15, 6, false, 12080},
};
struct Choice {
  const char* name;
  int value;
  int bytes = 0;      // what it spans, of a swizzle
  int since = 12000;
};
constexpr Choice kInterleaves[] = {{"none", 0}, {"16B", 1}, {"32B", 2}};
constexpr Choice kSwizzles[] = {{"none", 0}, {"32B", 1, 32}, {"64B", 2, 64}, {"128B", 3, 128}, {"128B_atom_32B", 4, 128, 12080},
                                {"128B_atom_32B_flip_8B", 5, 128, 12080}, {"128B_atom_64B", 6, 128, 12080}};
constexpr Choice kPromotions[] = {{"none", 0}, {"64B", 1}, {"128B", 2}, {"256B", 3}};
constexpr Choice kFills[] = {{"zeros", 0}, {"nan", 1}};
// clang-format on

constexpr int kFourAlign8 = 13, kFourAlign16 = 14, kSixAlign16 = 15;  // CUtensorMapDataType
constexpr int kInterleave32 = 2, kSwizzle32 = 1, kSwizzle128 = 3, kSwizzleAtom32 = 4, kSwizzleAtom64 = 6;
constexpr int64_t kMaxRank = 5, kMaxBox = 256, kMaxElementStride = 8;

// A request whose names have been looked up.
struct Resolved {
  const TensorMapRow* type = nullptr;
  const Choice *interleave = nullptr, *swizzle = nullptr, *l2_promotion = nullptr, *oob_fill = nullptr;
  bool Is16ByteAligned() const { return type->value == kFourAlign16 || type->value == kSixAlign16; }
};

RuntimeStatus Wrong(const std::string& what) {
  return RuntimeStatus::Error(runtime::kValueError, "tensor map: " + what);
}

RuntimeStatus WrongNumber(const std::string& what, size_t axis, int64_t value, const std::string& rule) {
  return Wrong(what + " of axis " + std::to_string(axis) + " is " + std::to_string(value) + "; " + rule);
}

RuntimeStatus TooOld(const std::string& what, int since, int version) {
  auto text = [](int v) { return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10); };
  return Wrong(what + " needs a driver for CUDA " + text(since) + " or newer; this one is for " +
               text(version));
}

template <size_t kCount>
RuntimeStatus Find(const char* what, const Choice (&choices)[kCount], const std::string& name, int version,
                   const Choice** found) {
  std::string known;
  for (const Choice& choice : choices) {
    if (name == choice.name) *found = &choice;
    known += (known.empty() ? "" : ", ") + std::string(choice.name);
  }
  if (*found == nullptr) return Wrong(std::string(what) + " `" + name + "` is none of " + known);
  if (version < (*found)->since)
    return TooOld(std::string(what) + " `" + name + "`", (*found)->since, version);
  return {};
}

RuntimeStatus FindType(const TensorMapRequest& request, int version, const TensorMapRow** found) {
  std::string formats;
  bool is_known = false;
  for (const TensorMapRow& row : kTypes) {
    if (request.dtype != row.dtype) continue;
    is_known = true;
    if (request.format == row.format) *found = &row;
    if (std::string_view(row.format) != "own")
      formats += (formats.empty() ? "" : ", ") + std::string(row.format);
  }
  if (!is_known) return Wrong("there is none for elements of " + request.dtype);
  if (*found == nullptr)
    return Wrong("format `" + request.format + "` is none for elements of " + request.dtype +
                 (formats.empty() ? ", which have no other than their own" : "; there are " + formats));
  if (version < (*found)->since)
    return TooOld("element type `" + request.dtype + "`", (*found)->since, version);
  return {};
}

RuntimeStatus Resolve(const TensorMapRequest& request, int version, Resolved* made) {
  RuntimeStatus status = FindType(request, version, &made->type);
  if (status.ok()) status = Find("interleave", kInterleaves, request.interleave, version, &made->interleave);
  if (status.ok()) status = Find("swizzle", kSwizzles, request.swizzle, version, &made->swizzle);
  if (status.ok())
    status = Find("l2_promotion", kPromotions, request.l2_promotion, version, &made->l2_promotion);
  if (status.ok()) status = Find("oob_fill", kFills, request.oob_fill, version, &made->oob_fill);
  return status;
}

RuntimeStatus CheckRank(const TensorMapRequest& r, const Resolved& names) {
  if (r.rank < 1 || r.rank > kMaxRank)
    return Wrong("the rank is " + std::to_string(r.rank) + "; it must be 1 to " + std::to_string(kMaxRank));
  if (names.interleave->value != 0 && r.rank < 3)
    return Wrong("the rank is " + std::to_string(r.rank) + "; with an interleave it must be at least 3");
  const size_t rank = size_t(r.rank);
  if (r.extents.size() != rank || r.strides.size() != rank - 1 || r.box.size() != rank ||
      r.element_strides.size() != rank)
    return Wrong("a rank of " + std::to_string(rank) +
                 " needs as many extents, box sizes and element strides, " + "and one stride less");
  return {};
}

RuntimeStatus CheckMemory(const TensorMapRequest& r, const Resolved& names) {
  const int64_t alignment = names.interleave->value == kInterleave32 || names.Is16ByteAligned() ? 32 : 16;
  const std::string multiple = "it must be a multiple of " + std::to_string(alignment) + " bytes";
  if (r.address == 0) return Wrong("the address is NULL");
  if (r.address % uint64_t(alignment) != 0)
    return Wrong("the address leaves " + std::to_string(r.address % uint64_t(alignment)) + " bytes; " +
                 multiple);
  for (size_t i = 0; i < r.extents.size(); ++i)
    if (r.extents[i] < 1 || r.extents[i] > int64_t(1) << 32)
      return WrongNumber("the extent", i, r.extents[i], "it must be 1 to 2^32");
  const int64_t whole = names.Is16ByteAligned() ? 128 : names.type->value == kFourAlign8 ? 2 : 1;
  if (r.extents[0] % whole != 0)
    return WrongNumber("the extent", 0, r.extents[0],
                       "for this element type it must be a multiple of " + std::to_string(whole));
  for (size_t i = 0; i < r.strides.size(); ++i) {
    if (r.strides[i] % alignment != 0) return WrongNumber("the stride", i + 1, r.strides[i], multiple);
    if (r.strides[i] < 0 || r.strides[i] >= int64_t(1) << 40)
      return WrongNumber("the stride", i + 1, r.strides[i], "it must be 0 to 2^40 - 1 bytes");
  }
  return {};
}

RuntimeStatus CheckBox(const TensorMapRequest& r, const Resolved& names) {
  for (size_t i = 0; i < r.box.size(); ++i)
    if (r.box[i] < 1 || r.box[i] > kMaxBox)
      return WrongNumber("the box", i, r.box[i], "it must be 1 to " + std::to_string(kMaxBox));
  if (names.Is16ByteAligned() && r.box[0] != 128)
    return WrongNumber("the box", 0, r.box[0], "for this element type it must be 128");
  const bool interleaved = names.interleave->value != 0;
  const int64_t row_bits = r.box[0] * names.type->bits;
  if (!interleaved && !names.Is16ByteAligned() && row_bits % 128 != 0)
    return Wrong("a row of the box is " + std::to_string(r.box[0]) + " elements of " + r.dtype + ", " +
                 std::to_string(row_bits / 8) + " bytes; it must be a multiple of 16 bytes");
  for (size_t i = interleaved ? 0 : 1; i < r.element_strides.size(); ++i)
    if (r.element_strides[i] < 1 || r.element_strides[i] > kMaxElementStride)
      return WrongNumber("the element stride", i, r.element_strides[i],
                         "it must be 1 to " + std::to_string(kMaxElementStride));
  return {};
}

RuntimeStatus CheckSwizzle(const TensorMapRequest& r, const Resolved& names) {
  const int swizzle = names.swizzle->value, type = names.type->value;
  const bool plain_or_128 = swizzle == 0 || swizzle == kSwizzle128 || swizzle == kSwizzleAtom32;
  if (type == kSixAlign16 && names.interleave->value != 0)
    return Wrong("elements of " + r.dtype + " cannot be interleaved");
  if ((type == kFourAlign16 && !plain_or_128) ||
      (type == kSixAlign16 && !plain_or_128 && swizzle != kSwizzleAtom64))
    return Wrong("swizzle `" + r.swizzle +
                 "` is not for this element type; there are none, 128B, 128B_atom_32B" +
                 (type == kSixAlign16 ? " and 128B_atom_64B" : ""));
  if (names.interleave->value == kInterleave32 && swizzle != kSwizzle32)
    return Wrong("with interleave `32B` the swizzle must be `32B`, not `" + r.swizzle + "`");
  const int64_t row_bytes = (r.box[0] * names.type->bits + 7) / 8;
  if (names.interleave->value == 0 && swizzle != 0 && row_bytes > names.swizzle->bytes)
    return Wrong("a row of the box is " + std::to_string(row_bytes) + " bytes; with swizzle `" + r.swizzle +
                 "` it must be at most " + std::to_string(names.swizzle->bytes));
  if (names.oob_fill->value != 0 && !names.type->is_float)
    return Wrong("oob_fill `nan` is for floats of at least 16 bits, not for elements of " + r.dtype);
  return {};
}

RuntimeStatus ResolveAndCheck(const TensorMapRequest& request, int driver_version, Resolved* names) {
  RuntimeStatus status = Resolve(request, driver_version, names);
  if (status.ok()) status = CheckRank(request, *names);
  if (status.ok()) status = CheckMemory(request, *names);
  if (status.ok()) status = CheckBox(request, *names);
  if (status.ok()) status = CheckSwizzle(request, *names);
  return status;
}

// The driver wants a context, and the thread may have none.
RuntimeStatus UseSomeContext(const driver::DriverApi& driver, driver::Context* context) {
  if (driver.context_get_current(context) == driver::kSuccess && *context != nullptr) return {};
  return driver::PrimaryContext(driver, 0, context);
}

}  // namespace

RuntimeStatus CheckTensorMap(const TensorMapRequest& request, int driver_version) {
  Resolved names;
  return ResolveAndCheck(request, driver_version, &names);
}

RuntimeStatus EncodeTensorMap(const TensorMapRequest& request, void* map) {
  std::string why;
  const driver::DriverApi* driver = driver::FindDriver(&why);
  if (driver == nullptr)
    return RuntimeStatus::Error(runtime::kRuntimeError, "a tensor map needs the CUDA driver, and " + why);
  int version = 0;
  driver->driver_get_version(&version);
  Resolved names;
  RuntimeStatus status = ResolveAndCheck(request, version, &names);
  driver::Context context = nullptr;
  if (status.ok()) status = UseSomeContext(*driver, &context);
  if (!status.ok()) return status;
  driver::ContextScope scope(*driver, context);
  uint64_t extents[kMaxRank], strides[kMaxRank];
  uint32_t box[kMaxRank], element_strides[kMaxRank];
  for (size_t i = 0; i < size_t(request.rank); ++i) {
    extents[i] = uint64_t(request.extents[i]);
    if (i + 1 < size_t(request.rank)) strides[i] = uint64_t(request.strides[i]);
    box[i] = uint32_t(request.box[i]);
    element_strides[i] = uint32_t(request.element_strides[i]);
  }
  driver::TensorMap encoded;
  driver::Result result = driver->tensor_map_encode_tiled(
      &encoded, names.type->value, uint32_t(request.rank), reinterpret_cast<void*>(request.address), extents,
      strides, box, element_strides, names.interleave->value, names.swizzle->value, names.l2_promotion->value,
      names.oob_fill->value);
  if (result == driver::kSuccess) std::memcpy(map, &encoded, sizeof(encoded));
  return driver::ToStatus(*driver, result, "the tensor map cannot be encoded");
}

namespace {

// Reads the packed arguments one after another.
class ArgumentReader {
 public:
  explicit ArgumentReader(ffi::PackedArgs args) : args_(args) {}
  std::string Text() { return std::string(args_[next_++].cast<ffi::String>()); }
  int64_t Int() { return args_[next_++].cast<int64_t>(); }
  std::vector<int64_t> Ints(int64_t count) {
    std::vector<int64_t> values;
    for (int64_t i = 0; i < count; ++i) values.push_back(Int());
    return values;
  }
  void* Pointer() { return args_[next_++].cast<void*>(); }

 private:
  ffi::PackedArgs args_;
  int next_ = 0;
};

constexpr int kArgumentsBesideArrays = 9;

void Encode(ffi::PackedArgs args, ffi::Any*) {
  auto check = [](const RuntimeStatus& status) {
    if (!status.ok()) throw ffi::Error(status.kind, status.message, "");  // tvm-ffi's way to fail
  };
  ArgumentReader reader(args);
  TensorMapRequest r;
  if (args.size() < kArgumentsBesideArrays) check(Wrong("there are too few arguments"));
  void* map = reader.Pointer();
  r.dtype = reader.Text();
  r.format = reader.Text();
  r.rank = reader.Int();
  r.address = reinterpret_cast<uint64_t>(reader.Pointer());
  const bool fits =
      r.rank >= 1 && r.rank <= kMaxRank && args.size() == kArgumentsBesideArrays + 4 * r.rank - 1;
  if (r.rank < 1 || r.rank > kMaxRank)
    check(Wrong("the rank is " + std::to_string(r.rank) + "; it must be 1 to " + std::to_string(kMaxRank)));
  if (!fits) check(Wrong("the number of arguments does not fit the rank"));
  r.extents = reader.Ints(r.rank);
  r.strides = reader.Ints(r.rank - 1);
  r.box = reader.Ints(r.rank);
  r.element_strides = reader.Ints(r.rank);
  r.interleave = reader.Text();
  r.swizzle = reader.Text();
  r.l2_promotion = reader.Text();
  r.oob_fill = reader.Text();
  check(EncodeTensorMap(r, map));
}

}  // namespace

void RegisterTensorMaps() {
  ffi::Function::SetGlobal("tirx.runtime.tensormap_encode_tiled", ffi::Function::FromPacked(Encode));
}

}  // namespace tirx::cuda
