// SPDX-License-Identifier: Apache-2.0
#include "backend/user_tags.h"

#include "backend/loader.h"
#include "target/target.h"

namespace tirx::backend {
namespace {

// A row and the texts that it views; rows are handed out and live as long as the process.
struct OwnedTag {
  std::string name, json;
  target::TargetTagRow row;
};

}  // namespace

Status RegisterTag(const std::string& name, const std::string& json, bool replace) {
  if (name.find('/') == std::string::npos)
    return Fail(DK::BadTarget, Span(), {name, "the name of a tag has a `/` in it, as in `local/name`"});
  TIRX_TRY(target::Target target, target::Parse(json));
  auto* tag = new OwnedTag{name, target::ToJson(target), {}};
  tag->row = {tag->name, tag->json, "registered by the program"};
  return PublishTag(tag->row, replace);
}

}  // namespace tirx::backend
