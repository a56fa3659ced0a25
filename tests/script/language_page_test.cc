// SPDX-License-Identifier: Apache-2.0
// The tables of docs/language.md name what there is, and nothing else.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <string>

#include "script/form.h"

namespace tirx::script {
namespace {

// The words in the first pair of backquotes after `head`, which begins a row of a table.
std::set<std::string> Row(const std::string& head) {
  std::ifstream file(std::string(TIRX_SOURCE_DIR) + "/docs/language.md");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("| " + head + " | `", 0) != 0) continue;
    size_t begin = head.size() + 6;
    std::istringstream words(line.substr(begin, line.find('`', begin) - begin));
    std::set<std::string> out;
    for (std::string word; words >> word;) out.insert(word);
    return out;
  }
  return {};
}

TEST(LanguagePage, BuiltinFunctions) {
  std::vector<std::string_view> names = BuiltinNames();
  EXPECT_EQ(Row("functions"), std::set<std::string>(names.begin(), names.end()));
}

TEST(LanguagePage, Methods) {
  const std::pair<const char*, Value> rows[] = {{"`str`", Value::Str("")},
                                                {"`list`", Value::List({})},
                                                {"`tuple`", Value::Tuple({})},
                                                {"`dict`", std::make_shared<DictObject>()}};
  for (const auto& [head, value] : rows) {
    std::set<std::string> named = Row(head), found;
    for (const char* other : {"`str`", "`list`", "`tuple`", "`dict`"}) {
      for (const std::string& name : Row(other))
        if (FindMethod(value, name)) found.insert(name);
    }
    EXPECT_FALSE(named.empty()) << head;
    EXPECT_EQ(named, found) << head;
  }
}

TEST(LanguagePage, Math) {
  std::set<std::string> constants{"e", "inf", "nan", "pi"};
  for (const std::string& name : Row("`math`")) EXPECT_TRUE(constants.count(name) || FindMath(name)) << name;
}

}  // namespace
}  // namespace tirx::script
