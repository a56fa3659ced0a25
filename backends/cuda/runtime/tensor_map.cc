// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/runtime/tensor_map.h"

#include <tvm/ffi/error.h>
#include <tvm/ffi/function.h>

#include <algorithm>
#include <cstring>
#include <string_view>

namespace tirx::cuda {

namespace ffi = tvm::ffi;
using runtime::RuntimeStatus;

namespace {

using TensorMapRow = tirx_tensor_map_type;
using Choice = tirx_tensor_map_choice;

// CUDA Driver API, "CUtensorMapDataType" and "cuTensorMapEncodeTiled"; 13.0.
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
constexpr Choice kInterleaves[] = {{"none", 0}, {"16B", 1}, {"32B", 2}};
constexpr Choice kSwizzles[] = {{"none", 0}, {"32B", 1, 32}, {"64B", 2, 64}, {"128B", 3, 128}, {"128B_atom_32B", 4, 128, 12080},
                                {"128B_atom_32B_flip_8B", 5, 128, 12080}, {"128B_atom_64B", 6, 128, 12080}};
constexpr Choice kPromotions[] = {{"none", 0}, {"64B", 1}, {"128B", 2}, {"256B", 3}};
constexpr Choice kFills[] = {{"zeros", 0}, {"nan", 1}};
// clang-format on

constexpr int64_t kMaxRank = TIRX_TENSOR_MAP_RANK;
constexpr int kNewestDriver = 13000;  // whose rules these are

RuntimeStatus Wrong(const std::string& what) {
  return RuntimeStatus::Error(runtime::kValueError, "tensor map: " + what);
}

template <size_t kCount>
RuntimeStatus Find(const char* what, const Choice (&choices)[kCount], const std::string& name,
                   Choice* found) {
  std::string known;
  for (const Choice& choice : choices) {
    known += (known.empty() ? "" : ", ") + std::string(choice.name);
    if (name != choice.name) continue;
    *found = choice;
    return {};
  }
  return Wrong(std::string(what) + " `" + name + "` is none of " + known);
}

RuntimeStatus FindType(const TensorMapNames& names, TensorMapRow* found) {
  std::string formats;
  bool is_known = false;
  for (const TensorMapRow& row : kTypes) {
    if (names.dtype != row.dtype) continue;
    is_known = true;
    if (names.format == row.format) {
      *found = row;
      return {};
    }
    if (std::string_view(row.format) != "own")
      formats += (formats.empty() ? "" : ", ") + std::string(row.format);
  }
  if (!is_known) return Wrong("there is none for elements of " + names.dtype);
  return Wrong("format `" + names.format + "` is none for elements of " + names.dtype +
               (formats.empty() ? ", which have no other than their own" : "; there are " + formats));
}

// What a wrong rank lacks or has too many of is said of the rank.
RuntimeStatus TakeNumbers(const TensorMapRequest& r, tirx_tensor_map* map) {
  map->rank = r.rank;
  map->address = r.address;
  if (std::string wrong = tirx_check_map_rank(*map); !wrong.empty())
    return RuntimeStatus::Error(runtime::kValueError, std::move(wrong));
  const size_t rank = size_t(r.rank);
  if (r.extents.size() != rank || r.strides.size() != rank - 1 || r.box.size() != rank ||
      r.element_strides.size() != rank)
    return Wrong("a rank of " + std::to_string(rank) +
                 " needs as many extents, box sizes and element strides, " + "and one stride less");
  std::copy(r.extents.begin(), r.extents.end(), map->extents);
  std::copy(r.strides.begin(), r.strides.end(), map->strides);
  std::copy(r.box.begin(), r.box.end(), map->box);
  std::copy(r.element_strides.begin(), r.element_strides.end(), map->element_strides);
  return {};
}

RuntimeStatus ResolveAndCheck(const TensorMapRequest& request, int driver_version, tirx_tensor_map* map) {
  RuntimeStatus status = ResolveTensorMap(request, map);
  if (status.ok()) status = TakeNumbers(request, map);
  if (!status.ok()) return status;
  std::string wrong = tirx_check_tensor_map(*map, driver_version);
  return wrong.empty() ? status : RuntimeStatus::Error(runtime::kValueError, std::move(wrong));
}

// The driver wants a context, and the thread may have none.
RuntimeStatus UseSomeContext(const driver::DriverApi& driver, driver::Context* context) {
  if (driver.context_get_current(context) == driver::kSuccess && *context != nullptr) return {};
  return driver::PrimaryContext(driver, 0, context);
}

}  // namespace

RuntimeStatus ResolveTensorMap(const TensorMapNames& names, tirx_tensor_map* map) {
  RuntimeStatus status = FindType(names, &map->type);
  if (status.ok()) status = Find("interleave", kInterleaves, names.interleave, &map->interleave);
  if (status.ok()) status = Find("swizzle", kSwizzles, names.swizzle, &map->swizzle);
  if (status.ok()) status = Find("l2_promotion", kPromotions, names.l2_promotion, &map->l2_promotion);
  if (status.ok()) status = Find("oob_fill", kFills, names.oob_fill, &map->oob_fill);
  return status;
}

RuntimeStatus CheckTensorMap(const TensorMapRequest& request, int driver_version) {
  tirx_tensor_map map{};
  return ResolveAndCheck(request, driver_version, &map);
}

RuntimeStatus EncodeTensorMap(const TensorMapRequest& request, void* map) {
  std::string why;
  const driver::DriverApi* driver = driver::FindDriver(&why);
  if (driver == nullptr)
    return RuntimeStatus::Error(runtime::kRuntimeError, "a tensor map needs the CUDA driver, and " + why);
  int version = 0;
  driver->driver_get_version(&version);
  tirx_tensor_map checked{};
  RuntimeStatus status = ResolveAndCheck(request, version, &checked);
  driver::Context context = nullptr;
  if (status.ok()) status = UseSomeContext(*driver, &context);
  if (!status.ok()) return status;
  driver::ContextScope scope(*driver, context);
  uint64_t extents[kMaxRank], strides[kMaxRank];
  uint32_t box[kMaxRank], element_strides[kMaxRank];
  for (size_t i = 0; i < size_t(kMaxRank); ++i) {
    extents[i] = uint64_t(checked.extents[i]);
    strides[i] = uint64_t(checked.strides[i]);
    box[i] = uint32_t(checked.box[i]);
    element_strides[i] = uint32_t(checked.element_strides[i]);
  }
  driver::TensorMap encoded;
  driver::Result result = driver->tensor_map_encode_tiled(
      &encoded, checked.type.value, uint32_t(checked.rank), reinterpret_cast<void*>(checked.address), extents,
      strides, box, element_strides, checked.interleave.value, checked.swizzle.value,
      checked.l2_promotion.value, checked.oob_fill.value);
  if (result == driver::kSuccess) std::memcpy(map, &encoded, sizeof(encoded));
  return driver::ToStatus(*driver, result, "the tensor map cannot be encoded");
}

RuntimeStatus DescribeTensorMap(const TensorMapRequest& request, void* map) {
  tirx_tensor_map checked{};
  RuntimeStatus status = ResolveAndCheck(request, kNewestDriver, &checked);
  if (!status.ok()) return status;
  DescribedTensorMap described;
  described.type = uint8_t(checked.type.value);
  described.element_bits = uint8_t(checked.type.bits);
  described.rank = uint8_t(checked.rank);
  described.interleave = uint8_t(checked.interleave.value);
  described.swizzle = uint8_t(checked.swizzle.value);
  described.l2_promotion = uint8_t(checked.l2_promotion.value);
  described.oob_fill = uint8_t(checked.oob_fill.value);
  described.address = checked.address;
  std::copy_n(checked.extents, kMaxRank, described.extents);
  std::copy_n(checked.strides, kMaxRank - 1, described.strides);
  std::copy_n(checked.box, kMaxRank, described.box);
  std::copy_n(checked.element_strides, kMaxRank, described.element_strides);
  char bytes[sizeof(driver::TensorMap)] = {};
  std::memcpy(bytes, &described, sizeof described);
  std::memcpy(map, bytes, sizeof bytes);
  return status;
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

template <RuntimeStatus (*encode)(const TensorMapRequest&, void*)>
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
  check(encode(r, map));
}

}  // namespace

void RegisterTensorMaps() {
  ffi::Function::SetGlobal("tirx.runtime.tensormap_encode_tiled",
                           ffi::Function::FromPacked(Encode<EncodeTensorMap>));
  ffi::Function::SetGlobal("tirx.runtime.tensormap_describe_tiled",
                           ffi::Function::FromPacked(Encode<DescribeTensorMap>));
}

}  // namespace tirx::cuda
