// SPDX-License-Identifier: Apache-2.0
// Two ways to do one thing, measured in turns, and the table of what they took.
#ifndef TIRX_BENCH_PAIRS_H_
#define TIRX_BENCH_PAIRS_H_

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

namespace pairs {

// Nanoseconds of a call, of `calls` one after the other.
template <typename Call>
double Measure(int calls, const Call& call) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i) call();
  const std::chrono::duration<double, std::nano> elapsed = std::chrono::steady_clock::now() - start;
  return elapsed.count() / calls;
}

inline void Print(const char* name, std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t n = values.size();
  std::printf("%-44s%10.0f   (quarters %.0f to %.0f, all %.0f to %.0f)\n", name, values[n / 2], values[n / 4],
              values[3 * n / 4], values.front(), values.back());
}

// Both ways return what they took; which one goes first changes with every pair. Prints three rows: one way,
// the other, and what the first took more, pair by pair.
template <typename First, typename Second>
void Compare(int rounds, const char* first_name, const First& first, const char* second_name,
             const Second& second) {
  first();
  second();
  std::vector<double> firsts, seconds, more, ratio;
  for (int round = 0; round < rounds; ++round) {
    if (round % 2 == 0) firsts.push_back(first());
    seconds.push_back(second());
    if (round % 2 != 0) firsts.push_back(first());
    more.push_back(firsts.back() - seconds.back());
    ratio.push_back(firsts.back() / seconds.back());
  }
  std::sort(ratio.begin(), ratio.end());
  Print(first_name, firsts);
  Print(second_name, seconds);
  Print("  more, pair by pair", more);
  std::printf("%-44s%10.3f   (quarters %.3f to %.3f)\n", "  ratio, pair by pair", ratio[ratio.size() / 2],
              ratio[ratio.size() / 4], ratio[3 * ratio.size() / 4]);
}

}  // namespace pairs

#endif
