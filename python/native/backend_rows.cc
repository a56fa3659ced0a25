// SPDX-License-Identifier: Apache-2.0
#include "python/native/backend_rows.h"

namespace tirx::python {

std::vector<std::string_view> Fields::Texts(const char* key) const {
  std::vector<std::string_view> texts;
  for (const Any& text : List(key)) texts.push_back(to_.store.Text(text.cast<String>()));
  return texts;
}

std::vector<Fields> Fields::Rows(const char* key) const {
  std::vector<Fields> rows;
  for (const Any& row : List(key)) rows.emplace_back(to_, row.cast<Map<String, Any>>());
  return rows;
}

TypeSet Fields::Types(const char* key) const {
  TypeSet set = 0;
  for (const Any& name : List(key)) set |= SetOf(*ParseDType(View(name.cast<String>())));
  return set ? set : kAnyType;
}

const BackendCallback* Fields::Callback(const char* key, std::string what) const {
  if (!Has(key)) return nullptr;
  return &to_.store.Keep(BackendCallback(to_.registrar.backend(), std::move(what), At<ffi::Function>(key)));
}

}  // namespace tirx::python
