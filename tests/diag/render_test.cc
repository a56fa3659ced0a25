// SPDX-License-Identifier: Apache-2.0
#include "diag/render.h"

#include <gtest/gtest.h>

#include "diag/result.h"

namespace tirx::diag {
namespace {

Span At(int line, int column, int end_column) {
  return Span(SourceFile("k.py", "def f():\n  x = y + 1\n"), line, column, line, end_column);
}

TEST(Render, PointsAtTheSource) {
  auto d = Make(Kind::InvalidIR, At(2, 7, 12), {"`y` is nowhere"}).WithNote(At(1, 5, 6), "in this function");
  EXPECT_EQ(Render(d),
            "k.py:2:7: error: invalid IR: `y` is nowhere [InvalidIR]\n"
            "      x = y + 1\n"
            "          ^~~~~\n"
            "k.py:1:5: note: in this function\n"
            "    def f():\n"
            "        ^\n");
}

TEST(Render, Json) {
  auto d = Make(Kind::InvalidIR, Span(), {"a \"quoted\" thing"});
  EXPECT_EQ(
      RenderJson({d}),
      "[{\"kind\":\"InvalidIR\",\"severity\":\"error\",\"message\":\"invalid IR: a \\\"quoted\\\" thing\","
      "\"file\":null,\"notes\":[],\"fixits\":[]}]\n");
}

TEST(Make, CountsItsArguments) {
  EXPECT_THROW(Make(Kind::InvalidIR, Span()), InternalError);
  EXPECT_THROW(Make(Kind::InvalidIR, Span(), {"a", "b"}), InternalError);
}

Result<int> Half(int x) {
  if (x % 2) return Fail(Kind::InvalidIR, Span(), {"odd"});
  return x / 2;
}
Result<int> Quarter(int x) {
  TIRX_TRY(int half, Half(x));
  return Half(half);
}

TEST(Result, PropagatesFailures) {
  EXPECT_EQ(*Quarter(8), 2);
  EXPECT_FALSE(Quarter(6).ok());
  EXPECT_EQ(Quarter(6).diagnostics().front().message, "invalid IR: odd");
}

}  // namespace
}  // namespace tirx::diag
