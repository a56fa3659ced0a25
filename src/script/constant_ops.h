// SPDX-License-Identifier: Apache-2.0
// Operators on compile-time values, with Python's meaning; integers have 64 bits and overflow is an error.
#pragma once

#include "diag/result.h"
#include "script/value.h"

namespace tirx::script {

Result<Value> ConstantBinary(Tok op, const Value& a, const Value& b, const Span& at);
Result<Value> ConstantUnary(Tok op, const Value& a, const Span& at);
// Less, LessEqual, Greater, GreaterEqual on numbers, strings, tuples, lists.
Result<bool> ConstantOrder(CompareOp op, const Value& a, const Value& b, const Span& at);
Result<bool> Contains(const Value& container, const Value& item, const Span& at);
std::string_view Symbol(CompareOp op);
// The code points of UTF-8 text, which is what Python counts and indexes.
std::vector<std::string> CodePoints(const std::string& text);

// One position of a sequence of `size`, counted from the end when negative; nothing when outside.
std::optional<size_t> SequenceIndex(int64_t index, size_t size);
// The positions that a slice selects, or nothing when the step is zero or a part is no integer.
std::optional<std::vector<size_t>> SlicePositions(const SliceObject& slice, size_t size);

}  // namespace tirx::script
