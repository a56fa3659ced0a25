// SPDX-License-Identifier: Apache-2.0
// Records in a script: T.gpu.LaunchConfig(...), T.cuda.KernelAttributes(...) and their like. They never
// change;
// `.replace(field=value)` makes another one.
#pragma once

#include "ir/record.h"
#include "script/form.h"

namespace tirx::script {

struct RecordObject {
  const ir::RecordRow* row = nullptr;
  std::vector<Value> given;  // one per field of the row; None: not given
  std::vector<Range> ats;    // where each was given
  ir::PackedFields packed;   // checked
};

// The record that a call of its constructor makes; failed, with errors, when it cannot be.
Value MakeRecord(Elaborator& e, const ir::RecordRow& row, const Arguments& arguments);
// A field as it was given, None where it was not; failed when the row has no such field.
Value RecordFieldOf(const RecordObject& record, std::string_view field);
// The method `replace`.
extern const Form kReplaceFields;

}  // namespace tirx::script
