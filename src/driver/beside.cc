// SPDX-License-Identifier: Apache-2.0
#include "driver/beside.h"

#include <algorithm>

#include "base/utf8.h"
#include "driver/external_kernel.h"
#include "pass/bind_backend_config.h"

namespace tirx::driver {
namespace {

using backend::ListedLine;

constexpr size_t kMostColumns = 56;  // of the left side: both fit a terminal of some 130

std::string Clipped(std::string_view text) {
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  if (text.size() <= kMostColumns) return std::string(text);
  size_t end = 0;
  for (size_t length; (length = Utf8Length(text, end)) != 0 && end + length <= kMostColumns - 3;)
    end += length;
  return std::string(text.substr(0, end)) + "...";
}

size_t ColumnsOf(std::string_view text) {
  return size_t(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

// Where the script asked for it: the innermost of inlined calls that is no line of our own.
Span PlaceOf(const codegen::DeviceSource& source, const ListedLine& line) {
  for (int number : line.source_lines) {
    const size_t at = size_t(number) - 1;
    if (at < source.line_spans.size() && source.line_spans[at].defined()) return source.line_spans[at];
  }
  return Span();
}

// "  12  text of the line".
std::string ScriptLine(const Span& place) {
  std::string number = std::to_string(place->line);
  if (number.size() < 4) number.insert(0, 4 - number.size(), ' ');
  return Clipped(number + "  " + std::string(place->file.Line(place->line)));
}

struct Row {
  std::string left;
  std::string_view right;
};

std::vector<Row> Rows(const codegen::DeviceSource& source, const std::vector<ListedLine>& listing) {
  std::vector<Row> rows;
  Span last;
  for (const ListedLine& line : listing) {
    Row row{"", line.text};
    Span place = PlaceOf(source, line);
    if (line.starts_function) last = Span();
    if (place.defined()) {
      const bool same_file = last.defined() && last->file.same_as(place->file);
      if (!same_file) rows.push_back({Clipped(std::string(place->file->name) + ":"), ""});
      if (!same_file || last->line != place->line) row.left = ScriptLine(place);
      last = place;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::string BesideScript(const codegen::DeviceSource& source, const std::vector<ListedLine>& listing) {
  const std::vector<Row> rows = Rows(source, listing);
  size_t columns = 0;
  for (const Row& row : rows) columns = std::max(columns, ColumnsOf(row.left));
  std::string text;
  for (const Row& row : rows) {
    text += row.left + std::string(columns - ColumnsOf(row.left), ' ') + " |";
    if (!row.right.empty()) text.append(" ").append(row.right);
    text += "\n";
  }
  return text;
}

Result<std::string> Beside(const ir::IRModule& module, const CompileOptions& options, std::string_view what) {
  TIRX_TRY(Compiled compiled, GenerateForDevice(module, options));
  std::string text;
  for (const DeviceUnit& unit : compiled.units) {
    if (IsExternal(unit)) continue;
    auto* toolchain = ir::CurrentSnapshot().Find<ToolchainRow>(View(unit.target->kind));
    if (!toolchain || !toolchain->list)
      return Fail(DK::CannotInspect, Span(), {what, View(unit.target->kind)});
    const pass::Binding binding = pass::BindingOf(unit.functions[0]->attrs);
    auto listing = toolchain->list({unit.source, binding.config, options.compile_timeout}, what);
    if (!listing.ok()) return AtScript(unit, listing.failure());
    text += (text.empty() ? "" : "\n") + BesideScript(unit.source, *listing);
  }
  return text;
}

}  // namespace tirx::driver
