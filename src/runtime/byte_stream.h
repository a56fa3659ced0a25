// SPDX-License-Identifier: Apache-2.0
// Little-endian byte streams for payloads: a writer, and a reader that checks every length against what is
// left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tirx::runtime {

class ByteWriter {
 public:
  void U8(uint8_t value) { Integer(value, 1); }
  void U16(uint16_t value) { Integer(value, 2); }
  void U32(uint32_t value) { Integer(value, 4); }
  void U64(uint64_t value) { Integer(value, 8); }
  void String(std::string_view text);  // u64 length, then the bytes
  void Raw(std::string_view bytes) { bytes_.append(bytes); }
  std::string Take() { return std::move(bytes_); }

 private:
  void Integer(uint64_t value, int bytes);
  std::string bytes_;
};

// The first failure sticks: every later read yields zero or nothing, so a caller checks ok() once per stage.
class ByteReader {
 public:
  // `what` opens every message, as in "device payload". Both views must outlive the reader.
  ByteReader(std::string_view bytes, std::string_view what) : bytes_(bytes), what_(what) {}

  uint8_t U8(const char* field) { return uint8_t(Integer(1, field)); }
  uint16_t U16(const char* field) { return uint16_t(Integer(2, field)); }
  uint32_t U32(const char* field) { return uint32_t(Integer(4, field)); }
  uint64_t U64(const char* field) { return Integer(8, field); }
  std::string String(const char* field);
  // A u64 element count; refused when that many items of at least `item_bytes` cannot follow.
  size_t Count(const char* field, size_t item_bytes);
  // Nothing may be left.
  void ExpectEnd();
  void Fail(const std::string& reason);

  size_t left() const { return bytes_.size() - at_; }
  bool ok() const { return error_.empty(); }
  const std::string& error() const { return error_; }

 private:
  uint64_t Integer(size_t bytes, const char* field);
  std::string_view Take(size_t bytes, const char* field);

  std::string_view bytes_;
  std::string_view what_;
  size_t at_ = 0;
  std::string error_;
};

}  // namespace tirx::runtime
