// SPDX-License-Identifier: Apache-2.0
#include "sim/checks.h"

namespace tirx::sim {
namespace {

struct Row {
  const char* name;
  bool Checks::*flag;
};
constexpr Row kRows[] = {
    {"bounds", &Checks::bounds}, {"alignment", &Checks::alignment}, {"uninitialised", &Checks::uninitialised},
    {"races", &Checks::races},   {"lanes", &Checks::lanes},         {"arithmetic", &Checks::arithmetic},
    {"finite", &Checks::finite}};

}  // namespace

bool* Checks::Find(std::string_view name) {
  for (const Row& row : kRows)
    if (name == row.name) return &(this->*row.flag);
  return nullptr;
}

std::string Checks::Names() {
  std::string names;
  for (const Row& row : kRows) names.append(names.empty() ? "" : ", ").append(row.name);
  return names;
}

bool Checks::Wants(diag::Kind kind) const {
  switch (kind) {
    case DK::SimOutOfBounds:
      return bounds;
    case DK::SimMisaligned:
      return alignment;
    case DK::SimUninitialised:
      return uninitialised;
    case DK::SimRace:
    case DK::SimStoreConflict:
    case DK::SimBlockGone:
      return races;
    case DK::SimAbsentLane:
      return lanes;
    case DK::SimNonFinite:
      return finite;
    case DK::SimSignedOverflow:
    case DK::SimDivisionByZero:
    case DK::SimBadShift:
      return arithmetic;
    default:
      return true;
  }
}

}  // namespace tirx::sim
