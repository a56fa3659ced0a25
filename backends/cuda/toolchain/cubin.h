// SPDX-License-Identifier: Apache-2.0
// What a cubin (an ELF file) says about its kernels: registers, stack, spills, shared memory, barriers.
// Read from the binary because options can silence the assembler's log. README.md says how each fact was
// established.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diag/result.h"

namespace tirx::cuda {

struct KernelResources {
  std::string name;
  int registers = 0;        // for each thread
  int64_t stack_bytes = 0;  // local memory of each thread: arrays, spills and what its callees need
  std::optional<int64_t>
      spill_store_bytes;  // summed over instructions; unknown for cubins of toolkits before 12.9
  std::optional<int64_t> spill_load_bytes;
  int64_t static_shared_bytes = 0;  // of the kernel's own arrays, without what the system reserves
  int64_t reserved_shared_bytes = 0;
  int64_t parameter_bytes = 0;
  int64_t constant0_bytes = 0;  // constant bank 0: driver area and parameters
  int barriers = 0;  // named barriers, counted to the highest used; 16 when an index is not constant
  std::optional<std::array<int, 3>> max_threads;  // from __launch_bounds__
};

struct CubinInfo {
  int arch = 0;                // 90; a cubin does not say reliably whether it was built for 90 or 90a
  int64_t constant_bytes = 0;  // constant bank 3: the module's __constant__ variables
  std::vector<KernelResources> kernels;  // in the order of the symbol table
};

Result<CubinInfo> ReadCubin(std::string_view bytes);

// The resources of whatever a compile made, or an honest reason why they are not known (PTX, a
// compression that cannot be undone here).
struct BinaryResources {
  std::vector<KernelResources> kernels;
  std::string unknown_because;  // empty when `kernels` is complete
};

}  // namespace tirx::cuda
