// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_needed.h"

#include <map>
#include <set>

#include "codegen/c_names.h"

namespace tirx::codegen {

namespace {

struct Declaration {
  std::string text;       // with the comment above it
  std::string prototype;  // of a function
  std::set<std::string> names;
  std::vector<std::string> uses, prototype_uses;
  size_t part;
  bool needed = false;
  bool before = false;  // needed before the code that calls
};

// The names of ours in a text.
std::vector<std::string> NamesIn(std::string_view text) {
  std::vector<std::string> names;
  for (size_t i = 0; i < text.size();) {
    size_t end = i;
    while (end < text.size() && IsWordChar(text[end])) ++end;
    const std::string_view word = text.substr(i, end - i);
    if (word.starts_with("tirx_") || word.starts_with("TIRX_")) names.emplace_back(word);
    i = end == i ? i + 1 : end;
  }
  return names;
}

// Of an enumeration all names, of the rest the last one before a parameter list, a body or a value.
std::set<std::string> DeclaredNames(std::string_view code) {
  const bool is_enum = code.starts_with("enum") || code.starts_with("typedef enum");
  const bool is_macro = code.starts_with("#define ");
  std::vector<std::string> names = NamesIn(is_enum ? code : code.substr(0, code.find_first_of("(=[;{")));
  if (is_enum) return {names.begin(), names.end()};
  if (names.empty()) return {};
  return {is_macro ? names.front() : names.back()};
}

class Splitter {
 public:
  Splitter(std::string_view text, size_t part) : text_(text), part_(part) {}

  void Split(std::vector<Declaration>* declarations, std::set<std::string>* includes) {
    while (!text_.empty()) {
      const size_t end = text_.find('\n');
      const std::string_view line = text_.substr(0, end);
      text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
      if (code_.empty() && line.starts_with("#include <")) includes->insert(std::string(line) + "\n");
      if (code_.empty() && IsFrame(line)) {
        comment_.clear();
        continue;
      }
      if (!IsForTools(line)) Take(line, declarations);
    }
  }

 private:
  // What stands around the declarations. Comments above it are about the file.
  static bool IsFrame(std::string_view line) {
    return line.empty() || line.starts_with("#include") || line.starts_with("#ifndef") ||
           line.starts_with("#endif") || line.starts_with("#pragma") || line.ends_with("_H_");
  }
  static bool IsForTools(std::string_view line) {
    return line.starts_with("// clang-format") || line.starts_with("// NOLINT");
  }
  void Take(std::string_view line, std::vector<Declaration>* declarations) {
    const bool is_comment = code_.empty() && line.starts_with("//");
    (is_comment ? comment_ : code_) += std::string(line) + "\n";
    if (is_comment) return;
    const bool is_macro = code_.starts_with("#define");
    const bool closes = line.starts_with("}") || (line.ends_with(";") && !Open(code_));
    if (is_macro ? line.ends_with("\\") : !closes) return;
    const std::string prototype =
        code_.starts_with("static inline ") ? code_.substr(0, code_.find(" {\n")) + ";\n" : "";
    declarations->push_back(
        {comment_ + code_, prototype, DeclaredNames(code_), NamesIn(code_), NamesIn(prototype), part_});
    comment_.clear();
    code_.clear();
  }
  // Whether a body has begun that has not ended.
  static bool Open(std::string_view code) {
    int depth = 0;
    for (char c : code) depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    return depth > 0;
  }

  std::string_view text_;
  size_t part_;
  std::string comment_, code_;
};

// Marks what `user` reaches through what `uses` gives.
template <class Uses>
void Mark(std::vector<Declaration>* declarations, std::string_view user, bool Declaration::*mark,
          const Uses& uses) {
  std::map<std::string, Declaration*> by_name;
  for (Declaration& declaration : *declarations)
    for (const std::string& name : declaration.names) by_name.emplace(name, &declaration);
  std::vector<std::string> wanted = NamesIn(user);
  while (!wanted.empty()) {
    auto found = by_name.find(wanted.back());
    wanted.pop_back();
    if (found == by_name.end() || found->second->*mark) continue;
    found->second->*mark = true;
    const std::vector<std::string>& more = uses(*found->second);
    wanted.insert(wanted.end(), more.begin(), more.end());
  }
}

std::string Before(const std::vector<Declaration>& declarations) {
  std::string text;
  bool after_prototype = false;
  for (const Declaration& declaration : declarations) {
    if (!declaration.before) continue;
    const bool is_prototype = !declaration.prototype.empty();
    text += (is_prototype && after_prototype ? "" : "\n") +
            (is_prototype ? declaration.prototype : declaration.text);
    after_prototype = is_prototype;
  }
  return text;
}

std::string Behind(const std::vector<Declaration>& declarations, const std::vector<SupportText>& texts) {
  std::string text;
  size_t part = texts.size();
  for (const Declaration& declaration : declarations) {
    if (!declaration.needed || (declaration.before && declaration.prototype.empty())) continue;
    if (declaration.part != part) text += "\n// --- " + std::string(texts[declaration.part].title) + " ---\n";
    part = declaration.part;
    text += "\n" + declaration.text;
  }
  return text;
}

}  // namespace

NeededText NeededOf(const std::vector<SupportText>& texts, std::string_view user) {
  std::vector<Declaration> declarations;
  std::set<std::string> includes;
  for (size_t part = 0; part < texts.size(); ++part)
    Splitter(texts[part].text, part).Split(&declarations, &includes);
  using Names = std::vector<std::string>;
  Mark(&declarations, user, &Declaration::needed,
       [](const Declaration& d) -> const Names& { return d.uses; });
  Mark(&declarations, user, &Declaration::before,
       [](const Declaration& d) -> const Names& { return d.prototype.empty() ? d.uses : d.prototype_uses; });
  NeededText needed;
  for (const std::string& include : includes) needed.includes += include;
  needed.declarations = Before(declarations);
  needed.definitions = Behind(declarations, texts);
  return needed;
}

}  // namespace tirx::codegen
