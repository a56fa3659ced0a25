// SPDX-License-Identifier: Apache-2.0
#include "diag/suggest.h"

#include <gtest/gtest.h>

namespace tirx::diag {
namespace {

TEST(Closest, FindsMisspellings) {
  EXPECT_EQ(Closest("sqr", {"sin", "sqrt", "exp"}), "sqrt");
  EXPECT_EQ(Closest("thraed_idx", {"block_idx", "thread_idx"}), "thread_idx");
  EXPECT_EQ(Closest("flaten-tensors", {"flatten-tensors", "simplify"}), "flatten-tensors");
}

TEST(Closest, LeavesOtherNamesAlone) {
  EXPECT_EQ(Closest("open", {"len", "pow"}), "");
  EXPECT_EQ(Closest("x", {"y", "z"}), "");
  EXPECT_EQ(Closest("exp", {"exp"}), "");
  EXPECT_EQ(Closest("", {"a"}), "");
}

TEST(Closest, DoesNotDependOnOrder) {
  EXPECT_EQ(Closest("max", {"maxx", "amax"}), "amax");
  EXPECT_EQ(Closest("max", {"amax", "maxx"}), "amax");
}

TEST(Suggest, AddsANoteAndTheEdit) {
  SourceFile file("k.py", "y = T.sqr(x)\n");
  auto d = Suggest(Make(Kind::UnknownMember, Span(file, 1, 7, 1, 10), {"T", "sqr"}), "sqr", {"sqrt"}, "T.");
  ASSERT_EQ(d.notes.size(), 1u);
  EXPECT_EQ(d.notes[0].message, "did you mean `T.sqrt`?");
  ASSERT_EQ(d.fixits.size(), 1u);
  EXPECT_EQ(d.fixits[0].replacement, "sqrt");
}

TEST(Suggest, EditsOnlyTheNameItself) {
  SourceFile file("k.py", "y = T.cast(x, \"flaot32\")\n");
  Span whole(file, 1, 15, 1, 24);
  auto d = Suggest(Make(Kind::UnknownDType, whole, {"flaot32"}), "flaot32", {"float32"});
  EXPECT_EQ(d.notes.size(), 1u);
  EXPECT_TRUE(d.fixits.empty());
  EXPECT_TRUE(Suggest(Make(Kind::UnknownDType, whole, {"q"}), "q", {"float32"}).notes.empty());
}

TEST(Words, Lists) {
  EXPECT_EQ(OneOf({"a"}), "`a`");
  EXPECT_EQ(OneOf({"a", "b"}), "`a` or `b`");
  EXPECT_EQ(OneOf({"a", "b", "c"}), "`a`, `b` or `c`");
  EXPECT_EQ(OneOfChoices("x"), "\"x\"");
  EXPECT_EQ(OneOfChoices("x|y|z"), "\"x\", \"y\" or \"z\"");
  EXPECT_EQ(Counted(1, "dimension"), "1 dimension");
  EXPECT_EQ(Counted(0, "dimension"), "0 dimensions");
}

}  // namespace
}  // namespace tirx::diag
