// SPDX-License-Identifier: Apache-2.0
// NumPy's .npy files: format versions 1 and 2, little endian, C order (numpy.lib.format).
#pragma once

#include <string>
#include <vector>

#include "base/dtype.h"
#include "diag/result.h"

namespace tirx::cli {

struct NpyArray {
  DType dtype = Void();
  std::vector<int64_t> shape;
  std::string data;
};

// Types that NumPy lacks are stored as raw bytes of their width ("V2"); `expected` then says what they are.
Result<NpyArray> ParseNpy(std::string_view bytes, DType expected, const std::string& name);
std::string FormatNpy(const NpyArray& array);

}  // namespace tirx::cli
