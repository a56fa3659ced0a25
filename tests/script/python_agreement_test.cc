// SPDX-License-Identifier: Apache-2.0
// Random expressions of the compile-time subset mean the same here and in CPython. Where CPython raises, we
// must refuse; where an integer leaves 64 bits, we must refuse and CPython need not.
#include <gtest/gtest.h>

#include <random>

#include "backend/loader.h"
#include "script/ask_python.h"

namespace tirx::script {
namespace {

class Generator {
 public:
  explicit Generator(uint32_t seed) : random_(seed) {}

  std::string Number(int depth) {
    if (depth == 0 || Pick(5) == 0)
      return One({"0", "1", "-1", "2", "7", "-13", "100", "True", "False", "0.5", "-2.25", "1e3", "3.0"});
    std::string a = Number(depth - 1), b = Number(depth - 1);
    switch (Pick(10)) {
      case 0:
        return "(" + a + " if " + Test(depth - 1) + " else " + b + ")";
      case 1:
        return One({"abs", "int", "float", "bool", "-", "+", "round"}) + "(" + a + ")";
      case 2:
        return One({"min", "max"}) + "(" + a + ", " + b + ")";
      case 3:
        return "len(" + Sequence(depth - 1) + ")";
      case 4:
        return "sum([" + a + ", " + b + "])";
      case 5:
        return Sequence(depth - 1) + "[" + One({"0", "-1", "1"}) + "]";
      case 6:
        return "(" + a + " ** " + One({"0", "1", "2", "3"}) + ")";
      case 7:
        return "(int(" + a + ") " + One({"<<", ">>", "&", "|", "^"}) + " (int(" + b + ") & 7))";
      default:
        return "(" + a + " " + One({"+", "-", "*", "/", "//", "%"}) + " " + b + ")";
    }
  }

  std::string Test(int depth) {
    if (depth == 0) return One({"True", "False", "0", "1", "[]", "''", "'a'", "None"});
    switch (Pick(4)) {
      case 0:
        return "(" + Number(depth - 1) + " " + One({"<", "<=", "==", "!=", ">", ">="}) + " " +
               Number(depth - 1) + " < 5)";
      case 1:
        return "(" + Test(depth - 1) + One({" and ", " or "}) + Test(depth - 1) + ")";
      case 2:
        return "(not " + Test(depth - 1) + ")";
      default:
        return "(" + Number(depth - 1) + One({" in ", " not in "}) + Sequence(depth - 1) + ")";
    }
  }

  std::string Sequence(int depth) {
    if (depth == 0) return One({"[1, 2, 3]", "(4, 5)", "[]", "(6,)", "[0.5, True]"});
    switch (Pick(7)) {
      case 0:
        return "[" + Number(depth - 1) + ", " + Number(depth - 1) + "]";
      case 1:
        return "[k * 2 for k in " + Sequence(depth - 1) + " if k < 4]";
      case 2:
        return Sequence(depth - 1) + "[" + One({":", "1:", ":-1", "::2", "::-1", "-2:", "2:0:-1"}) + "]";
      case 3:
        return "list(range(" + One({"4", "1, 5", "5, 0, -2", "-3, 3, 3"}) + "))";
      case 4:
        return "(list(" + Sequence(depth - 1) + ") + list(" + Sequence(depth - 1) + "))";
      case 5:
        return "(" + Sequence(depth - 1) + " * " + One({"0", "1", "2"}) + ")";
      default:
        return "sorted(" + Sequence(depth - 1) + ")";
    }
  }

  std::string Text() {
    std::string s = One({"'abc'", "'x,y,,z'", "\"it's\"", "'\\n\\\\'", "'\\u00e9t\\u00e9'", "''"});
    switch (Pick(7)) {
      case 0:
        return s + " * 3";
      case 1:
        return s + "[" + One({"::-1", "1:", ":2", "-1:"}) + "]";
      case 2:
        return s + ".split(',')";
      case 3:
        return "','.join([" + One({"'aB'", "''", "'x\\n'"}) + ", 'q'])." + One({"upper", "lower"}) + "()";
      case 4:
        return "(len(" + s + "), " + s + ".replace('b', 'zz'), " + s + ".startswith('a'))";
      case 5:
        return "str(" + Number(2) + ") + " + s;
      default:
        return "{" + s + ": 1, 'k': [" + Number(1) + "]}";
    }
  }

  std::string Any() {
    switch (Pick(4)) {
      case 0:
        return Test(3);
      case 1:
        return Sequence(3);
      case 2:
        return Text();
      default:
        return Number(4);
    }
  }

 private:
  size_t Pick(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random_); }
  std::string One(std::vector<std::string> choices) { return choices[Pick(choices.size())]; }
  std::mt19937 random_;
};

TEST(PythonAgreement, RandomExpressions) {
  backend::LoadAtStart();
  if (std::system("python3 -c ''") != 0) GTEST_SKIP() << "there is no python3 on PATH";
  Generator generate(20261129);
  std::vector<std::string> expressions;
  for (int i = 0; i < 3000; ++i) expressions.push_back(generate.Any());
  std::vector<std::string> expected = AskPython("", expressions);
  ASSERT_EQ(expected.size(), expressions.size());
  int values = 0, errors = 0;
  for (size_t i = 0; i < expressions.size(); ++i) {
    switch (CompareWithPython(expressions[i], expressions[i], expected[i])) {
      case Agreement::Value:
        ++values;
        break;
      case Agreement::Error:
        ++errors;
        break;
      default:
        break;
    }
  }
  EXPECT_GT(values, 1500);
  EXPECT_GT(errors, 50);
}

TEST(PythonAgreement, RangesToTheLimits) {
  backend::LoadAtStart();
  if (std::system("python3 -c ''") != 0) GTEST_SKIP() << "there is no python3 on PATH";
  std::vector<std::string> ranges;
  const std::vector<std::string> bounds = {"-9223372036854775807 - 1", "-9223372036854775807", "-2", "0", "3",
                                           "9223372036854775806",      "9223372036854775807"};
  for (const std::string& start : bounds)
    for (const std::string& stop : bounds)
      for (const char* step : {"4611686018427387904", "-4611686018427387904", "9223372036854775807",
                               "-9223372036854775807 - 1", "2305843009213693953"})
        ranges.push_back("list(range(" + start + ", " + stop + ", " + step + "))");
  const std::vector<std::string> expected = AskPython("", ranges);
  ASSERT_EQ(expected.size(), ranges.size());
  for (size_t i = 0; i < ranges.size(); ++i)
    EXPECT_EQ(CompareWithPython(ranges[i], ranges[i], expected[i]), Agreement::Value) << ranges[i];
}

}  // namespace
}  // namespace tirx::script
