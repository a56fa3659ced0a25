// SPDX-License-Identifier: Apache-2.0
// The registry: tables of rows that backends contributed, published as immutable snapshots. Any type with a
// `name` and a table name (`static constexpr std::string_view kTable`) can be a row; the table's owner
// defines it in its own layer.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/string_map.h"

namespace tirx::ir {

class Snapshot {
 public:
  // Rows live as long as the process: they are constants of a library that is never unloaded, or owned by
  // `Own`.
  template <class Row>
  const Row* Find(std::string_view name) const {
    return static_cast<const Row*>(FindRow(Row::kTable, name));
  }
  // In the order of registration.
  template <class Row>
  std::vector<const Row*> All() const {
    std::vector<const Row*> rows;
    for (const Entry& entry : Entries(Row::kTable)) rows.push_back(static_cast<const Row*>(entry.row));
    return rows;
  }
  // Their names, in the same order.
  template <class Row>
  std::vector<std::string_view> Names() const {
    std::vector<std::string_view> names;
    for (const Entry& entry : Entries(Row::kTable)) names.push_back(entry.name);
    return names;
  }
  // The backend that contributed the row; "core" for the language itself.
  template <class Row>
  std::string_view OwnerOf(std::string_view name) const {
    const Entry* entry = FindEntry(Row::kTable, name);
    return entry ? std::string_view(entry->owner) : std::string_view();
  }
  // The tables in which the backend has rows, sorted.
  std::vector<std::string> TablesOf(std::string_view owner) const;
  bool IsLoaded(std::string_view backend) const { return FindBackend(backend) != nullptr; }
  struct LoadedBackend {
    std::string name;
    std::string origin;  // "built in", or the library or package that it came from
    std::string doc;
  };
  const LoadedBackend* FindBackend(std::string_view name) const;
  const std::vector<LoadedBackend>& backends() const { return backends_; }  // in load order, "core" first

  struct Entry {
    std::string name;
    const void* row;
    std::string owner;
  };
  // Building: only the registrar (backend/registrar.h) adds to a copy that is not published yet.
  // Returns the owner of an existing row of that name, or "" after adding.
  std::string_view AddRow(std::string_view table, std::string_view name, const void* row,
                          std::string_view owner);
  // Adds the row, or puts it in the place of one of that name.
  void SetRow(std::string_view table, std::string_view name, const void* row, std::string_view owner);
  void AddBackend(LoadedBackend backend) { backends_.push_back(std::move(backend)); }

 private:
  struct Table {
    std::vector<Entry> entries;
    StringMap<size_t> index;
  };
  const void* FindRow(std::string_view table, std::string_view name) const;
  const Entry* FindEntry(std::string_view table, std::string_view name) const;
  const std::vector<Entry>& Entries(std::string_view table) const;

  StringMap<Table> tables_;
  std::vector<LoadedBackend> backends_;
};

// The published snapshot; cheap, lock-free, valid forever (old snapshots are kept, since rows are handed
// out).
const Snapshot& CurrentSnapshot();
// Makes a snapshot that is not published yet the current one of this thread, so that its rows can be checked
// with the functions that use them.
class SnapshotScope {
 public:
  explicit SnapshotScope(const Snapshot& snapshot);
  ~SnapshotScope();
  SnapshotScope(const SnapshotScope&) = delete;
  SnapshotScope& operator=(const SnapshotScope&) = delete;

 private:
  const Snapshot* before_;
};
// Replaces it; the caller holds the loader's lock (backend/loader.cc).
void Publish(std::unique_ptr<const Snapshot> snapshot);

}  // namespace tirx::ir
