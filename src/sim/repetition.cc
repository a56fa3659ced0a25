// SPDX-License-Identifier: Apache-2.0
#include "sim/repetition.h"

#include <cstring>

namespace tirx::sim {

WarpImage::WarpImage(const Warp& w) : mask_(w.mask), live_(w.live), depth_(w.depth) {
  for (const Part& part : PartsOf(w)) bytes_.insert(bytes_.end(), part.data, part.data + part.bytes);
}

bool WarpImage::Shows(const Warp& w) const {
  if (w.mask != mask_ || w.live != live_ || w.depth != depth_) return false;
  const char* at = bytes_.data();
  for (const Part& part : PartsOf(w)) {
    if (part.bytes && std::memcmp(part.data, at, part.bytes) != 0) return false;
    at += part.bytes;
  }
  return true;
}

std::vector<WarpImage::Part> WarpImage::PartsOf(const Warp& w) {
  const Program& program = w.machine->program;
  auto bytes = [](const auto* data, size_t count) {
    return Part{reinterpret_cast<const char*>(data), count * sizeof *data};
  };
  return {bytes(w.registers, size_t(program.register_units) * kRegisterUnit), bytes(w.masks, size_t(w.depth)),
          bytes(w.local, size_t(program.local_bytes) * kLanes),
          bytes(w.local_written, size_t(program.local_bytes))};
}

bool IsToBeWatched(Warp& w) {
  Quiet& quiet = w.quiet;
  const uint64_t changes = w.machine->Changes();
  if (quiet.since != changes) {
    quiet = {changes, 0, false};
    return false;
  }
  ++quiet.turns;
  return !quiet.repeats && (quiet.turns & (quiet.turns - 1)) == 0;
}

bool OnlyRepeats(const Block& block, const Warp** first) {
  for (const Warp& w : block.warps) {
    if (w.state != WarpState::Ready) continue;
    if (!w.quiet.repeats || w.quiet.since != w.machine->Changes()) return false;
    if (!*first) *first = &w;
  }
  return true;
}

}  // namespace tirx::sim
