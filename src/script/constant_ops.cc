// SPDX-License-Identifier: Apache-2.0
#include "script/constant_ops.h"

#include <algorithm>
#include <cmath>

namespace tirx::script {
namespace {

Failure BadOperands(Tok op, const Value& a, const Value& b, const Span& at) {
  return Fail(DK::BadOperands, at, {Spelling(op), DescribeKind(a), DescribeKind(b)});
}

Failure Overflow(Tok op, const Span& at) {
  return Fail(DK::IntegerOverflow, at, {Spelling(op)});
}
Failure ByZero(const Span& at) {
  return Fail(DK::DivisionByZero, at, {});
}

Result<Value> Checked(bool overflow, int64_t value, Tok op, const Span& at) {
  if (overflow) return Overflow(op, at);
  return Value(value);
}

Result<Value> PowerOfInts(int64_t base, int64_t exponent, const Span& at) {
  if (exponent < 0) {
    if (base == 0) return ByZero(at);
    return Value(std::pow(double(base), double(exponent)));
  }
  int64_t result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if ((exponent & 1) && __builtin_mul_overflow(result, base, &result)) return Overflow(Tok::Power, at);
    if (exponent > 1 && __builtin_mul_overflow(base, base, &base)) return Overflow(Tok::Power, at);
  }
  return Value(result);
}

Result<Value> ShiftOfInts(Tok op, int64_t a, int64_t b, const Span& at) {
  if (b < 0) return Fail(DK::NegativeShift, at, {std::to_string(b)});
  if (op == Tok::ShiftRight) return Value(a >> std::min<int64_t>(b, 63));
  if (a != 0 && (b > 62 || ((a << b) >> b) != a)) return Overflow(op, at);
  return Value(a == 0 ? int64_t(0) : int64_t(uint64_t(a) << b));
}

Result<Value> DivideInts(Tok op, int64_t a, int64_t b, const Span& at) {
  if (b == 0) return ByZero(at);
  if (op == Tok::Slash) return Value(double(a) / double(b));
  if (b == -1) {
    if (op == Tok::Percent) return Value(int64_t(0));
    return Checked(a == INT64_MIN, a == INT64_MIN ? 0 : -a, op, at);
  }
  int64_t quotient = a / b, remainder = a % b;
  bool adjust = remainder != 0 && (remainder < 0) != (b < 0);
  return Value(op == Tok::FloorDiv ? quotient - adjust : adjust ? remainder + b : remainder);
}

Result<Value> IntOp(Tok op, int64_t a, int64_t b, const Value& x, const Value& y, const Span& at) {
  int64_t result = 0;
  bool overflow =
      false;  // a variable of its own: the order in which a call's arguments are evaluated is not defined
  bool bools = x.Is<bool>() && y.Is<bool>();
  switch (op) {
    case Tok::Plus:
      overflow = __builtin_add_overflow(a, b, &result);
      return Checked(overflow, result, op, at);
    case Tok::Minus:
      overflow = __builtin_sub_overflow(a, b, &result);
      return Checked(overflow, result, op, at);
    case Tok::Star:
      overflow = __builtin_mul_overflow(a, b, &result);
      return Checked(overflow, result, op, at);
    case Tok::Slash:
    case Tok::FloorDiv:
    case Tok::Percent:
      return DivideInts(op, a, b, at);
    case Tok::Power:
      return PowerOfInts(a, b, at);
    case Tok::ShiftLeft:
    case Tok::ShiftRight:
      return ShiftOfInts(op, a, b, at);
    case Tok::Ampersand:
      return bools ? Value((a & b) != 0) : Value(a & b);
    case Tok::Pipe:
      return bools ? Value((a | b) != 0) : Value(a | b);
    case Tok::Caret:
      return bools ? Value((a ^ b) != 0) : Value(a ^ b);
    default:
      return BadOperands(op, x, y, at);
  }
}

// Python's float // and %: the remainder has the divisor's sign, and the quotient agrees with it.
Result<Value> DivideFloats(Tok op, double a, double b, const Span& at) {
  if (b == 0) return ByZero(at);
  double remainder = std::fmod(a, b), quotient = (a - remainder) / b;
  if (remainder != 0) {
    if ((b < 0) != (remainder < 0)) {
      remainder += b;
      quotient -= 1;
    }
  } else {
    remainder = std::copysign(0.0, b);
  }
  if (op == Tok::Percent) return Value(remainder);
  if (quotient == 0) return Value(std::copysign(0.0, a / b));
  double floor = std::floor(quotient);
  return Value(quotient - floor > 0.5 ? floor + 1 : floor);
}

Result<Value> FloatOp(Tok op, double a, double b, const Value& x, const Value& y, const Span& at) {
  switch (op) {
    case Tok::Plus:
      return Value(a + b);
    case Tok::Minus:
      return Value(a - b);
    case Tok::Star:
      return Value(a * b);
    case Tok::Slash:
      if (b == 0) return ByZero(at);
      return Value(a / b);
    case Tok::FloorDiv:
    case Tok::Percent:
      return DivideFloats(op, a, b, at);
    case Tok::Power: {
      if (a == 0 && b < 0) return ByZero(at);
      double power = std::pow(a, b);
      if (std::isnan(power) && !std::isnan(a) && !std::isnan(b)) return BadOperands(op, x, y, at);
      if (std::isinf(power) && std::isfinite(a) && std::isfinite(b)) return Fail(DK::FloatOverflow, at, {});
      return Value(power);
    }
    default:
      return BadOperands(op, x, y, at);
  }
}

constexpr size_t kMaxItems = size_t(1) << 24;  // of a repeated sequence

Result<Value> Repeat(const Value& sequence, int64_t count, const Span& at) {
  const std::string* text = sequence.str();
  size_t size = text ? text->size() : sequence.sequence()->size();
  size_t times = count > 0 ? size_t(count) : 0;
  if (size && times > kMaxItems / size) return Fail(DK::TooManyItems, at, {std::to_string(kMaxItems)});
  if (text) {
    std::string out;
    for (size_t i = 0; i < times; ++i) out += *text;
    return Value::Str(std::move(out));
  }
  TupleItems out;
  for (size_t i = 0; i < times; ++i)
    out.insert(out.end(), sequence.sequence()->begin(), sequence.sequence()->end());
  return sequence.tuple() ? Value::Tuple(std::move(out)) : Value::List(std::move(out));
}

Result<Value> SequenceOp(Tok op, const Value& a, const Value& b, const Span& at) {
  bool a_items = a.str() || a.sequence(), b_items = b.str() || b.sequence();
  if (op == Tok::Star && a_items && b.integer()) return Repeat(a, *b.integer(), at);
  if (op == Tok::Star && b_items && a.integer()) return Repeat(b, *a.integer(), at);
  if (op != Tok::Plus) return BadOperands(op, a, b, at);
  if (a.str() && b.str()) return Value::Str(*a.str() + *b.str());
  if ((a.tuple() && b.tuple()) || (a.list() && b.list())) {
    TupleItems out = *a.sequence();
    out.insert(out.end(), b.sequence()->begin(), b.sequence()->end());
    return a.tuple() ? Value::Tuple(std::move(out)) : Value::List(std::move(out));
  }
  return BadOperands(op, a, b, at);
}

// Whether i < d, exactly: not every 64-bit integer is a double.
bool Below(int64_t i, double d) {
  constexpr double kEnd = 0x1p63;
  if (d >= kEnd) return true;
  if (d < -kEnd) return false;
  double whole = std::floor(d);
  return i < int64_t(whole) || (i == int64_t(whole) && whole < d);
}

// -1, 0 or 1; 2 for unordered (NaN). The values are both numbers, both strings or both sequences of one kind.
Result<int> Order(const Value& a, const Value& b, CompareOp op, const Span& at) {
  if (auto x = a.integer(), y = b.integer(); x && y) return *x < *y ? -1 : *x > *y;
  if (auto x = a.number(), y = b.number(); x && y) {
    if (std::isnan(*x) || std::isnan(*y)) return 2;
    if (Equal(a, b)) return 0;
    bool below = a.integer() ? Below(*a.integer(), *y) : b.integer() ? !Below(*b.integer(), *x) : *x < *y;
    return below ? -1 : 1;
  }
  if (a.str() && b.str()) {
    int order = a.str()->compare(*b.str());  // UTF-8 sorts like code points
    return order < 0 ? -1 : order > 0;
  }
  if ((a.tuple() && b.tuple()) || (a.list() && b.list())) {
    const TupleItems &x = *a.sequence(), &y = *b.sequence();
    for (size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
      if (!Equal(x[i], y[i])) return Order(x[i], y[i], op, at);
    }
    return x.size() < y.size() ? -1 : x.size() > y.size();
  }
  return Fail(DK::BadOperands, at, {Symbol(op), DescribeKind(a), DescribeKind(b)});
}

}  // namespace

std::string_view Symbol(CompareOp op) {
  constexpr std::string_view symbols[] = {"<", "<=", ">", ">=", "==", "!=", "in", "not in", "is", "is not"};
  return symbols[size_t(op)];
}

Result<Value> ConstantBinary(Tok op, const Value& a, const Value& b, const Span& at) {
  if (auto x = a.integer(), y = b.integer(); x && y) return IntOp(op, *x, *y, a, b, at);
  if (auto x = a.number(), y = b.number(); x && y) return FloatOp(op, *x, *y, a, b, at);
  if (a.dict() && b.dict() && op == Tok::Pipe) {
    auto merged = std::make_shared<DictObject>(*a.dict());
    for (const auto& [key, value] : b.dict()->items) {
      if (Value* old = merged->Find(key)) {
        *old = value;
      } else {
        merged->items.emplace_back(key, value);
      }
    }
    return Value(merged);
  }
  return SequenceOp(op, a, b, at);
}

Result<Value> ConstantUnary(Tok op, const Value& a, const Span& at) {
  if (auto x = a.integer()) {
    if (op == Tok::Plus) return Value(*x);
    if (op == Tok::Tilde) return Value(~*x);
    if (*x == INT64_MIN) return Overflow(op, at);
    return Value(-*x);
  }
  if (auto* x = a.Get<double>(); x && op != Tok::Tilde) return Value(op == Tok::Minus ? -*x : *x);
  return Fail(DK::BadOperand, at, {Spelling(op), DescribeKind(a)});
}

Result<bool> ConstantOrder(CompareOp op, const Value& a, const Value& b, const Span& at) {
  TIRX_TRY(int order, Order(a, b, op, at));
  if (order == 2) return false;
  switch (op) {
    case CompareOp::Less:
      return order < 0;
    case CompareOp::LessEqual:
      return order <= 0;
    case CompareOp::Greater:
      return order > 0;
    default:
      return order >= 0;
  }
}

Result<bool> Contains(const Value& container, const Value& item, const Span& at) {
  if (container.str() && item.str()) return container.str()->find(*item.str()) != std::string::npos;
  if (container.dict()) return container.dict()->Find(item) != nullptr;
  if (const TupleItems* items = container.sequence())
    return std::any_of(items->begin(), items->end(), [&](const Value& v) { return Equal(v, item); });
  return Fail(DK::BadOperands, at, {"in", DescribeKind(item), DescribeKind(container)});
}

std::vector<std::string> CodePoints(const std::string& text) {
  std::vector<std::string> points;
  for (char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0) == 0x80 && !points.empty()) {
      points.back() += c;
    } else {
      points.emplace_back(1, c);
    }
  }
  return points;
}

std::optional<size_t> SequenceIndex(int64_t index, size_t size) {
  if (index < 0) index += int64_t(size);
  if (index < 0 || index >= int64_t(size)) return std::nullopt;
  return size_t(index);
}

std::optional<std::vector<size_t>> SlicePositions(const SliceObject& slice, size_t size) {
  for (const Value* part : {&slice.lower, &slice.upper, &slice.step}) {
    if (!part->is_none() && !part->integer()) return std::nullopt;
  }
  int64_t n = int64_t(size), step = slice.step.is_none() ? 1 : *slice.step.integer();
  if (step == 0) return std::nullopt;
  int64_t least = step > 0 ? 0 : -1, most = step > 0 ? n : n - 1;
  auto clamp = [&](const Value& v, int64_t fallback) {
    if (v.is_none()) return fallback;
    int64_t i = *v.integer();
    return std::clamp(i < 0 ? i + n : i, least, most);
  };
  int64_t i = clamp(slice.lower, step > 0 ? 0 : n - 1), end = clamp(slice.upper, step > 0 ? n : -1);
  std::vector<size_t> positions;
  for (; step > 0 ? i < end : i > end;) {
    positions.push_back(size_t(i));
    if (step > 0 ? i > end - step : i < end - step) break;
    i += step;
  }
  return positions;
}

}  // namespace tirx::script
