// SPDX-License-Identifier: Apache-2.0
#include "sim/fault.h"

#include "diag/suggest.h"

namespace tirx::sim {

std::string Text(const Dim3& dim) {
  std::string text = "(";
  for (int axis = 0; axis < 3; ++axis) text.append(axis ? ", " : "").append(std::to_string(dim[axis]));
  return text.append(")");
}

bool FaultLog::IsNew(diag::Kind kind, uint32_t site, int lanes) {
  auto [it, inserted] = index_.try_emplace(Key(site, kind), faults_.size());
  if (!inserted) {
    if (it->second < faults_.size())
      faults_[it->second].count += uint64_t(lanes);
    else
      dropped_ += uint64_t(lanes);
    return false;
  }
  if (int(faults_.size()) >= limit_) {
    it->second = size_t(-1);
    dropped_ += uint64_t(lanes);
    return false;
  }
  faults_.push_back({diag::Diagnostic(kind, "", Span()), uint64_t(lanes)});
  return true;
}

void FaultLog::Add(diag::Diagnostic diagnostic, uint32_t site, const ThreadPlace& place) {
  std::string where =
      "in kernel `" + kernel_ + "`, block " + Text(place.block) + ", thread " + Text(place.thread);
  diagnostic.notes.insert(diagnostic.notes.begin(), {Span(), where});
  faults_[index_.at(Key(site, diagnostic.kind))].diagnostic = std::move(diagnostic);
}

void FaultLog::AddForBlock(diag::Diagnostic diagnostic, uint32_t site, const Dim3& block) {
  diagnostic.notes.insert(diagnostic.notes.begin(),
                          {Span(), "in kernel `" + kernel_ + "`, block " + Text(block)});
  faults_[index_.at(Key(site, diagnostic.kind))].diagnostic = std::move(diagnostic);
}

diag::Diagnostics FaultLog::Take() {
  diag::Diagnostics all;
  for (Fault& fault : faults_) {
    if (fault.count > 1)
      fault.diagnostic.notes.push_back(
          {Span(), "and " + diag::Counted(fault.count - 1, "more time") + " here"});
    all.push_back(std::move(fault.diagnostic));
  }
  if (dropped_ && !all.empty())
    all.back().notes.push_back({Span(), std::to_string(dropped_) + " faults at other places are not listed"});
  return all;
}

}  // namespace tirx::sim
