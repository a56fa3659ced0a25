// SPDX-License-Identifier: Apache-2.0
// An array whose size is known late: on the stack up to N elements, on the heap beyond.
#pragma once

#include <cstddef>
#include <vector>

namespace tirx {

template <class T, size_t N>
class SmallArray {
 public:
  explicit SmallArray(size_t count) {
    if (count > N) heap_.resize(count);
    data_ = count > N ? heap_.data() : inline_;
  }
  SmallArray(const SmallArray&) = delete;
  SmallArray& operator=(const SmallArray&) = delete;
  T& operator[](size_t i) { return data_[i]; }
  T* data() { return data_; }

 private:
  T* data_;
  T inline_[N];
  std::vector<T> heap_;
};

}  // namespace tirx
