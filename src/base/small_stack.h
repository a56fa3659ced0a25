// SPDX-License-Identifier: Apache-2.0
// The stack of an iterative walk: plain values, the first ones without an allocation.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

namespace tirx {

template <class T, size_t kFew = 32>
class SmallStack {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }
  void Push(const T& value) {
    if (size_ < kFew) {
      few_[size_] = value;
    } else {
      rest_.push_back(value);
    }
    ++size_;
  }
  T Pop() {
    if (--size_ < kFew) return few_[size_];
    T last = rest_.back();
    rest_.pop_back();
    return last;
  }
  T& operator[](size_t i) { return i < kFew ? few_[i] : rest_[i - kFew]; }

 private:
  T few_[kFew];
  std::vector<T> rest_;
  size_t size_ = 0;
};

}  // namespace tirx
