// SPDX-License-Identifier: Apache-2.0
// Hashes that are the same in every process, unlike std::hash: for keys and digests that outlive one.
#pragma once

#include <cstdint>
#include <string_view>

namespace tirx {

// FNV-1a, 64 bits.
inline uint64_t HashBytes(std::string_view bytes) {
  uint64_t h = 0xCBF29CE484222325u;
  for (unsigned char c : bytes) h = (h ^ c) * 0x100000001B3u;
  return h;
}

// `value` added to the hash `state`; the order of additions matters.
inline uint64_t MixHash(uint64_t state, uint64_t value) {
  state ^= value + 0x9E3779B97F4A7C15u + (state << 6) + (state >> 2);
  state *= 0xFF51AFD7ED558CCDu;
  return state ^ (state >> 32);
}

}  // namespace tirx
