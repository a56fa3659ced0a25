// SPDX-License-Identifier: Apache-2.0
#include "ir/registry.h"

#include <algorithm>
#include <atomic>

#include "ir/op.h"

namespace tirx::ir {
namespace {

std::atomic<const Snapshot*> g_current{nullptr};

}  // namespace

bool Snapshot::IsLoaded(std::string_view backend) const {
  return std::find(backends_.begin(), backends_.end(), backend) != backends_.end();
}

std::string_view Snapshot::AddRow(std::string_view table, std::string_view name, const void* row,
                                  std::string_view owner) {
  Table& t = tables_[std::string(table)];
  auto [it, added] = t.index.emplace(std::string(name), t.entries.size());
  if (!added) return t.entries[it->second].owner;
  t.entries.push_back({std::string(name), row, std::string(owner)});
  return "";
}

const Snapshot::Entry* Snapshot::FindEntry(std::string_view table, std::string_view name) const {
  auto t = tables_.find(table);
  if (t == tables_.end()) return nullptr;
  auto it = t->second.index.find(name);
  return it == t->second.index.end() ? nullptr : &t->second.entries[it->second];
}

const void* Snapshot::FindRow(std::string_view table, std::string_view name) const {
  const Entry* entry = FindEntry(table, name);
  return entry ? entry->row : nullptr;
}

const std::vector<Snapshot::Entry>& Snapshot::Entries(std::string_view table) const {
  static const std::vector<Entry> none;
  auto t = tables_.find(table);
  return t == tables_.end() ? none : t->second.entries;
}

const Snapshot& CurrentSnapshot() {
  static const Snapshot empty;
  const Snapshot* current = g_current.load(std::memory_order_acquire);
  return current ? *current : empty;
}

void Publish(std::unique_ptr<const Snapshot> snapshot) {
  // Readers may still hold an old one: all are kept, reachable from here.
  static auto* kept = new std::vector<std::unique_ptr<const Snapshot>>;
  kept->push_back(std::move(snapshot));
  g_current.store(kept->back().get(), std::memory_order_release);
}

const OpRow* FindOp(std::string_view name) {
  return CurrentSnapshot().Find<OpRow>(name);
}

}  // namespace tirx::ir
