// SPDX-License-Identifier: Apache-2.0
#include "script/owner.h"

namespace tirx::script {

Owned::Owned(Owner* owner) : owner_(owner), next_(owner->first_) {
  if (next_) next_->previous_ = this;
  owner->first_ = this;
}

Owned::~Owned() {
  Unlist();
}

void Owned::Unlist() {
  if (!owner_) return;
  if (owner_->first_ == this) owner_->first_ = next_;
  if (previous_) previous_->next_ = next_;
  if (next_) next_->previous_ = previous_;
  owner_ = nullptr;
}

Owner::~Owner() {
  while (Owned* owned = first_) {
    owned->Unlist();
    owned->Release();
  }
}

}  // namespace tirx::script
