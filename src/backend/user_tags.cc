// SPDX-License-Identifier: Apache-2.0
#include "backend/user_tags.h"

#include <deque>
#include <mutex>

#include "backend/loader.h"
#include "target/target.h"

namespace tirx::backend {
namespace {

// A row and the texts that it views.
struct OwnedTag {
  std::string name, json;
  target::TargetTagRow row;
};

// Rows are handed out and live as long as the process, replaced ones too.
OwnedTag& KeptTag(const std::string& name, const std::string& json) {
  static std::mutex mutex;
  static auto* kept = new std::deque<OwnedTag>;
  std::lock_guard<std::mutex> lock(mutex);
  OwnedTag& tag = kept->emplace_back(OwnedTag{name, json, {}});
  tag.row = {tag.name, tag.json, "registered by the program"};
  return tag;
}

}  // namespace

Status RegisterTag(const std::string& name, const std::string& json, bool replace) {
  if (name.find('/') == std::string::npos)
    return Fail(DK::BadTarget, Span(), {name, "the name of a tag has a `/` in it, as in `local/name`"});
  TIRX_TRY(target::Target target, target::Parse(json));
  return PublishTag(KeptTag(name, target::ToJson(target)).row, replace);
}

}  // namespace tirx::backend
