// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/listing.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <string>

namespace tirx::cuda {
namespace {

using backend::ListedLine;

std::string_view Trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string_view NextLine(std::string_view& text) {
  const size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

bool StartsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

// Takes a number from the front, with the blanks around it; -1 where there is none.
int TakeNumber(std::string_view& text) {
  text = Trimmed(text);
  int value = -1;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return -1;
  text.remove_prefix(size_t(end - text.data()));
  return value;
}

bool IsFile(std::string_view path, std::string_view name) {
  const size_t slash = path.rfind('/');
  return (slash == std::string_view::npos ? path : path.substr(slash + 1)) == name;
}

// The text between the first two quotes, which is taken with all before it.
std::string_view TakeQuoted(std::string_view& text) {
  const size_t open = text.find('"');
  const size_t close = open == std::string_view::npos ? open : text.find('"', open + 1);
  if (close == std::string_view::npos) {
    text = "";
    return "";
  }
  std::string_view quoted = text.substr(open + 1, close - open - 1);
  text.remove_prefix(close + 1);
  return quoted;
}

// `.file 1 "/tmp/k.cu"`: the numbers that stand for the file.
std::set<int> NumbersOf(std::string_view source, std::string_view ptx) {
  std::set<int> numbers;
  while (!ptx.empty()) {
    std::string_view line = Trimmed(NextLine(ptx));
    if (!StartsWith(line, ".file")) continue;
    line.remove_prefix(5);
    const int number = TakeNumber(line);
    if (IsFile(TakeQuoted(line), source)) numbers.insert(number);
  }
  return numbers;
}

// `1 12 5` or `1 2 3, function_name $L__info_string0, inlined_at 1 12 5`.
std::vector<int> PtxPlaces(std::string_view loc, const std::set<int>& files) {
  std::vector<int> lines;
  while (true) {
    const int file = TakeNumber(loc), line = TakeNumber(loc);
    if (line > 0 && files.count(file) != 0) lines.push_back(line);
    constexpr std::string_view kInlined = "inlined_at";
    const size_t at = loc.find(kInlined);
    if (at == std::string_view::npos) return lines;
    loc.remove_prefix(at + kInlined.size());
  }
}

// `"/tmp/k.cu", line 2 inlined at "/tmp/k.cu", line 8`.
std::vector<int> SassPlaces(std::string_view comment, std::string_view source) {
  std::vector<int> lines;
  while (true) {
    std::string_view file = TakeQuoted(comment);
    constexpr std::string_view kLine = "line";
    const size_t at = comment.find(kLine);
    if (at == std::string_view::npos) return lines;
    comment.remove_prefix(at + kLine.size());
    const int line = TakeNumber(comment);
    if (line > 0 && IsFile(file, source)) lines.push_back(line);
  }
}

// One blank for each run of them.
std::string Tidy(std::string_view text) {
  std::string tidy;
  for (char c : text) {
    if (c == '\t') c = ' ';
    if (c != ' ' || (!tidy.empty() && tidy.back() != ' ')) tidy += c;
  }
  return tidy;
}

bool IsLabel(std::string_view line) {
  return line.size() > 1 && line.back() == ':';
}

// Code ends in NOPs up to a multiple of its alignment, and a label for its size.
void DropPadding(std::vector<ListedLine>& listing) {
  while (!listing.empty() && !listing.back().starts_function &&
         (IsLabel(listing.back().text) || listing.back().text.find("*/ NOP") != std::string::npos))
    listing.pop_back();
}

// ".entry k" of `.visible .entry k(`, ".func f" of `.func (.param .b32 r) f(`; "" of other lines.
std::string PtxFunction(std::string_view line) {
  for (std::string_view kind : {".entry", ".func"}) {
    const size_t at = line.find(kind);
    if (at == std::string_view::npos) continue;
    std::string_view rest = Trimmed(line.substr(at + kind.size()));
    if (StartsWith(rest, "(")) rest = Trimmed(rest.substr(std::min(rest.find(')'), rest.size() - 1) + 1));
    return std::string(kind) + " " + std::string(Trimmed(rest.substr(0, rest.find('('))));
  }
  return "";
}

}  // namespace

// Without comment and without the braces around inline assembly, `{ cvt.f32.bf16 %f1, %rs1;}`; those of
// vectors stay. How many more it opens than it closes is added to `depth`.
std::string_view WithoutBlockBraces(std::string_view line, int* depth) {
  line = Trimmed(line.substr(0, line.find("//")));
  const auto count = [&](char c) { return int(std::count(line.begin(), line.end(), c)); };
  int opened = count('{') - count('}');
  *depth += opened;
  while (StartsWith(line, "{")) {
    line = Trimmed(line.substr(1));
    --opened;
  }
  for (; opened < 0 && !line.empty() && line.back() == '}'; ++opened)
    line = Trimmed(line.substr(0, line.size() - 1));
  return line;
}

std::vector<ListedLine> ListPtx(std::string_view text, std::string_view source) {
  const std::set<int> files = NumbersOf(source, text);
  std::vector<ListedLine> listing;
  std::vector<int> places;
  int depth = 0;             // of braces since the function's start
  bool in_function = false;  // from its head on
  while (!text.empty()) {
    std::string_view line = Trimmed(NextLine(text));
    if (std::string function = PtxFunction(line); depth == 0 && !function.empty()) {
      listing.push_back({std::move(function), {}, true});
      places.clear();
      in_function = true;
      continue;
    }
    if (in_function) {
      const bool was_inside = depth > 0;
      line = WithoutBlockBraces(line, &depth);
      in_function = depth > 0 || !was_inside;
    }
    if (depth > 0 && StartsWith(line, ".loc")) {
      places = PtxPlaces(line.substr(4), files);
    } else if (depth > 0 && !line.empty() && line[0] != '.') {
      listing.push_back({Tidy(line), IsLabel(line) ? std::vector<int>() : places});
    }
  }
  return listing;
}

std::vector<ListedLine> ListSass(std::string_view text, std::string_view source) {
  constexpr std::string_view kPlace = "//## File", kSection = ".section", kCode = ".text.";
  std::vector<ListedLine> listing;
  std::vector<int> places;
  bool in_code = false, opened = false;  // a place in several lines, innermost first, is one
  while (!text.empty()) {
    std::string_view line = Trimmed(NextLine(text));
    if (StartsWith(line, kSection)) {
      std::string_view name = Trimmed(line.substr(kSection.size()));
      in_code = StartsWith(name, kCode);
      DropPadding(listing);
      places.clear();
      if (in_code)
        listing.push_back({std::string(name.substr(kCode.size(), name.find(',') - kCode.size())), {}, true});
    } else if (in_code && StartsWith(line, kPlace)) {
      if (!opened) places.clear();
      for (int place : SassPlaces(line.substr(kPlace.size()), source)) places.push_back(place);
    } else if (in_code && StartsWith(line, "/*")) {
      listing.push_back({Tidy(line), places});
    } else if (in_code && IsLabel(line) && line[0] == '.' && !StartsWith(line, kCode)) {
      listing.push_back({std::string(line), {}});
    }
    opened = in_code && StartsWith(line, kPlace);
  }
  DropPadding(listing);
  return listing;
}

}  // namespace tirx::cuda
