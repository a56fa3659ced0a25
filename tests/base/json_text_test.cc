// SPDX-License-Identifier: Apache-2.0
#include "base/json_text.h"

#include <gtest/gtest.h>
#include <tvm/ffi/extra/json.h>

#include "base/node.h"

namespace tirx {
namespace {

TEST(JsonTextTest, EscapesWhatMustBe) {
  EXPECT_EQ(JsonQuote("plain"), "\"plain\"");
  EXPECT_EQ(JsonQuote("a\"b\\c\n"), "\"a\\\"b\\\\c\\n\"");
}

TEST(JsonTextTest, EveryAsciiCharacterReadsBack) {
  std::string all;
  for (int c = 0; c < 128; ++c) all += char(c);
  all += "\u00e9\u2713";
  String error;
  Any read = ffi::json::Parse(String(JsonQuote(all)), &error);
  ASSERT_EQ(std::string(error), "");
  EXPECT_EQ(std::string(read.cast<String>()), all);
}

}  // namespace
}  // namespace tirx
