// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/ptx.h"

#include <cctype>
#include <cstdlib>

namespace tirx::cuda {
namespace {

// Words, directives and single characters of punctuation, without comments and strings.
class PtxTokens {
 public:
  explicit PtxTokens(std::string_view text) : text_(text) {}

  std::string_view Next() {
    SkipBlanks();
    size_t start = at_;
    while (at_ < text_.size() && IsWord(text_[at_])) ++at_;
    if (at_ == start && at_ < text_.size()) ++at_;
    return text_.substr(start, at_ - start);
  }

 private:
  static bool IsWord(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || c == '.' || c == '%';
  }
  void SkipTo(std::string_view end) {
    size_t found = text_.find(end, at_ + 1);
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
  }
  void SkipBlanks() {
    while (at_ < text_.size()) {
      if (std::isspace(static_cast<unsigned char>(text_[at_])))
        ++at_;
      else if (text_.substr(at_, 2) == "//")
        SkipTo("\n");
      else if (text_.substr(at_, 2) == "/*")
        SkipTo("*/");
      else if (text_[at_] == '"')
        SkipTo("\"");
      else
        return;
    }
  }

  std::string_view text_;
  size_t at_ = 0;
};

int64_t Number(std::string_view digits) {
  return std::strtoll(std::string(digits.substr(0, 18)).c_str(), nullptr, 0);
}

// Bytes of ".u64"; 0 for what is no type.
int64_t TypeBytes(std::string_view type) {
  if (type.size() < 3 || type[0] != '.' || std::string_view("busf").find(type[1]) == std::string_view::npos)
    return 0;
  return Number(type.substr(2)) / 8;
}

// `.param .align 8 .b8 name[128], ...)`, behind the opening parenthesis.
int64_t ParameterBytes(PtxTokens& tokens) {
  int64_t end = 0, size = 0, align = 0;
  auto finish = [&] {
    if (size == 0) return;
    if (align < 1) align = size;
    end = (end + align - 1) / align * align + size;
  };
  int64_t count = 1, element = 0;
  for (std::string_view token = tokens.Next(); !token.empty(); token = tokens.Next()) {
    if (token == "," || token == ")") {
      size = element * count;
      if (align < 1) align = element;
      finish();
      count = 1, element = 0, align = 0;
      if (token == ")") break;
    } else if (token == ".align") {
      align = Number(tokens.Next());
    } else if (token == "[") {
      count = Number(tokens.Next());
    } else if (token == ".ptr") {
      // What a pointer points to: `.param .u64 .ptr .global .align 16 name`.
      for (token = tokens.Next(); token == ".global" || token == ".align"; token = tokens.Next())
        if (token == ".align") tokens.Next();
    } else if (int64_t bytes = TypeBytes(token)) {
      element = bytes;
    }
  }
  return end;
}

}  // namespace

PtxInfo ReadPtx(std::string_view text) {
  PtxInfo info;
  PtxTokens tokens(text);
  bool has_version = false;
  for (std::string_view token = tokens.Next(); !token.empty(); token = tokens.Next()) {
    if (token == ".version") has_version = true;
    if (token == ".target" && has_version && info.arch.empty()) info.arch = std::string(tokens.Next());
    if (token != ".entry") continue;
    PtxKernel kernel{std::string(tokens.Next()), 0};
    if (std::string_view next = tokens.Next(); next == "(") kernel.parameter_bytes = ParameterBytes(tokens);
    info.kernels.push_back(std::move(kernel));
  }
  return info;
}

}  // namespace tirx::cuda
