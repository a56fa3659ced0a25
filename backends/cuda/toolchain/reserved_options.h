// SPDX-License-Identifier: Apache-2.0
// Options that the keys of `backend_config` own: what they choose would contradict the configuration, or
// leave something else than device code.
#pragma once

#include <string_view>

#include "backends/cuda/toolchain/options.h"

namespace tirx::cuda {

struct ReservedOption {
  std::string_view name;  // as the tool spells it, without dashes
  std::string_view does;  // "chooses the architecture"
  std::string_view key;   // the key to use instead; "" is the list itself
};

// The reserved option that an item of the list spells, or null. Dashes, blanks around, a value behind `=` or
// a blank do not hide it, nor does a place behind a comma where the item is `forwarded`: nvcc splits there.
const ReservedOption* FindReserved(OptionList list, std::string_view item, bool forwarded);

}  // namespace tirx::cuda
