// SPDX-License-Identifier: Apache-2.0
// What CPython makes of a text, and whether the front end makes the same of it.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

#include "diag/render.h"
#include "script/script.h"

namespace tirx::script {

// A Python literal of the text.
inline std::string PythonLiteral(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return out + "\"";
}

// CPython's ascii(repr()) of the last line of each program, which is an expression; or "!" and the name of
// what it raises. `prelude` runs before each.
inline std::vector<std::string> AskPython(const std::string& prelude,
                                          const std::vector<std::string>& programs) {
  std::string path = testing::TempDir() + "/tirx_agreement_" +
                     testing::UnitTest::GetInstance()->current_test_info()->name() + ".py";
  FILE* file = std::fopen(path.c_str(), "w");
  std::fputs("programs = [\n", file);
  for (const std::string& program : programs) std::fprintf(file, "    %s,\n", PythonLiteral(program).c_str());
  std::fprintf(file, "]\nprelude = %s\n", PythonLiteral(prelude).c_str());
  std::fputs(
      "for program in programs:\n"
      "    *lines, last = program.split('\\n')\n"
      "    names = {}\n"
      "    try:\n"
      "        exec(prelude + '\\n'.join(lines), names)\n"
      "        print(ascii(repr(eval(last, names))))\n"
      "    except Exception as error:\n"
      "        print('!' + type(error).__name__)\n",
      file);
  std::fclose(file);
  FILE* pipe = popen(("python3 -W ignore " + path).c_str(), "r");
  std::vector<std::string> lines;
  std::string line;
  for (int c; (c = std::fgetc(pipe)) != EOF;) {
    if (c != '\n') {
      line += char(c);
    } else {
      lines.push_back(std::move(line));
      line.clear();
    }
  }
  EXPECT_EQ(pclose(pipe), 0);
  return lines;
}

// Whether a decimal integer in the text leaves 64 bits.
inline bool HasWideInteger(const std::string& text) {
  size_t digits = 0;
  for (char c : text) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    if (digits >= 19) return true;
  }
  return false;
}

enum class Agreement { Value, Error, TooWide, None };

// `text` ends in an expression; `shown` is it with repr() around. Fails the test when the two disagree.
inline Agreement CompareWithPython(const std::string& text, const std::string& value,
                                   const std::string& expected) {
  std::string before = text.substr(0, text.size() - value.size());
  auto ours = EvaluateExpression(SourceFile("k.py", text));
  if (expected[0] == '!') {
    EXPECT_FALSE(ours.ok()) << text << "\nraises " << expected << " in Python; here it is " << *ours;
    return Agreement::Error;
  }
  if (!ours.ok()) {
    bool too_wide = HasWideInteger(expected) || ours.diagnostics().front().kind == DK::IntegerOverflow;
    EXPECT_TRUE(too_wide) << text << "\nis " << expected << " in Python\n"
                          << diag::Render(ours.diagnostics());
    return too_wide ? Agreement::TooWide : Agreement::None;
  }
  // Python's ascii() of the repr; ours is passed through the same literal by evaluating it.
  auto theirs = EvaluateExpression(SourceFile("p.py", expected));
  auto shown = EvaluateExpression(SourceFile("o.py", before + "repr(" + value + ")"));
  EXPECT_TRUE(theirs.ok() && shown.ok()) << expected;
  if (!theirs.ok() || !shown.ok()) return Agreement::None;
  EXPECT_EQ(*shown, *theirs) << text;
  return *shown == *theirs ? Agreement::Value : Agreement::None;
}

}  // namespace tirx::script
