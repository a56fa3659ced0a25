// SPDX-License-Identifier: Apache-2.0
#include "runtime/payload.h"

#include <gtest/gtest.h>

namespace tirx::runtime {
namespace {

DevicePayload SamplePart() {
  DevicePayload payload;
  payload.format = "image";
  payload.kernels = {{"first", {Handle(), Float(32), Int(64, 1)}, {"blockIdx.x", "threadIdx.x"}, {1, 0, 0}},
                     {"second", {}, {}, {}}};
  payload.image = std::string(
      "\x7f"
      "ELF\0rest",
      9);
  payload.backend_config = R"({"backend":{"arch":"a1"}})";
  return payload;
}

bool Same(const DevicePayload& a, const DevicePayload& b) {
  if (a.kernels.size() != b.kernels.size()) return false;
  for (size_t i = 0; i < a.kernels.size(); ++i) {
    const KernelInfo &x = a.kernels[i], &y = b.kernels[i];
    if (x.name != y.name || x.arg_extra_tags != y.arg_extra_tags || !SameInterface(x, y)) return false;
  }
  return a.format == b.format && a.image == b.image && a.backend_config == b.backend_config;
}

std::string U64(uint64_t value) {
  ByteWriter writer;
  writer.U64(value);
  return writer.Take();
}
std::string Text(const std::string& text) {
  return U64(text.size()) + text;
}

TEST(Payload, RoundTrips) {
  DevicePayload loaded;
  RuntimeStatus status = LoadPayload(SavePayload(SamplePart()), &loaded);
  ASSERT_TRUE(status.ok()) << status.message;
  EXPECT_TRUE(Same(loaded, SamplePart()));
}

// The layout written out by hand: a file from another writer must load, and ours must be these bytes.
TEST(Payload, BytesAreAsDocumented) {
  DevicePayload payload;
  payload.format = "ab";
  payload.kernels = {{"k", {Float(32, 4)}, {"t"}, {1}}};
  payload.image = "xyz";
  std::string expected = Text("ab") + U64(1) + Text("k") + Text("k") + U64(1) +
                         std::string("\x02\x20\x04\x00", 4) + U64(1) + Text("t") + U64(1) +
                         std::string("\x01\x00\x00\x00", 4) + Text("xyz") + Text("{}");
  EXPECT_EQ(SavePayload(payload), expected);
}

TEST(Payload, OlderOnesHaveNoConfiguration) {
  std::string bytes = Text("ptx") + U64(0) + Text("code");
  DevicePayload loaded;
  ASSERT_TRUE(LoadPayload(bytes, &loaded).ok());
  EXPECT_EQ(loaded.backend_config, "{}");
  EXPECT_EQ(loaded.image, "code");
  for (size_t extra = 1; extra < 9; ++extra) {
    RuntimeStatus status = LoadPayload(bytes + std::string(extra, '\1'), &loaded);
    EXPECT_FALSE(status.ok()) << extra;
    EXPECT_STREQ(status.kind, kInternalError);
  }
}

TEST(Payload, EveryTruncationIsRefused) {
  std::string bytes = SavePayload(SamplePart());
  size_t without_config = bytes.size() - Text(SamplePart().backend_config).size();
  for (size_t size = 0; size < bytes.size(); ++size) {
    DevicePayload loaded;
    RuntimeStatus status = LoadPayload(std::string_view(bytes).substr(0, size), &loaded);
    EXPECT_EQ(status.ok(), size == without_config) << size;
    EXPECT_EQ(loaded.format.empty(), !status.ok()) << "a failed load left something behind";
  }
}

TEST(Payload, AnyTrailingByteIsRefused) {
  DevicePayload loaded;
  RuntimeStatus status = LoadPayload(SavePayload(SamplePart()) + "x", &loaded);
  EXPECT_EQ(status.message, "device payload is corrupt: 1 bytes follow the end");
}

TEST(Payload, CountsAreCheckedAgainstWhatIsLeft) {
  DevicePayload loaded;
  RuntimeStatus status = LoadPayload(Text("ptx") + U64(uint64_t(1) << 60) + "abc", &loaded);
  EXPECT_EQ(
      status.message,
      "device payload is corrupt: `kernel table` announces 1152921504606846976 items, only 3 bytes are left");
  status = LoadPayload(U64(~uint64_t(0)), &loaded);
  EXPECT_EQ(status.message,
            "device payload is corrupt: `format` at byte 8 needs 18446744073709551615 bytes, 0 are left");
}

TEST(Payload, InconsistentTablesAreRefused) {
  auto message = [](const std::string& key, KernelInfo kernel, bool twice) {
    ByteWriter writer;
    writer.String("ptx");
    writer.U64(twice ? 2 : 1);
    for (int i = 0; i < (twice ? 2 : 1); ++i) {
      writer.String(key);
      SaveKernelInfo(kernel, &writer);
    }
    writer.String("code");
    DevicePayload loaded;
    return LoadPayload(writer.Take(), &loaded).message;
  };
  EXPECT_EQ(message("a", {"b", {}, {}, {}}, false),
            "device payload is corrupt: kernel `b` is filed under `a`");
  EXPECT_EQ(message("a", {"a", {}, {}, {}}, true), "device payload is corrupt: kernel `a` is there twice");
  EXPECT_EQ(message("a", {"a", {}, {}, {0, 0}}, false),
            "device payload is corrupt: kernel `a` has 0 arguments but 2 argument tags");
}

}  // namespace
}  // namespace tirx::runtime
