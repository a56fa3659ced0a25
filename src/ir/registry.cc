// SPDX-License-Identifier: Apache-2.0
#include "ir/registry.h"

#include <algorithm>
#include <atomic>

#include "ir/op.h"

namespace tirx::ir {
namespace {

std::atomic<const Snapshot*> g_current{nullptr};
thread_local const Snapshot* t_checked = nullptr;  // of SnapshotScope

}  // namespace

const Snapshot::LoadedBackend* Snapshot::FindBackend(std::string_view name) const {
  auto found = std::find_if(backends_.begin(), backends_.end(),
                            [&](const LoadedBackend& backend) { return backend.name == name; });
  return found == backends_.end() ? nullptr : &*found;
}

std::vector<std::string> Snapshot::TablesOf(std::string_view owner) const {
  std::vector<std::string> names;
  for (const auto& [name, table] : tables_)
    if (std::any_of(table.entries.begin(), table.entries.end(),
                    [&](const Entry& entry) { return entry.owner == owner; }))
      names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

std::string_view Snapshot::AddRow(std::string_view table, std::string_view name, const void* row,
                                  std::string_view owner) {
  Table& t = tables_[std::string(table)];
  auto [it, added] = t.index.emplace(std::string(name), t.entries.size());
  if (!added) return t.entries[it->second].owner;
  t.entries.push_back({std::string(name), row, std::string(owner)});
  return "";
}

void Snapshot::SetRow(std::string_view table, std::string_view name, const void* row,
                      std::string_view owner) {
  if (AddRow(table, name, row, owner).empty()) return;
  Table& t = tables_[std::string(table)];
  t.entries[t.index.at(std::string(name))] = {std::string(name), row, std::string(owner)};
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
  if (t_checked) return *t_checked;
  const Snapshot* current = g_current.load(std::memory_order_acquire);
  return current ? *current : empty;
}

SnapshotScope::SnapshotScope(const Snapshot& snapshot) : before_(t_checked) {
  t_checked = &snapshot;
}

SnapshotScope::~SnapshotScope() {
  t_checked = before_;
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
