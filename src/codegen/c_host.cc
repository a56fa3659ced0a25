// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_host.h"

#include "codegen/c_host_function.h"

namespace tirx::codegen {

std::string GenerateCHostFunctions(const runtime::HostProgram& program, const CHostOptions& options) {
  std::string text;
  for (const runtime::HostFunction& function : program.functions)
    if (!function.exported) text += CHostFunction::InnerHead(function) + ";\n";
  for (const runtime::HostFunction& function : program.functions)
    text += (text.empty() ? "" : "\n") + CHostFunction(program, function, options).Run();
  return text;
}

std::vector<CEntry> EntriesOf(const runtime::HostProgram& program, const std::string& symbol_prefix) {
  std::vector<CEntry> entries;
  for (const runtime::HostFunction& function : program.functions)
    if (function.exported) entries.push_back({function.name, "__tvm_ffi_" + symbol_prefix + function.name});
  return entries;
}

std::string ListSymbol(const std::string& symbol_prefix) {
  return "__tvm_ffi_" + symbol_prefix + kListFunction;
}

std::string ListFunction(const runtime::HostProgram& program, const std::string& symbol_prefix,
                         const std::string& linkage) {
  std::string list, text;
  for (const runtime::HostFunction& function : program.functions) {
    if (!function.exported) continue;
    const std::string line = runtime::DescribeFunction(program, function) + "\n";
    list += line;
    text += "\n      " + CString(line);
  }
  return "\n" + linkage + "int " + ListSymbol(symbol_prefix) +
         "(void* self, const TVMFFIAny* args, int32_t num_args,\n    TVMFFIAny* result) {\n" +
         "  return tirx_list_functions(" + (text.empty() ? "\"\"" : text) + ", " +
         std::to_string(list.size()) + ", result);\n}\n";
}

std::string CString(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += std::string("\\") + c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 32 || byte == 127 || c == '?') {  // "??" may begin a trigraph
      const char digits[] = {'\\', char('0' + (byte >> 6)), char('0' + (byte >> 3 & 7)),
                             char('0' + (byte & 7)), 0};
      out += digits;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string CBytes(std::string_view bytes) {
  constexpr size_t kPerLine = 24;
  std::string out;
  out.reserve(bytes.size() * 4);
  for (size_t i = 0; i < bytes.size(); ++i) {
    out += i % kPerLine == 0 ? "    " : " ";
    out += std::to_string(static_cast<unsigned char>(bytes[i])) + ",";
    if (i % kPerLine == kPerLine - 1) out += '\n';
  }
  if (!out.empty() && out.back() != '\n') out += '\n';
  return out;
}

std::string CDType(DType dtype) {
  return "{" + std::to_string(dtype.code) + ", " + std::to_string(dtype.bits) + ", " +
         std::to_string(dtype.lanes) + "}";
}

}  // namespace tirx::codegen
