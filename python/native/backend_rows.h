// SPDX-License-Identifier: Apache-2.0
// Rows that Python registers. A row comes as its fields by name, checked by
// python/tirx/backend/_registrar.py; what it needs to live is kept in the registration's store.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backend/registrar.h"
#include "base/node.h"
#include "base/type_set.h"
#include "ir/op.h"
#include "python/native/backend_callback.h"

namespace tirx::python {

// Owns texts, rows and callbacks, each at one address.
class RowStore {
 public:
  template <class T>
  T& Keep(T value) {
    auto kept = std::make_shared<T>(std::move(value));
    kept_.push_back(kept);
    return *kept;
  }
  std::string_view Text(const String& text) { return Keep(std::string(text)); }

 private:
  std::vector<std::shared_ptr<const void>> kept_;
};

// One backend on its way.
struct Registration {
  backend::Registrar& registrar;
  RowStore& store;
  std::vector<ir::OpRow*> ops;                // listed by namespace when all are there
  std::map<std::string, std::string> doc_of;  // of namespaces
  std::vector<std::function<void()>> when_loaded;

  template <class Row>
  Row& Add(Row row) {
    Row& kept = store.Keep(std::move(row));
    registrar.AddOne(kept);
    return kept;
  }
};

// The fields of one row.
class Fields {
 public:
  Fields(Registration& to, Map<String, Any> values) : to_(to), values_(std::move(values)) {}

  bool Has(const char* key) const { return values_.count(key) && values_[key] != nullptr; }
  std::string_view Text(const char* key) const { return Has(key) ? to_.store.Text(At<String>(key)) : ""; }
  int64_t Int(const char* key) const { return Has(key) ? At<int64_t>(key) : 0; }
  bool Bool(const char* key) const { return Has(key) && At<bool>(key); }
  Array<Any> List(const char* key) const { return Has(key) ? At<Array<Any>>(key) : Array<Any>(); }
  std::vector<std::string_view> Texts(const char* key) const;
  std::vector<Fields> Rows(const char* key) const;
  TypeSet Types(const char* key) const;  // names of scalar types; all where there are none
  template <class T>
  T At(const char* key) const {
    return values_[key].cast<T>();
  }
  // A function, as messages name it; null where there is none.
  const BackendCallback* Callback(const char* key, std::string what) const;
  RowStore& store() const { return to_.store; }
  Registration& to() const { return to_; }

 private:
  Registration& to_;
  Map<String, Any> values_;
};

using RowMaker = void (*)(const Fields& fields);
struct RowMakerRow {
  std::string_view table;
  RowMaker add;
};

// By family; the names are those that the Python side uses.
std::vector<RowMakerRow> TargetRowMakers();
std::vector<RowMakerRow> CompileRowMakers();
std::vector<RowMakerRow> LanguageRowMakers();

// The families in which `tirx list intrinsics` shows operations, one for each namespace.
void AddFamilies(Registration& to);

// What the simulator calls for an operation; the callback gets the call as _lanes.py reads it.
ir::SimFn SimulatedBy(const BackendCallback& callback, const ir::OpRow& row, RowStore& store);

}  // namespace tirx::python
