// SPDX-License-Identifier: Apache-2.0
// A dialect of C that Python describes: the tables of codegen/c_dialect.h, under the same names.
#pragma once

#include "codegen/generator.h"
#include "python/native/backend_rows.h"

namespace tirx::python {

// The C-family printer with the dialect in `fields`.
decltype(codegen::GeneratorRow::generate) DialectGenerator(const Fields& fields, std::string_view language);

}  // namespace tirx::python
