// SPDX-License-Identifier: Apache-2.0
// Who frees what refers to itself in a circle: a scope holds functions, which hold the scope that they were
// defined in. Shared pointers alone would keep such a circle for ever.
#pragma once

namespace tirx::script {

class Owner;

// An object that may stand in a circle. It is listed at its owner as long as both live.
class Owned {
 public:
  explicit Owned(Owner* owner);
  virtual ~Owned();
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;

 private:
  friend class Owner;
  // Gives up everything that it holds, which may end this object too.
  virtual void Release() = 0;
  void Unlist();

  Owner* owner_;
  Owned *previous_ = nullptr, *next_ = nullptr;
};

// At its end, whatever it owns holds nothing any more; what is then unused is gone.
class Owner {
 public:
  Owner() = default;
  ~Owner();
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;

 private:
  friend class Owned;
  Owned* first_ = nullptr;
};

}  // namespace tirx::script
