// SPDX-License-Identifier: Apache-2.0
#include "base/canonical_json.h"

#include <gtest/gtest.h>

namespace tirx {
namespace {

std::string Again(std::string_view text) {
  Any value;
  std::string why;
  return ParseJson(text, &value, &why) ? CanonicalJson(value) : why;
}

TEST(CanonicalJson, OneTextForEqualValues) {
  EXPECT_EQ(Again(R"({ "b": [1, true, null], "a": {"y": "\u00e4", "x": -2} })"),
            R"({"a":{"x":-2,"y":"ä"},"b":[1,true,null]})");
  EXPECT_EQ(Again("[]"), "[]");
}

TEST(ParseJson, SaysWhyNot) {
  EXPECT_NE(Again("{"), "");
  EXPECT_NE(Again(std::string(1000000, '[')).find("too deeply"), std::string::npos);
  EXPECT_EQ(Again("\"" + std::string(1000, '[') + "\""), "\"" + std::string(1000, '[') + "\"");
}

}  // namespace
}  // namespace tirx
