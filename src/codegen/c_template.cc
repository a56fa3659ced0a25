// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_template.h"

#include <algorithm>
#include <cctype>

#include "base/check.h"
#include "codegen/c_constant.h"

namespace tirx::codegen {
namespace {

// Where an operand stands decides how tightly it must bind: alone between the commas of an argument list
// anything goes; before `.` or `[` only a postfix expression does; elsewhere what binds like a unary
// operator.
int ContextOf(std::string_view text, size_t begin, size_t end) {
  char before = begin == 0 ? 0 : text[begin - 1];
  if (before == ' ' && begin >= 2 && text[begin - 2] == ',') before = ',';
  char after = end == text.size() ? 0 : text[end];
  bool opens = before == '(' || before == ',', closes = after == ')' || after == ',';
  if (opens && closes) return kAssign;
  return after == '.' || after == '[' ? kPostfix : kUnary;
}

// How tightly the whole template binds, from what stands outside its parentheses.
int PrecedenceOf(std::string_view text) {
  int depth = 0;
  bool cast = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') {
      --depth;
      // Text that goes on directly after a leading parenthesis is a cast of what follows.
      if (depth == 0 && text[0] == '(' && c == ')' && i + 1 < text.size() && text[i + 1] != ' ') cast = true;
    }
    if (depth == 0 && c == ' ') return kConditional;
  }
  return cast || text[0] == '-' || text[0] == '!' || text[0] == '~' || text[0] == '&' ? kUnary : kPostfix;
}

class Expansion {
 public:
  Expansion(std::string_view text, const TemplateInput& input)
      : text_(text), input_(input), used_(input.operands.size(), 0) {}

  CText Run() {
    size_t i = 0;
    while (i < text_.size()) {
      if (text_[i] != '{') {
        i += text_.substr(i, 2) == "}}";
        out_ += text_[i++];
        continue;
      }
      if (text_.substr(i, 2) == "{{") {
        out_ += '{';
        i += 2;
        continue;
      }
      size_t end = text_.find('}', i);
      TIRX_CHECK(end != std::string_view::npos, "unclosed `{` in template: " + std::string(text_));
      Field(text_.substr(i + 1, end - i - 1), i, end + 1);
      i = end + 1;
    }
    return {out_, PrecedenceOf(text_)};
  }

 private:
  void Field(std::string_view field, size_t begin, size_t end) {
    if (!field.empty() && std::isdigit(static_cast<unsigned char>(field[0]))) {
      out_ += Operand(field).At(ContextOf(text_, begin, end));
    } else if (!field.empty() && field[0] == '&') {
      size_t index = size_t(field[1] - '0');
      TIRX_CHECK(index < input_.addresses.size() && !input_.addresses[index].text.empty(),
                 "no element operand for: " + std::string(text_));
      out_ += input_.addresses[index].At(ContextOf(text_, begin, end));
    } else if (field == "*") {
      for (const CText& operand : input_.operands) out_ += ", " + operand.At(kAssign);
    } else if (!field.empty() && field[0] == '"') {
      out_ += StringLiteral(Attribute(field.substr(1, field.size() - 2)));
    } else if (field == "T") {
      out_ += input_.type;
    } else if (field == "t") {
      out_ += input_.short_type;
    } else if (field == "s") {
      out_ += input_.short_type == "f32" ? "f" : "";
    } else if (field == "T0") {
      out_ += input_.operand_type;
    } else if (field == "t0") {
      out_ += input_.operand_short_type;
    } else {
      out_ += Attribute(field);
    }
  }

  const CText& Operand(std::string_view field) {
    size_t index = size_t(field[0] - '0');
    TIRX_CHECK(index < used_.size(),
               "no operand {" + std::string(field) + "} for template: " + std::string(text_));
    TIRX_CHECK(++used_[index] == 1, "operand used twice in template: " + std::string(text_));
    return input_.operands[index];
  }

  // `name`, or `name:value=text,value=text`.
  std::string Attribute(std::string_view field) {
    size_t colon = field.find(':');
    std::string key(field.substr(0, colon));
    TIRX_CHECK(ir::HasAttr(input_.attrs, key.c_str()),
               "no attribute `" + key + "` for: " + std::string(text_));
    std::string value = AttributeText(input_.attrs[key]);
    if (colon == std::string_view::npos) return value;
    std::string_view rest = field.substr(colon + 1);
    while (!rest.empty()) {
      size_t comma = rest.find(',');
      std::string_view item = rest.substr(0, comma);
      size_t equals = item.find('=');
      if (item.substr(0, equals) == value) return std::string(item.substr(equals + 1));
      if (comma == std::string_view::npos) break;
      rest.remove_prefix(comma + 1);
    }
    return "";
  }

  static std::string AttributeText(const Any& value) {
    if (auto text = value.as<String>()) return std::string(*text);
    if (value.type_index() == ffi::TypeIndex::kTVMFFIBool) return value.cast<bool>() ? "true" : "false";
    return std::to_string(value.cast<int64_t>());
  }

  std::string_view text_;
  const TemplateInput& input_;
  std::vector<int> used_;
  std::string out_;
};

}  // namespace

std::string FillKeys(std::string_view text,
                     std::initializer_list<std::pair<std::string_view, std::string_view>> values) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    auto found = std::find_if(values.begin(), values.end(), [&](const auto& value) {
      return text.substr(i, value.first.size()) == value.first;
    });
    if (found == values.end()) {
      out += text[i++];
    } else {
      out += found->second;
      i += found->first.size();
    }
  }
  return out;
}

CText ExpandTemplate(std::string_view text, const TemplateInput& input) {
  return Expansion(text, input).Run();
}

}  // namespace tirx::codegen
