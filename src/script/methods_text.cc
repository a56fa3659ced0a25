// SPDX-License-Identifier: Apache-2.0
// Methods of compile-time strings.
#include <algorithm>

#include "script/constant_ops.h"
#include "script/elaborator.h"

namespace tirx::script {
namespace {

std::optional<std::string> Text(Elaborator& e, const Bound& b, size_t i) {
  return e.ToText(b[i], "this argument", b.ats[i]);
}

Value Join(Elaborator& e, const Bound& b) {
  TupleItems items;
  if (!e.Iterate(b[0], b.ats[0], &items)) return Value();
  std::string out;
  for (size_t i = 0; i < items.size(); ++i) {
    if (!items[i].str())
      return e.Error(DK::BadCallArgument, b.ats[0], {"join", "item", DescribeKind(items[i]), "a string"});
    out += (i ? *b.self.str() : "") + *items[i].str();
  }
  return Value::Str(std::move(out));
}

Value Split(Elaborator& e, const Bound& b) {
  const std::string& text = *b.self.str();
  TupleItems parts;
  if (!b.Has(0)) {  // at runs of blanks
    for (size_t i = 0; (i = text.find_first_not_of(" \t\n\r", i)) != std::string::npos;) {
      size_t end = std::min(text.find_first_of(" \t\n\r", i), text.size());
      parts.push_back(Value::Str(text.substr(i, end - i)));
      i = end;
    }
    return Value::List(std::move(parts), e.body_id());
  }
  auto separator = Text(e, b, 0);
  if (!separator) return Value();
  if (separator->empty())
    return e.Error(DK::BadCallArgument, b.ats[0], {"split", "separator", "empty", "not empty"});
  size_t begin = 0;
  for (size_t end; (end = text.find(*separator, begin)) != std::string::npos; begin = end + separator->size())
    parts.push_back(Value::Str(text.substr(begin, end - begin)));
  parts.push_back(Value::Str(text.substr(begin)));
  return Value::List(std::move(parts), e.body_id());
}

Value StartsWith(Elaborator& e, const Bound& b) {
  auto prefix = Text(e, b, 0);
  return prefix ? Value(b.self.str()->compare(0, prefix->size(), *prefix) == 0) : Value();
}
Value EndsWith(Elaborator& e, const Bound& b) {
  auto suffix = Text(e, b, 0);
  if (!suffix) return Value();
  const std::string& text = *b.self.str();
  return Value(text.size() >= suffix->size() &&
               text.compare(text.size() - suffix->size(), suffix->size(), *suffix) == 0);
}

Value MapAscii(Elaborator& e, const Bound& b, char first, char last, int shift) {
  std::string out = *b.self.str();
  for (char& c : out) {
    if (static_cast<unsigned char>(c) >= 0x80)
      return e.Error(DK::BadCallArgument, b.at, {b.callee, "string", "not ASCII", "ASCII"});
    if (c >= first && c <= last) c = char(c + shift);
  }
  return Value::Str(std::move(out));
}
Value Upper(Elaborator& e, const Bound& b) {
  return MapAscii(e, b, 'a', 'z', 'A' - 'a');
}
Value Lower(Elaborator& e, const Bound& b) {
  return MapAscii(e, b, 'A', 'Z', 'a' - 'A');
}

// The characters that strip() and its like drop: blanks, or those that are given.
std::optional<std::string> Dropped(Elaborator& e, const Bound& b) {
  if (!b.Has(0) || b[0].is_none()) return " \t\n\r\f\v";
  auto given = Text(e, b, 0);
  bool ascii = given && std::all_of(given->begin(), given->end(), [](char c) { return c >= 0; });
  if (given && !ascii) {
    e.Error(DK::BadCallArgument, b.ats[0], {b.callee, "characters", "not ASCII", "ASCII"});
    return std::nullopt;
  }
  return given;
}

template <bool left, bool right>
Value Strip(Elaborator& e, const Bound& b) {
  const std::string& text = *b.self.str();
  auto dropped = Dropped(e, b);
  if (!dropped) return Value();
  size_t begin = left ? text.find_first_not_of(*dropped) : 0;
  if (begin == std::string::npos) return Value::Str("");
  size_t last = right ? text.find_last_not_of(*dropped) : text.size() - 1;
  return Value::Str(last == std::string::npos ? "" : text.substr(begin, last - begin + 1));
}

Value RemovePrefix(Elaborator& e, const Bound& b) {
  auto prefix = Text(e, b, 0);
  if (!prefix) return Value();
  const std::string& text = *b.self.str();
  return Value::Str(text.compare(0, prefix->size(), *prefix) == 0 ? text.substr(prefix->size()) : text);
}
Value RemoveSuffix(Elaborator& e, const Bound& b) {
  auto suffix = Text(e, b, 0);
  if (!suffix) return Value();
  const std::string& text = *b.self.str();
  bool ends = text.size() >= suffix->size() && text.substr(text.size() - suffix->size()) == *suffix;
  return Value::Str(ends ? text.substr(0, text.size() - suffix->size()) : text);
}

// Positions count code points.
template <bool last>
Value FindText(Elaborator& e, const Bound& b) {
  auto wanted = Text(e, b, 0);
  if (!wanted) return Value();
  const std::string& text = *b.self.str();
  size_t at = last ? text.rfind(*wanted) : text.find(*wanted);
  if (at == std::string::npos) return Value::Int(-1);
  return Value::Int(int64_t(CodePoints(text.substr(0, at)).size()));
}

Value CountText(Elaborator& e, const Bound& b) {
  auto wanted = Text(e, b, 0);
  if (!wanted) return Value();
  const std::string& text = *b.self.str();
  if (wanted->empty()) return Value::Int(int64_t(CodePoints(text).size()) + 1);
  int64_t count = 0;
  for (size_t at = 0; (at = text.find(*wanted, at)) != std::string::npos; at += wanted->size()) ++count;
  return Value::Int(count);
}

// ljust(), rjust(), center(): the format of that alignment. What is left over at the centre of an odd width
// goes left, and right for even ones.
template <char align>
Value Justify(Elaborator& e, const Bound& b) {
  constexpr int64_t kMaxWidth = 10000;
  auto width = e.ToInteger(b[0], "the width", b.ats[0]);
  auto fill = b.Has(1) ? Text(e, b, 1) : std::optional<std::string>(" ");
  if (!width || !fill) return Value();
  if (CodePoints(*fill).size() != 1)
    return e.Error(DK::BadCallArgument, b.ats[1], {b.callee, "fill", Repr(b[1]), "one character"});
  if (*width > kMaxWidth) return e.Error(DK::TooManyItems, b.ats[0], {std::to_string(kMaxWidth)});
  const std::string& text = *b.self.str();
  int64_t missing = std::max<int64_t>(*width - int64_t(CodePoints(text).size()), 0);
  int64_t left = align == '<' ? 0 : align == '>' ? missing : missing / 2 + (missing & *width & 1);
  std::string before, after;
  for (int64_t i = 0; i < missing; ++i) (i < left ? before : after) += *fill;
  return Value::Str(before + text + after);
}

Value ZFill(Elaborator& e, const Bound& b) {
  auto width = e.ToInteger(b[0], "the width", b.ats[0]);
  if (!width) return Value();
  if (*width > 10000) return e.Error(DK::TooManyItems, b.ats[0], {"10000"});
  std::string text = *b.self.str();
  int64_t missing = *width - int64_t(CodePoints(text).size());
  size_t sign = !text.empty() && (text[0] == '-' || text[0] == '+');
  if (missing > 0) text.insert(sign, std::string(size_t(missing), '0'));
  return Value::Str(std::move(text));
}

// Of ASCII only: which characters of others are digits or letters is another table.
template <int (*holds)(int)>
Value AllAre(Elaborator& e, const Bound& b) {
  const std::string& text = *b.self.str();
  if (!std::all_of(text.begin(), text.end(), [](char c) { return c >= 0; }))
    return e.Error(DK::BadCallArgument, b.at, {b.callee, "string", "not ASCII", "ASCII"});
  return Value(!text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return holds(c) != 0; }));
}
int IsDigit(int c) {
  return c >= '0' && c <= '9';
}
int IsLetter(int c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

Value Partition(Elaborator& e, const Bound& b) {
  auto separator = Text(e, b, 0);
  if (!separator) return Value();
  if (separator->empty())
    return e.Error(DK::BadCallArgument, b.ats[0], {"partition", "separator", "empty", "not empty"});
  const std::string& text = *b.self.str();
  size_t at = text.find(*separator);
  if (at == std::string::npos) return Value::Tuple({b.self, Value::Str(""), Value::Str("")});
  return Value::Tuple({Value::Str(text.substr(0, at)), Value::Str(*separator),
                       Value::Str(text.substr(at + separator->size()))});
}

Value Replace(Elaborator& e, const Bound& b) {
  auto from = Text(e, b, 0), to = Text(e, b, 1);
  if (!from || !to) return Value();
  if (from->empty()) return e.Error(DK::BadCallArgument, b.ats[0], {"replace", "old", "empty", "not empty"});
  std::string out = *b.self.str();
  for (size_t at = 0; (at = out.find(*from, at)) != std::string::npos; at += to->size())
    out.replace(at, from->size(), *to);
  return Value::Str(std::move(out));
}

// clang-format off
const Form kText[] = {
    {"join", "values", Join},
    {"split", "separator=", Split},
    {"partition", "separator", Partition},
    {"startswith", "prefix", StartsWith},
    {"endswith", "suffix", EndsWith},
    {"removeprefix", "prefix", RemovePrefix},
    {"removesuffix", "suffix", RemoveSuffix},
    {"upper", "", Upper},
    {"lower", "", Lower},
    {"strip", "characters=", Strip<true, true>},
    {"lstrip", "characters=", Strip<true, false>},
    {"rstrip", "characters=", Strip<false, true>},
    {"replace", "old, new", Replace},
    {"find", "text", FindText<false>},
    {"rfind", "text", FindText<true>},
    {"count", "text", CountText},
    {"ljust", "width, fill=", Justify<'<'>},
    {"rjust", "width, fill=", Justify<'>'>},
    {"center", "width, fill=", Justify<'^'>},
    {"zfill", "width", ZFill},
    {"isdigit", "", AllAre<IsDigit>},
    {"isalpha", "", AllAre<IsLetter>},
};
// clang-format on

}  // namespace

const Form* FindTextMethod(std::string_view name) {
  return FindIn(kText, name);
}

}  // namespace tirx::script
