// SPDX-License-Identifier: Apache-2.0
#include "base/base64.h"

#include <gtest/gtest.h>

namespace tirx {
namespace {

// RFC 4648, section 10.
TEST(Base64, KnownTexts) {
  for (auto [bytes, text] : {std::pair{"", ""},
                             {"f", "Zg=="},
                             {"fo", "Zm8="},
                             {"foo", "Zm9v"},
                             {"foob", "Zm9vYg=="},
                             {"fooba", "Zm9vYmE="},
                             {"foobar", "Zm9vYmFy"}}) {
    EXPECT_EQ(EncodeBase64(bytes), text);
    EXPECT_EQ(DecodeBase64(text), bytes);
  }
}

TEST(Base64, EveryByteComesBack) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) {
    bytes += char(i);
    EXPECT_EQ(DecodeBase64(EncodeBase64(bytes)), bytes);
  }
}

TEST(Base64, RefusesOtherTexts) {
  for (const char* text : {"Zg=", "Zg", "Z===", "====", "Zg==Zg==", "Zh==", "Zm9v\n", "Zm 9", "=Zm9", "Zm=v"})
    EXPECT_FALSE(DecodeBase64(text)) << text;
}

}  // namespace
}  // namespace tirx
