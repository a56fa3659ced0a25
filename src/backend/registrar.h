// SPDX-License-Identifier: Apache-2.0
// What a backend contributes. The registrar only records; the loader validates and publishes after the
// backend's function has returned, so a registration that fails leaves no trace.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/registry.h"

namespace tirx::backend {

class Registrar {
 public:
  explicit Registrar(std::string backend) : backend_(std::move(backend)) {}

  struct Record {
    std::string_view table;
    std::string name;
    const void* row;
  };

  // Adds rows of any table (ir::OpRow, target::TargetKindRow, ...). Rows must outlive the process.
  template <class Row, size_t N>
  void Add(const Row (&rows)[N]) {
    for (const Row& row : rows) AddOne(row);
  }
  // The family (ir::OpFamilyRow) and each of its rows.
  template <class Family>
  void AddFamily(const Family& family) {
    AddOne(family);
    for (const auto& row : family.rows) AddOne(row);
  }
  template <class Row>
  void AddOne(const Row& row) {
    records_.push_back({Row::kTable, std::string(row.name), &row});
  }

  // Loads a backend that this one builds on; throws when that fails, which fails this one too.
  void Need(std::string_view backend) const;

  const std::string& backend() const { return backend_; }
  // How far the registration has come, for messages: "after row `x` of table `tags`".
  std::string Step() const;
  const std::vector<Record>& records() const { return records_; }

 private:
  std::string backend_;
  std::vector<Record> records_;
};

}  // namespace tirx::backend
