// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/fatbin.h"

#include "backends/cuda/toolchain/elf.h"

namespace tirx::cuda {
namespace {

// Little endian. File header: magic u32, version u16, header size u16, body size u64.
// Image header: kind u16, version u16, header size u32, body size u64, compressed size u32, ... arch u32
// at 28, ... flags u64 at 40, ... size before the compression u64 at 56. The body is padded.
constexpr uint64_t kMagic = 0xba55ed50;
constexpr uint64_t kFatbinHeaderSize = 16, kImageHeaderSize = 64;
constexpr uint64_t kKindPtx = 1, kKindCubin = 2;
constexpr uint64_t kFlagLz4 = 0x2000, kFlagZstandard = 0x8000;

Result<FatbinImage> ReadImage(std::string_view rest, uint64_t* size) {
  std::optional<std::string_view> header = Slice(rest, 0, kImageHeaderSize);
  if (!header) return BadFatbin("an image header is cut off");
  auto field = [&](uint64_t offset, int width) { return *ReadInteger(*header, offset, width); };
  uint64_t kind = field(0, 2), header_size = field(4, 4), body_size = field(8, 8), flags = field(40, 8);
  uint64_t compressed_size = field(16, 4);
  std::optional<std::string_view> body;
  if (header_size >= kImageHeaderSize) body = Slice(rest, header_size, body_size);
  if (!body || compressed_size > body_size) return BadFatbin("an image reaches past the end");
  FatbinImage image;
  if (kind == kKindPtx) image.kind = FatbinImage::Kind::kPtx;
  if (kind == kKindCubin) image.kind = FatbinImage::Kind::kCubin;
  image.arch = int(field(28, 4));
  if (flags & kFlagLz4) image.compression = Compression::kLz4;
  if (flags & kFlagZstandard) image.compression = Compression::kZstandard;
  const bool compressed = image.compression != Compression::kNone;
  image.stored = compressed ? body->substr(0, compressed_size) : *body;
  image.size = compressed ? field(56, 8) : body_size;
  *size = header_size + body_size;
  return image;
}

}  // namespace

Result<std::vector<FatbinImage>> ReadFatbin(std::string_view bytes) {
  std::vector<FatbinImage> images;
  while (!bytes.empty()) {  // linkers put several containers one after another
    std::optional<std::string_view> header = Slice(bytes, 0, kFatbinHeaderSize);
    if (!header) return BadFatbin("its header is cut off");
    if (ReadInteger(*header, 0, 4) != kMagic) return BadFatbin("it does not start with the fatbin magic");
    uint64_t header_size = *ReadInteger(*header, 6, 2), body_size = *ReadInteger(*header, 8, 8);
    std::optional<std::string_view> body;
    if (header_size >= kFatbinHeaderSize) body = Slice(bytes, header_size, body_size);
    if (!body) return BadFatbin("it is shorter than its header says");
    bytes.remove_prefix(size_t(header_size + body_size));
    while (!body->empty()) {
      uint64_t size = 0;
      TIRX_TRY(FatbinImage image, ReadImage(*body, &size));
      images.push_back(image);
      body->remove_prefix(size_t(size));
    }
  }
  if (images.empty()) return BadFatbin("it holds no image");
  return images;
}

}  // namespace tirx::cuda
