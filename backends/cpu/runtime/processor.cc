// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/runtime/processor.h"

#include <sched.h>

#include <algorithm>
#include <cstdlib>

namespace tirx::cpu {
namespace {

// From the lowest on: each has what those before it have.
constexpr std::string_view kLevels[] = {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"};

#if defined(__x86_64__)
// The place in the table; the features are those by which compilers tell the levels apart, and that systems
// switch on together.
int Level() {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("popcnt")) return 0;
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !__builtin_cpu_supports("bmi2"))
    return 1;
  for (bool has : {__builtin_cpu_supports("avx512f") != 0, __builtin_cpu_supports("avx512bw") != 0,
                   __builtin_cpu_supports("avx512cd") != 0, __builtin_cpu_supports("avx512dq") != 0,
                   __builtin_cpu_supports("avx512vl") != 0})
    if (!has) return 2;
  return 3;
}
#else
int Level() {
  return -1;
}
#endif

}  // namespace

std::string_view ProcessorLevel() {
  int level = Level();
  return level < 0 ? std::string_view() : kLevels[level];
}

bool HasLevel(std::string_view level) {
  for (int i = 0; i <= Level(); ++i)
    if (kLevels[i] == level) return true;
  return false;
}

int ProcessorThreads() {
  if (const char* given = std::getenv("TIRX_NUM_THREADS"))
    if (int count = std::atoi(given); count > 0) return std::min(count, 1024);
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return 1;
  return std::max(1, CPU_COUNT(&set));
}

}  // namespace tirx::cpu
