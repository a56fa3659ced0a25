// SPDX-License-Identifier: Apache-2.0
#include "cli/npy.h"

#include <charconv>

namespace tirx::cli {
namespace {

constexpr std::string_view kMagic{"\x93NUMPY", 6};

// The text of `key` in the header, a Python dict literal: {'descr': '<f4', 'fortran_order': False, 'shape':
// (3, 4), }
std::string_view ValueOf(std::string_view header, std::string_view key) {
  size_t at = header.find("'" + std::string(key) + "':");
  if (at == std::string_view::npos) return {};
  std::string_view rest = header.substr(at + key.size() + 3);
  while (!rest.empty() && rest.front() == ' ') rest.remove_prefix(1);
  if (rest.empty()) return {};
  if (rest.front() == '\'') return rest.substr(1, rest.find('\'', 1) - 1);
  if (rest.front() == '(') return rest.substr(1, rest.find(')') - 1);
  return rest.substr(0, rest.find_first_of(",}"));
}

std::optional<DType> ParseDescr(std::string_view descr, DType expected) {
  if (descr.size() < 3 || descr[0] == '>') return std::nullopt;
  int bytes = 0;
  std::from_chars(descr.data() + 2, descr.data() + descr.size(), bytes);
  switch (descr[1]) {
    case 'f':
      return Float(bytes * 8);
    case 'i':
      return Int(bytes * 8);
    case 'u':
      return UInt(bytes * 8);
    case 'b':
      return Bool();
    case 'V':
      return StorageBytes(expected) == bytes ? std::optional<DType>(expected) : std::nullopt;
    default:
      return std::nullopt;
  }
}

std::string DescrOf(DType t) {
  std::string bytes = std::to_string(StorageBytes(t));
  if (IsBool(t)) return "|b1";
  if (IsInteger(t)) return (t.bits == 8 ? "|" : "<") + std::string(IsInt(t) ? "i" : "u") + bytes;
  return IsIeeeFloat(t) ? "<f" + bytes : "|V" + bytes;
}

std::vector<int64_t> ParseShape(std::string_view text) {
  std::vector<int64_t> shape;
  while (!text.empty()) {
    size_t comma = text.find(',');
    std::string_view item = text.substr(0, comma);
    while (!item.empty() && item.front() == ' ') item.remove_prefix(1);
    int64_t extent = 0;
    if (!item.empty() && std::from_chars(item.data(), item.data() + item.size(), extent).ec == std::errc())
      shape.push_back(extent);
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  return shape;
}

}  // namespace

Result<NpyArray> ParseNpy(std::string_view bytes, DType expected, const std::string& name) {
  auto bad = [&](std::string_view why) { return Fail(DK::BadArgument, Span(), {name, why}); };
  if (bytes.size() < 12 || bytes.substr(0, 6) != kMagic) return bad("not a .npy file");
  auto byte = [&](size_t i) { return size_t(static_cast<unsigned char>(bytes[i])); };
  size_t version = byte(6), start = version == 1 ? 10 : 12;
  size_t length = byte(8) | byte(9) << 8 | (version == 1 ? 0 : byte(10) << 16 | byte(11) << 24);
  if (version > 2 || start + length > bytes.size())
    return bad("a .npy file of a version or size that is not supported");
  std::string_view header = bytes.substr(start, length);
  auto dtype = ParseDescr(ValueOf(header, "descr"), expected);
  if (!dtype) return bad("element type `" + std::string(ValueOf(header, "descr")) + "` is not supported");
  if (ValueOf(header, "fortran_order") != "False") return bad("Fortran order; save it in C order");
  NpyArray array{*dtype, ParseShape(ValueOf(header, "shape")), std::string(bytes.substr(start + length))};
  int64_t count = 1;
  for (int64_t extent : array.shape)
    if (extent < 0 || __builtin_mul_overflow(count, extent, &count)) return bad("its shape is not valid");
  if (int64_t(array.data.size()) != count * StorageBytes(*dtype))
    return bad("its size does not fit its shape");
  return array;
}

std::string FormatNpy(const NpyArray& array) {
  std::string shape;
  for (int64_t extent : array.shape) shape += std::to_string(extent) + ", ";
  std::string header =
      "{'descr': '" + DescrOf(array.dtype) + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  // The header ends in a newline and fills up to a multiple of 64 bytes.
  header.append((64 - (kMagic.size() + 4 + header.size() + 1) % 64) % 64, ' ');
  header += '\n';
  std::string out(kMagic);
  out += '\x01';
  out += '\0';
  out += char(header.size() & 0xFF);
  out += char(header.size() >> 8);
  return out + header + array.data;
}

}  // namespace tirx::cli
