// SPDX-License-Identifier: Apache-2.0
// The rules of cuTensorMapEncodeTiled, whose own answer is always CUDA_ERROR_INVALID_VALUE. C++17 and
// self-contained: exported hosts carry this text (codegen/host_export.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

// What a name stands for; the rows are in tensor_map.cc.
struct tirx_tensor_map_type {
  const char *dtype, *format;
  int value;  // CUtensorMapDataType
  int bits;   // of an element
  bool is_float;
  int since = 12000;  // version of the driver, as cuDriverGetVersion counts
};
struct tirx_tensor_map_choice {
  const char* name;
  int value;
  int bytes = 0;  // what it spans, of a swizzle
  int since = 12000;
};

enum { TIRX_TENSOR_MAP_RANK = 5, TIRX_TENSOR_MAP_BOX = 256, TIRX_TENSOR_MAP_STEP = 8 };  // the largest

// Axis 0 is the innermost, as the driver has it.
struct tirx_tensor_map {
  tirx_tensor_map_type type;
  tirx_tensor_map_choice interleave, swizzle, l2_promotion, oob_fill;
  int64_t rank;
  uint64_t address;
  int64_t extents[TIRX_TENSOR_MAP_RANK];  // in elements
  int64_t strides[TIRX_TENSOR_MAP_RANK];  // in bytes, of the axes after the innermost: one less
  int64_t box[TIRX_TENSOR_MAP_RANK];      // what one copy takes
  int64_t element_strides[TIRX_TENSOR_MAP_RANK];
};

// CUDA Driver API, "CUtensorMapDataType", "CUtensorMapInterleave", "CUtensorMapSwizzle".
enum { TIRX_16U4_ALIGN8B = 13, TIRX_16U4_ALIGN16B = 14, TIRX_16U6_ALIGN16B = 15 };
enum { TIRX_INTERLEAVE_32B = 2 };
enum {
  TIRX_SWIZZLE_32B = 1,
  TIRX_SWIZZLE_128B = 3,
  TIRX_SWIZZLE_128B_ATOM_32B = 4,
  TIRX_SWIZZLE_128B_ATOM_64B = 6
};

static inline std::string tirx_wrong_map(const std::string& what) {
  return "tensor map: " + what;
}
static inline std::string tirx_wrong_axis(const std::string& what, size_t axis, int64_t value,
                                          const std::string& rule) {
  return tirx_wrong_map(what + " of axis " + std::to_string(axis) + " is " + std::to_string(value) + "; " +
                        rule);
}
static inline std::string tirx_check_since(const std::string& what, int since, int version) {
  if (version >= since) return "";
  auto text = [](int v) { return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10); };
  return tirx_wrong_map(what + " needs a driver for CUDA " + text(since) + " or newer; this one is for " +
                        text(version));
}

static inline bool tirx_is_16_byte_aligned(const tirx_tensor_map& map) {
  return map.type.value == TIRX_16U4_ALIGN16B || map.type.value == TIRX_16U6_ALIGN16B;
}

static inline std::string tirx_check_map_versions(const tirx_tensor_map& map, int version) {
  std::string wrong =
      tirx_check_since(std::string("element type `") + map.type.dtype + "`", map.type.since, version);
  if (wrong.empty())
    wrong = tirx_check_since(std::string("swizzle `") + map.swizzle.name + "`", map.swizzle.since, version);
  return wrong;
}

static inline std::string tirx_check_map_rank(const tirx_tensor_map& map) {
  const std::string is = "the rank is " + std::to_string(map.rank) + "; ";
  if (map.rank < 1 || map.rank > TIRX_TENSOR_MAP_RANK)
    return tirx_wrong_map(is + "it must be 1 to " + std::to_string(TIRX_TENSOR_MAP_RANK));
  if (map.interleave.value != 0 && map.rank < 3)
    return tirx_wrong_map(is + "with an interleave it must be at least 3");
  return "";
}

static inline std::string tirx_check_map_memory(const tirx_tensor_map& map) {
  const bool wide = map.interleave.value == TIRX_INTERLEAVE_32B || tirx_is_16_byte_aligned(map);
  const int alignment = wide ? 32 : 16;
  const std::string multiple = "it must be a multiple of " + std::to_string(alignment) + " bytes";
  if (map.address == 0) return tirx_wrong_map("the address is NULL");
  if (map.address % static_cast<uint64_t>(alignment) != 0)
    return tirx_wrong_map("the address leaves " +
                          std::to_string(map.address % static_cast<uint64_t>(alignment)) + " bytes; " +
                          multiple);
  for (size_t i = 0; i < static_cast<size_t>(map.rank); ++i)
    if (map.extents[i] < 1 || map.extents[i] > static_cast<int64_t>(1) << 32)
      return tirx_wrong_axis("the extent", i, map.extents[i], "it must be 1 to 2^32");
  const int64_t whole = tirx_is_16_byte_aligned(map) ? 128 : map.type.value == TIRX_16U4_ALIGN8B ? 2 : 1;
  if (map.extents[0] % whole != 0)
    return tirx_wrong_axis("the extent", 0, map.extents[0],
                           "for this element type it must be a multiple of " + std::to_string(whole));
  for (size_t i = 0; i + 1 < static_cast<size_t>(map.rank); ++i) {
    if (map.strides[i] % alignment != 0)
      return tirx_wrong_axis("the stride", i + 1, map.strides[i], multiple);
    if (map.strides[i] < 0 || map.strides[i] >= static_cast<int64_t>(1) << 40)
      return tirx_wrong_axis("the stride", i + 1, map.strides[i], "it must be 0 to 2^40 - 1 bytes");
  }
  return "";
}

static inline std::string tirx_check_map_box(const tirx_tensor_map& map) {
  const size_t rank = static_cast<size_t>(map.rank);
  for (size_t i = 0; i < rank; ++i)
    if (map.box[i] < 1 || map.box[i] > TIRX_TENSOR_MAP_BOX)
      return tirx_wrong_axis("the box", i, map.box[i],
                             "it must be 1 to " + std::to_string(TIRX_TENSOR_MAP_BOX));
  if (tirx_is_16_byte_aligned(map) && map.box[0] != 128)
    return tirx_wrong_axis("the box", 0, map.box[0], "for this element type it must be 128");
  const bool interleaved = map.interleave.value != 0;
  const int64_t row_bits = map.box[0] * map.type.bits;
  if (!interleaved && !tirx_is_16_byte_aligned(map) && row_bits % 128 != 0)
    return tirx_wrong_map("a row of the box is " + std::to_string(map.box[0]) + " elements of " +
                          map.type.dtype + ", " + std::to_string(row_bits / 8) +
                          " bytes; it must be a multiple of 16 bytes");
  for (size_t i = interleaved ? 0 : 1; i < rank; ++i)
    if (map.element_strides[i] < 1 || map.element_strides[i] > TIRX_TENSOR_MAP_STEP)
      return tirx_wrong_axis("the element stride", i, map.element_strides[i],
                             "it must be 1 to " + std::to_string(TIRX_TENSOR_MAP_STEP));
  return "";
}

static inline std::string tirx_check_map_swizzle(const tirx_tensor_map& map) {
  const int swizzle = map.swizzle.value, type = map.type.value;
  const std::string name = std::string("`") + map.swizzle.name + "`", dtype = map.type.dtype;
  const bool plain_or_128 =
      swizzle == 0 || swizzle == TIRX_SWIZZLE_128B || swizzle == TIRX_SWIZZLE_128B_ATOM_32B;
  if (type == TIRX_16U6_ALIGN16B && map.interleave.value != 0)
    return tirx_wrong_map("elements of " + dtype + " cannot be interleaved");
  if ((type == TIRX_16U4_ALIGN16B && !plain_or_128) ||
      (type == TIRX_16U6_ALIGN16B && !plain_or_128 && swizzle != TIRX_SWIZZLE_128B_ATOM_64B))
    return tirx_wrong_map("swizzle " + name +
                          " is not for this element type; there are none, 128B, 128B_atom_32B" +
                          (type == TIRX_16U6_ALIGN16B ? " and 128B_atom_64B" : ""));
  if (map.interleave.value == TIRX_INTERLEAVE_32B && swizzle != TIRX_SWIZZLE_32B)
    return tirx_wrong_map("with interleave `32B` the swizzle must be `32B`, not " + name);
  const int64_t row_bytes = (map.box[0] * map.type.bits + 7) / 8;
  if (map.interleave.value == 0 && swizzle != 0 && row_bytes > map.swizzle.bytes)
    return tirx_wrong_map("a row of the box is " + std::to_string(row_bytes) + " bytes; with swizzle " +
                          name + " it must be at most " + std::to_string(map.swizzle.bytes));
  if (map.oob_fill.value != 0 && !map.type.is_float)
    return tirx_wrong_map("oob_fill `nan` is for floats of at least 16 bits, not for elements of " + dtype);
  return "";
}

// "", or what the driver of that version would not take.
static inline std::string tirx_check_tensor_map(const tirx_tensor_map& map, int driver_version) {
  std::string wrong = tirx_check_map_versions(map, driver_version);
  if (wrong.empty()) wrong = tirx_check_map_rank(map);
  if (wrong.empty()) wrong = tirx_check_map_memory(map);
  if (wrong.empty()) wrong = tirx_check_map_box(map);
  if (wrong.empty()) wrong = tirx_check_map_swizzle(map);
  return wrong;
}
