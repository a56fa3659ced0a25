// SPDX-License-Identifier: Apache-2.0
#include "base/span.h"

#include <gtest/gtest.h>

namespace tirx {
namespace {

TEST(SpanTest, LinesAreNumberedAsInTheFile) {
  SourceFile file("k.py", "first\nsecond\n\nlast", 10);
  EXPECT_EQ(file.Line(10), "first");
  EXPECT_EQ(file.Line(11), "second");
  EXPECT_EQ(file.Line(12), "");
  EXPECT_EQ(file.Line(13), "last");
  EXPECT_EQ(file.Line(9), "");
  EXPECT_EQ(file.Line(14), "");
}

TEST(SpanTest, Text) {
  EXPECT_EQ(ToString(Span(SourceFile("k.py", ""), 3, 5, 3, 6)), "k.py:3:5");
  EXPECT_EQ(ToString(Span()), "<unknown>");
}

}  // namespace
}  // namespace tirx
