// SPDX-License-Identifier: Apache-2.0
// Records: values with named fields that a script writes like a call, `T.gpu.LaunchConfig(grid=8,
// block=128)`. A row describes one; its constructor, checks and printing come from it.
//
// In the IR a record is packed: names and values side by side, in the order of its row. Extents are
// `grid.x`, `grid.y`, `grid.z`; the members of a record in a record are `window.num_bytes`, all of them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "diag/result.h"
#include "ir/expr.h"

namespace tirx::ir {

enum class FieldKind : uint8_t {
  Dims,     // one to three integer expressions
  Int,      // an integer expression
  Float,    // a number known while compiling; float32
  Flag,     // True or False, known while compiling
  Choice,   // one of the names in `choices`, packed as its place among them, int32
  Pointer,  // a pointer expression
  Record,   // a record of the type named in `choices`
};

struct RecordField {
  std::string_view name;
  FieldKind kind = FieldKind::Int;
  bool required = false;
  std::string_view choices = "";   // "default|spread"; of a Record, the name of its row
  std::string_view fallback = "";  // of a member of an inner record: its default as a script spells it
  int64_t min = INT64_MIN, max = INT64_MAX;  // of numbers and extents, where known
  std::string_view needs = "";               // a field that must be given too
  std::string_view excludes = "";            // fields that must not be given too, separated by `|`
  // What carries the value on: of a launch field, the tag of the launch plan (runtime/launch_plan.h; of
  // extents without the axis); of a kernel attribute, the key of the function attribute. Empty: the launcher
  // itself reads it, under a tag made from its name.
  std::string_view tag = "";
  std::string_view index = "";  // of extents: the operation that gives a thread its index among them
  std::string_view doc = "";
};

enum class RecordUse : uint8_t {
  Launch,            // T.device_entry(launch=...)
  KernelAttributes,  // T.device_entry(kernel_attrs=...)
  Part,              // a field of another record
};

struct PackedFields {
  Array<String> names;
  Array<Expr> values;

  void Add(std::string name, Expr value);
  Expr Find(std::string_view name) const;                        // undefined: not there
  std::optional<int64_t> Constant(std::string_view name) const;  // of integers, flags and choices
  bool Has(std::string_view field) const;                        // the field, or the first of its parts
};

struct RecordRow;
// What no single field can say: relations between fields. `launch` is the launch of the same device entry.
using RecordCheck = Status (*)(const RecordRow& row, const PackedFields& fields, const PackedFields* launch,
                               const Span& span);

struct RecordRow {
  static constexpr std::string_view kTable = "records";
  std::string_view name;  // the path after `T.`: "gpu.LaunchConfig"
  RecordUse use = RecordUse::Part;
  std::span<const RecordField> fields;  // in packing order
  RecordCheck check = nullptr;
  std::string_view doc = "";

  const RecordField* Find(std::string_view field) const;
};

const RecordRow* FindRecord(std::string_view name);
// The first row of that use which has all these fields; null when none has.
const RecordRow* RecordOf(RecordUse use, const PackedFields& fields);

// The row's field that a packed name belongs to: the outer one, and the member for `window.num_bytes`.
struct FieldPlace {
  const RecordField* field = nullptr;   // null: the row has no such field
  const RecordField* member = nullptr;  // null unless `field` is a Record
  const RecordField& scalar() const { return member ? *member : *field; }
};
FieldPlace PlaceOf(const RecordRow& row, std::string_view packed_name);

// Whether the value is one that the field takes.
Status CheckField(const RecordRow& row, std::string_view packed_name, const Expr& value, const Span& span);
// Whether the fields go together: required ones, needs, excludes, the row's own check.
Status CheckTogether(const RecordRow& row, const PackedFields& fields, const PackedFields* launch,
                     const Span& span);
// Whether the value is the field's default, which printers leave out.
bool IsFallback(const RecordField& field, const Expr& value);
// The place of `name` in "a|b|c".
std::optional<int64_t> ChoiceOf(std::string_view choices, std::string_view name);
// The name at a place; empty when there is none.
std::string_view ChoiceAt(std::string_view choices, int64_t place);

// The parts of a device entry as records. Kernel attributes are a map of constants in the entry's attributes.
namespace attr {
inline constexpr const char* kLaunchFields = "launch_fields";  // Array<String>: names of the entry's args
inline constexpr const char* kKernelAttrs = "kernel_attrs";    // Map<String, Any>: ints and bools
}  // namespace attr
PackedFields LaunchOf(const Array<Expr>& args, const Attrs& attrs);
PackedFields KernelAttributesOf(const Attrs& attrs);
// Checks launch and kernel attributes of a device entry, each against the first row that has its fields.
// Fields that no row has are left to those who compile for a target.
Status CheckEntryRecords(const Array<Expr>& args, const Attrs& attrs, const Span& span);

}  // namespace tirx::ir
