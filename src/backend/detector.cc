// SPDX-License-Identifier: Apache-2.0
#include "backend/detector.h"

#include <string>

#include "ir/known_backend.h"

namespace tirx::backend {

Result<target::Target> DetectTarget(std::string_view kind, int device_id) {
  if (auto* row = ir::CurrentSnapshot().Find<DetectorRow>(kind)) return row->detect(device_id);
  TIRX_TRY(target::Target known, target::Parse(kind));  // says what an unknown kind is
  return Fail(DK::CannotDetect, Span(),
              {View(known->kind), std::to_string(device_id), "its backend has no detector"});
}

}  // namespace tirx::backend
