// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.h"

#include <gtest/gtest.h>

#include <string>

#include "base/json_text.h"

namespace tirx {
namespace {

// What RFC 3629 allows, written again in another way: decode, then look at the number.
size_t Slow(const std::string& s) {
  auto byte = [&](size_t i) { return i < s.size() ? unsigned(static_cast<unsigned char>(s[i])) : 0u; };
  auto tail = [&](size_t i) { return (byte(i) & 0xC0) == 0x80; };
  unsigned a = byte(0);
  if (a < 0x80) return 1;
  if ((a & 0xE0) == 0xC0 && tail(1)) return ((a & 0x1F) << 6 | (byte(1) & 0x3F)) >= 0x80 ? 2 : 0;
  if ((a & 0xF0) == 0xE0 && tail(1) && tail(2)) {
    unsigned point = (a & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
    return point >= 0x800 && (point < 0xD800 || point > 0xDFFF) ? 3 : 0;
  }
  if ((a & 0xF8) == 0xF0 && tail(1) && tail(2) && tail(3)) {
    unsigned point = (a & 7) << 18 | (byte(1) & 0x3F) << 12 | (byte(2) & 0x3F) << 6 | (byte(3) & 0x3F);
    return point >= 0x10000 && point <= 0x10FFFF ? 4 : 0;
  }
  return 0;
}

TEST(Utf8, AgreesWithTheDefinition) {
  const unsigned char tails[] = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF};
  for (unsigned first = 0; first < 256; ++first)
    for (unsigned char b : tails)
      for (unsigned char c : tails)
        for (unsigned char d : tails) {
          std::string s{char(first), char(b), char(c), char(d)};
          ASSERT_EQ(Utf8Length(s, 0), Slow(s)) << first << " " << int(b) << " " << int(c) << " " << int(d);
        }
}

TEST(Utf8, EndsWithTheText) {
  EXPECT_EQ(Utf8Length("", 0), 0u);
  EXPECT_EQ(Utf8Length("\xC3", 0), 0u);
  EXPECT_EQ(FirstNonUtf8("a\xC3\xA9z"), 4u);
  EXPECT_EQ(FirstNonUtf8("a\xE9z"), 1u);
}

TEST(Utf8, JsonNeverHoldsOtherBytes) {
  EXPECT_EQ(JsonQuote("\xC3\xA9"), "\"\xC3\xA9\"");
  EXPECT_EQ(JsonQuote("a\xE9z"), "\"a\\ufffdz\"");
}

}  // namespace
}  // namespace tirx
