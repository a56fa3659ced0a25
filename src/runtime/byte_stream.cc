// SPDX-License-Identifier: Apache-2.0
#include "runtime/byte_stream.h"

#include <bit>
#include <cstring>

namespace tirx::runtime {

void ByteWriter::Integer(uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) bytes_.push_back(char(value >> (8 * i)));
}

void ByteWriter::String(std::string_view text) {
  U64(text.size());
  Raw(text);
}

std::string_view ByteReader::Take(size_t bytes, const char* field) {
  if (!ok()) return {};
  if (bytes > left()) {
    Fail("`" + std::string(field) + "` at byte " + std::to_string(at_) + " needs " + std::to_string(bytes) +
         " bytes, " + std::to_string(left()) + " are left");
    return {};
  }
  std::string_view taken = bytes_.substr(at_, bytes);
  at_ += bytes;
  return taken;
}

uint64_t ByteReader::Integer(size_t bytes, const char* field) {
  static_assert(std::endian::native == std::endian::little, "the bytes are copied");
  uint64_t value = 0;
  const std::string_view taken = Take(bytes, field);
  if (!taken.empty()) std::memcpy(&value, taken.data(), taken.size());
  return value;
}

std::string ByteReader::String(const char* field) {
  uint64_t size = U64(field);
  return std::string(Take(size, field));
}

size_t ByteReader::Count(const char* field, size_t item_bytes) {
  uint64_t count = U64(field);
  if (!ok()) return 0;
  if (count > left() / item_bytes) {
    Fail("`" + std::string(field) + "` announces " + std::to_string(count) + " items, only " +
         std::to_string(left()) + " bytes are left");
    return 0;
  }
  return size_t(count);
}

void ByteReader::ExpectEnd() {
  if (ok() && left() != 0) Fail(std::to_string(left()) + " bytes follow the end");
}

void ByteReader::Fail(const std::string& reason) {
  if (!ok()) return;
  error_ = std::string(what_) + " is corrupt: " + reason;
}

}  // namespace tirx::runtime
