// SPDX-License-Identifier: Apache-2.0
// The parser: what it accepts, what it refuses and where, and that no input is too deep or too long for it.
#include "script/parser.h"

#include <gtest/gtest.h>

#include <ctime>

#include "diag/render.h"

namespace tirx::script {
namespace {

Result<std::shared_ptr<const Ast>> Parse(const std::string& text) {
  return ParseFile(SourceFile("k.py", text));
}

std::string Errors(const std::string& text) {
  auto result = Parse(text);
  std::string out;
  for (const auto& d : result.diagnostics()) {
    out += std::to_string(d.span->line) + ":" + std::to_string(d.span->column) + "-" +
           std::to_string(d.span->end_column) + " " + std::string(diag::KindName(d.kind)) + ": " + d.message +
           "\n";
  }
  return out;
}

// An expression as a fully parenthesized prefix form, to see how operators group.
std::string Show(const Expr* e) {
  if (auto* name = As<NameExpr>(e)) return std::string(name->id);
  if (auto* number = As<IntExpr>(e)) return std::to_string(number->value);
  if (auto* unary = As<UnaryExpr>(e)) {
    return "(" + std::string(Spelling(unary->op)) + " " + Show(unary->operand) + ")";
  }
  if (auto* binary = As<BinaryExpr>(e)) {
    return "(" + Show(binary->left) + std::string(Spelling(binary->op)) + Show(binary->right) + ")";
  }
  if (auto* logic = As<BoolOpExpr>(e)) {
    std::string out = logic->is_and ? "(and" : "(or";
    for (const Expr* value : logic->values) out += " " + Show(value);
    return out + ")";
  }
  if (auto* compare = As<CompareExpr>(e)) {
    std::string out = "(" + Show(compare->left);
    for (const auto& [op, right] : compare->rest) out += " #" + std::to_string(int(op)) + " " + Show(right);
    return out + ")";
  }
  if (auto* conditional = As<ConditionalExpr>(e)) {
    return "(" + Show(conditional->condition) + "?" + Show(conditional->then_value) + ":" +
           Show(conditional->else_value) + ")";
  }
  if (auto* call = As<CallExpr>(e)) return Show(call->callee) + "()";
  if (auto* attribute = As<AttributeExpr>(e))
    return Show(attribute->value) + "." + std::string(attribute->name.text);
  return "?";
}

std::string Shape(const std::string& text) {
  auto result = Parse(text + "\n");
  if (!result.ok()) return Errors(text);
  return Show(Cast<ExprStmt>((*result)->body.at(0)).value);
}

TEST(Parser, Precedence) {
  EXPECT_EQ(Shape("a + b * c"), "(a+(b*c))");
  EXPECT_EQ(Shape("a - b - c"), "((a-b)-c)");
  EXPECT_EQ(Shape("-a ** -b ** c"), "(- (a**(- (b**c))))");
  EXPECT_EQ(Shape("a << b + c & d ^ e | f"), "((((a<<(b+c))&d)^e)|f)");
  EXPECT_EQ(Shape("not a == b and c or d"), "(or (and (not (a #4 b)) c) d)");
  EXPECT_EQ(Shape("a < b <= c not in d"), "(a #0 b #1 c #7 d)");
  EXPECT_EQ(Shape("a if b else c if d else e"), "(b?a:(d?c:e))");
  EXPECT_EQ(Shape("a.b().c // d % e @ f"), "(((a.b().c//d)%e)@f)");
  EXPECT_EQ(Shape("(a + b) * c"), "((a+b)*c)");
  EXPECT_EQ(Shape("a is not b"), "(a #9 b)");
}

TEST(Parser, AcceptsTheStatementsOfOrdinaryModules) {
  const char* text = R"(# comment
"""A module
docstring."""
from __future__ import annotations
import os.path as p, sys
from tirx import (script as T,
                  compile,)
from . import a
from ..b import *

N = 1_000; M: int = 0x1F
x = y = (1, *rest)
a, *b = [i for i in range(3) if i if not i for j in i]
d = {"a": 1, **e, 'b': lambda x, *y, z=1, **k: x}
s = {1, 2}; g = (i for i in s); m = {k: v for k, v in d.items()}
f(*a, k=1, **d)(i for i in b)
A[1:2, ..., ::3, :] += B[-1]
if (n := 3) > 2: pass
elif x:
    pass
else:
	y = 1

@dec
@T.function(private=True)
def f(a, /, b: T.int32 = 1, *, c, d=2) -> T.float32:
    """doc"""
    for i, (j, k) in T.grid(2, 3):
        while a < b: break
        else:
            continue
    with x as y, z: return 1, 2
    assert a, "b" \
        "c"
    return

class C(Base, metaclass=M):
    x: int
    def m(self): yield 1
try:
    raise E from e
except (A, B) as e:
    print(f"{e!r}")
finally:
    del a, b
async def q():
    await x
if __name__ == "__main__":
    main()
)";
  EXPECT_EQ(Errors(text), "");
}

TEST(Parser, StringsAndNumbers) {
  auto result = Parse(
      "x = 'a\\n\\x41\\u00e9' r'\\d' \"\"\"q\"r\n\"\"\"\ny = 1_0.5e-1\nz = 0b101\nw = 0xFFFFFFFFFFFFFFFFF\n");
  ASSERT_TRUE(result.ok());
  auto value = [&](int i) { return Cast<AssignStmt>((*result)->body.at(i)).value; };
  EXPECT_EQ(Cast<StringExpr>(value(0)).value, "a\nA\xC3\xA9\\dq\"r\n");
  EXPECT_EQ(Cast<FloatExpr>(value(1)).value, 1.05);
  EXPECT_EQ(Cast<IntExpr>(value(2)).value, 5u);
  EXPECT_FALSE(Cast<IntExpr>(value(3)).fits);
}

TEST(Parser, ContextsInParentheses) {
  auto items = [](const std::string& text) {
    auto result = Parse(text + ": pass\n");
    return result.ok() ? int(Cast<WithStmt>((*result)->body[0]).items.size()) : -1;
  };
  EXPECT_EQ(items("with (a as b, c(1),\n      d as (e, f),)"), 3);
  EXPECT_EQ(items("with (a, b)"), 2);
  EXPECT_EQ(items("with (a, b) as c"), 1);
  EXPECT_EQ(items("with (a), (b)"), 2);
  EXPECT_EQ(items("with (a as b"), -1);
  EXPECT_EQ(items("with ()"), -1);
}

TEST(Parser, FieldsOfFStringsHavePositions) {
  EXPECT_EQ(Errors("x = f'ab{1 +}'\n"),
            "1:13-13 UnexpectedToken: expected an expression, got the end of the line\n");
  EXPECT_EQ(Errors("x = f\"\"\"a\n  {b c}\"\"\"\ny = )\n"),
            "2:6-7 UnexpectedToken: expected the end of the field, got `c`\n"
            "3:5-6 UnmatchedBracket: `)` closes nothing\n");
}

TEST(Parser, ErrorsWithPositions) {
  EXPECT_EQ(Errors("x = a $ b\n"), "1:7-8 BadCharacter: the character `$` cannot stand here\n");
  EXPECT_EQ(Errors("x = 12ab\n"), "1:5-9 BadNumber: `12ab` is not a number\n");
  EXPECT_EQ(Errors("x = 012\n"), "1:5-8 BadNumber: `012` is not a number\n");
  EXPECT_EQ(Errors("x = '\\x4'\n"),
            "1:5-10 BadEscape: this string has an escape sequence that is cut short or names no character\n");
  EXPECT_EQ(Errors("x = 'abc\ny = 1\n"), "1:5-6 UnterminatedString: a string begins here and never ends\n");
  EXPECT_EQ(Errors("x = (1, 2\n"), "1:5-6 UnclosedBracket: `(` is never closed\n");
  EXPECT_EQ(Errors("x = 1)\n"), "1:6-7 UnmatchedBracket: `)` closes nothing\n");
  EXPECT_EQ(Errors("x = (1]\n"), "1:7-8 MismatchedBracket: `]` does not match `(`\n");
  EXPECT_EQ(Errors("if x:\n        y\n\tz\n"),
            "3:1-2 MixedTabs: this line mixes tabs and spaces, so that its indentation is ambiguous\n");
  EXPECT_EQ(Errors("if x:\n    y\n\tz\n"),
            "3:1-2 MixedTabs: this line mixes tabs and spaces, so that its indentation is ambiguous\n");
  EXPECT_EQ(Errors("if x:\n    y\n  z\n"),
            "3:1-3 BadDedent: this line is indented like no block around it\n");
  EXPECT_EQ(Errors("x\n  y\n"),
            "2:3-4 UnexpectedIndent: this line is indented, but the line before it opens no block\n");
  EXPECT_EQ(Errors("if x:\ny\n"),
            "2:1-2 MissingBlock: an indented block must follow; write `pass` for an empty one\n");
  EXPECT_EQ(Errors("f(a=1, b)\n"),
            "1:8-9 PositionalAfterKeyword: a positional argument cannot follow keyword arguments\n");
  EXPECT_EQ(Errors("def f(a, a): pass\n"),
            "1:10-11 DuplicateParameter: there are two parameters named `a`\n");
  EXPECT_EQ(Errors("def f(a=1, b): pass\n"),
            "1:12-13 DefaultOrder: parameter `b` has no default, but one before it has\n");
  EXPECT_EQ(Errors("f() = 1\n"),
            "1:1-4 BadAssignmentTarget: cannot assign to the result of a call; only names, "
            "attributes and elements can stand here\n");
  EXPECT_EQ(Errors("match x:\n    y\n"), "1:1-6 UnsupportedSyntax: `match` is not part of TIRx script\n");
}

TEST(Parser, ReportsSeveralErrors) {
  EXPECT_EQ(Errors("def f(a b):\n    x = = 1\n    y = 2\n    z = )\n\nw = 3 +\nv = 4\nu 5\n"),
            "1:9-10 UnexpectedToken: expected `)` or `,` after a parameter, got `b`\n"
            "2:9-10 UnexpectedToken: expected a value, got `=`\n"
            "4:9-10 UnmatchedBracket: `)` closes nothing\n"
            "6:8-9 UnexpectedToken: expected an expression, got the end of the line\n"
            "8:3-4 UnexpectedToken: expected the end of the statement, got `5`\n");
  std::string many;
  for (int i = 0; i < 100; ++i) many += "x = = 1\n";
  EXPECT_EQ(Parse(many).diagnostics().size(), kMaxErrors);
}

TEST(Parser, AnOpenBracketDoesNotSwallowTheFile) {
  EXPECT_EQ(Errors("x = f(1,\ndef g():\n    return (2\n\ndef h(): pass\nz = = 1\n"),
            "1:6-7 UnclosedBracket: `(` is never closed\n"
            "3:12-13 UnclosedBracket: `(` is never closed\n"
            "6:5-6 UnexpectedToken: expected a value, got `=`\n");
}

TEST(Parser, SourceOfANestedFunction) {
  EXPECT_EQ(Errors("    @T.function\n    def f():\n        pass\n"), "");
}

TEST(Parser, LimitsNesting) {
  auto many = [](const std::string& part, int n) {
    std::string out;
    for (int i = 0; i < n; ++i) out += part;
    return out;
  };
  for (int n : {900, 5000}) {
    bool fits = n == 900;
    EXPECT_EQ(Parse(many("(", n) + "x" + many(")", n)).ok(), fits);
    EXPECT_EQ(Parse(many("[", n) + many("]", n)).ok(), fits);
    EXPECT_EQ(Parse(many("-", n) + "x").ok(), fits);
    EXPECT_EQ(Parse(many("not ", n) + "x").ok(), fits);
    EXPECT_EQ(Parse("x" + many(" + x", n)).ok(), fits);
    EXPECT_EQ(Parse("x" + many(" ** x", n)).ok(), fits);
    EXPECT_EQ(Parse("x" + many(".y", n)).ok(), fits);
    EXPECT_EQ(Parse("x" + many("(1)", n)).ok(), fits);
    EXPECT_EQ(Parse(many("x if y else ", n) + "x").ok(), fits);
    EXPECT_EQ(Parse(many("lambda: ", n) + "x").ok(), fits);
    EXPECT_EQ(Parse("if x: y\n" + many("elif x: y\n", n)).ok(), fits);
    EXPECT_EQ(Parse("x" + many(" and x", n)).ok(), true);
    EXPECT_EQ(Parse("x = [" + many("x, ", n) + "]").ok(), true);
  }
  std::string blocks;
  for (int i = 0; i < 3000; ++i) blocks += std::string(i, ' ') + "if x:\n";
  EXPECT_FALSE(Parse(blocks + std::string(3000, ' ') + "y\n").ok());
}

TEST(Parser, AMegabyteIsQuick) {
  std::string text;
  while (text.size() < (1 << 20))
    text += "    A[i * 4 + j, k] = B[i] * T.float32(2.5) + C[k // 2, f(x, y=1)]  # comment\n";
  std::clock_t start = std::clock();  // of this process: the machine may be busy with others
  EXPECT_TRUE(Parse(text).ok());
  EXPECT_LT(double(std::clock() - start) / CLOCKS_PER_SEC, 20.0)
      << "0.11 s as it is; what grows with the square takes minutes";
}

}  // namespace
}  // namespace tirx::script
