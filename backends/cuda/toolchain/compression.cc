// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/compression.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdint>

namespace tirx::cuda {

Failure BadFatbin(std::string_view why) {
  return Fail(DK::CudaBadBinary, Span(), {"fatbin", why});
}
namespace {

constexpr uint64_t kMostBytes = uint64_t(1) << 30;  // a damaged header does not take all memory

// LZ4's block format (lz4_Block_format.md, "Compressed block format"): sequences of a token, literals, and a
// match as its distance back and length; the last one ends behind its literals.
class Lz4Block {
 public:
  Lz4Block(std::string_view bytes, uint64_t size) : bytes_(bytes), size_(size) {}

  Result<std::string> Decode() {
    out_.reserve(size_);
    while (at_ < bytes_.size()) {
      uint64_t token = Byte();
      Copy(Length(token >> 4));
      if (at_ < bytes_.size()) Repeat((token & 15));
      if (wrong_) break;
    }
    if (wrong_ || out_.size() != size_) return BadFatbin("a compressed image is damaged");
    return std::move(out_);
  }

 private:
  uint64_t Byte() {
    if (at_ < bytes_.size()) return uint8_t(bytes_[at_++]);
    wrong_ = true;
    return 0;
  }
  // Four bits, and bytes as long as they are full.
  uint64_t Length(uint64_t nibble) {
    uint64_t length = nibble;
    for (uint64_t more = nibble == 15 ? 255 : 0; more == 255;) length += more = Byte();
    return length;
  }
  void Copy(uint64_t length) {
    wrong_ |= length > bytes_.size() - at_ || length > size_ - out_.size();
    if (wrong_) return;
    out_.append(bytes_, at_, length);
    at_ += length;
  }
  void Repeat(uint64_t nibble) {
    uint64_t distance = Byte();
    distance |= Byte() << 8;
    uint64_t length = Length(nibble) + 4;
    wrong_ |= distance == 0 || distance > out_.size() || length > size_ - out_.size();
    // One by one: a match may reach into what it appends.
    for (uint64_t i = 0; i < length && !wrong_; ++i) out_.push_back(out_[out_.size() - distance]);
  }

  std::string_view bytes_;
  uint64_t size_, at_ = 0;
  std::string out_;
  bool wrong_ = false;
};

// ZSTD_decompress of zstd.h ("Simple API"): the number of bytes written, or an error code above all sizes.
Result<std::string> DecodeZstandard(std::string_view bytes, uint64_t size, const char* library_name) {
  using DecompressFunction = size_t (*)(void*, size_t, const void*, size_t);
  void* library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  auto decompress =
      library ? reinterpret_cast<DecompressFunction>(dlsym(library, "ZSTD_decompress")) : nullptr;
  if (!decompress)
    return BadFatbin(std::string("its images are compressed with Zstandard, and there is no ") +
                     library_name + " to read them");
  std::string out(size, '\0');
  if (decompress(out.data(), size, bytes.data(), bytes.size()) != size)
    return BadFatbin("a compressed image is damaged");
  return out;
}

}  // namespace

Result<std::string> Decompress(Compression compression, std::string_view bytes, uint64_t size,
                               const char* zstandard_library) {
  if (compression == Compression::kNone) return std::string(bytes);
  if (size > kMostBytes) return BadFatbin("a compressed image is larger than 1 GiB");
  return compression == Compression::kLz4 ? Lz4Block(bytes, size).Decode()
                                          : DecodeZstandard(bytes, size, zstandard_library);
}

}  // namespace tirx::cuda
