// SPDX-License-Identifier: Apache-2.0
#include "cli/run_library.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "codegen/c_host.h"
#include "driver/export.h"
#include "script/script.h"

namespace tirx::cli {
namespace {

// Where the comma stands that ends the item which begins at `from`; the text's end where none does.
size_t EndOfItem(std::string_view text, size_t from) {
  int depth = 0;
  for (size_t i = from; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == ']') --depth;
    if (text[i] == ',' && depth == 0) return i;
  }
  return text.size();
}

std::vector<std::string> Items(std::string_view text) {
  std::vector<std::string> items;
  for (size_t from = 0; from < text.size();) {
    const size_t end = EndOfItem(text, from);
    items.emplace_back(text.substr(from, end - from));
    from = std::min(text.size(), text.find_first_not_of(' ', end + 1));
  }
  return items;
}

// What stands between the first parenthesis and the last.
std::string_view Inside(std::string_view text) {
  const size_t begin = text.find('(') + 1;
  return text.substr(begin, text.rfind(')') - begin);
}

// "Tensor((n, 4), float32)" as the script writes it: T.Tensor(("n", 4,), "float32").
std::string AnnotationOf(const std::string& type) {
  if (!type.starts_with("Tensor(")) return "T." + type;
  const std::vector<std::string> parts = Items(Inside(type));
  std::string shape;
  for (const std::string& extent : Items(Inside(parts.front()))) {
    const bool is_number = extent.find_first_not_of("0123456789") == std::string::npos;
    shape += (is_number ? extent : '"' + extent + '"') + ", ";
  }
  return "T.Tensor((" + shape + "), \"" + parts.back() + "\")";
}

// A function of the script that takes what `signature` (of a host function) says, and does nothing.
std::string ScriptOf(const std::string& signature) {
  std::string params;
  for (const std::string& param : Items(Inside(signature))) {
    const size_t colon = param.find(": ");
    params +=
        (params.empty() ? "" : ", ") + param.substr(0, colon) + ": " + AnnotationOf(param.substr(colon + 2));
  }
  return "@T.function\ndef " + signature.substr(0, signature.find('(')) + "(" + params + "):\n    pass\n\n";
}

Result<std::string> ListOf(const ffi::Module& module, const std::string& path) {
  auto list = module->GetFunction(codegen::kListFunction);
  if (!list)
    return Fail(DK::CannotLoadLibrary, Span(),
                {path, "it has no list of functions, so tirx did not export it"});
  return std::string(list.value()().cast<String>());
}

}  // namespace

bool IsLibraryFile(const std::string& path) {
  return std::filesystem::path(path).extension() == ".so";
}

Result<RunnableLibrary> LoadRunnable(const std::string& path) {
  TIRX_TRY(ffi::Module module, driver::LoadLibrary(path));
  TIRX_TRY(std::string list, ListOf(module, path));
  std::istringstream lines(list);
  std::string text = "from tirx import script as T\n\n";
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) text += ScriptOf(line);
  TIRX_TRY(ir::IRModule signatures, script::ParseModule(SourceFile(path, text)));
  RunnableLibrary library{std::move(module), std::move(signatures), ""};
  for (const Any& import : library.module->imports())
    if (auto device = import.as<ffi::Module>()) library.device_kind = (*device)->kind();
  return library;
}

}  // namespace tirx::cli
