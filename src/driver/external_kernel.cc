// SPDX-License-Identifier: Apache-2.0
#include "driver/external_kernel.h"

#include <algorithm>
#include <sstream>

#include "base/base64.h"
#include "base/check.h"
#include "codegen/c_family.h"

namespace tirx::driver {
namespace {

Attrs ExternalAttrs(const DeviceUnit& unit) {
  return unit.functions[0]->attrs[ir::attr::kExternalKernel].cast<Attrs>();
}

std::string TextOf(const Attrs& attrs, const char* key) {
  return std::string(ir::AttrOr<String>(attrs, key, String("")));
}

std::vector<std::string> FormatsOf(const ToolchainRow& toolchain) {
  std::istringstream words{std::string(toolchain.external_formats)};
  return {std::istream_iterator<std::string>(words), std::istream_iterator<std::string>()};
}

template <class T>
Result<T> AtCall(const DeviceUnit& unit, const Result<T>& result) {
  if (result.ok()) return result;
  diag::Diagnostics errors = result.diagnostics();
  for (diag::Diagnostic& error : errors)
    if (!error.span.defined()) error.span = unit.functions[0]->span;
  return Failure(std::move(errors));
}

Result<std::string> ImageOf(const Attrs& attrs, const Span& at) {
  if (!ir::HasAttr(attrs, "image")) return TextOf(attrs, "source");
  auto bytes = DecodeBase64(TextOf(attrs, "image"));
  if (bytes) return *bytes;
  return Fail(DK::BadAttribute, at, {"T.external_kernel", "image", "other text", "Base64"});
}

// Source text, as it is when no compiler may be started (TIRX_COMPILE_FORCE_FALLBACK).
DeviceBinary Uncompiled(const DeviceUnit& unit, const std::string& config) {
  DeviceBinary binary;
  binary.format = unit.source.language;
  binary.image = unit.source.text;
  binary.arch = unit.target->arch();
  binary.backend_config = config;
  return binary;
}

}  // namespace

bool IsExternal(const DeviceUnit& unit) {
  return ir::HasAttr(unit.functions[0]->attrs, ir::attr::kExternalKernel);
}

std::string ExternalKey(const ir::Function& function) {
  if (!ir::HasAttr(function->attrs, ir::attr::kExternalKernel)) return "";
  auto attrs = function->attrs[ir::attr::kExternalKernel].cast<Attrs>();
  std::string key;
  for (const char* part : {"format", "source", "image"}) key += '\0' + TextOf(attrs, part);
  return key;
}

Result<codegen::DeviceSource> ExternalSource(const DeviceUnit& unit) {
  std::string_view kind = View(unit.target->kind);
  const Span& at = unit.functions[0]->span;
  auto* toolchain = ir::CurrentSnapshot().Find<ToolchainRow>(kind);
  std::vector<std::string> formats = toolchain ? FormatsOf(*toolchain) : std::vector<std::string>();
  Attrs attrs = ExternalAttrs(unit);
  std::string format = TextOf(attrs, "format");
  if (formats.empty())
    return Fail(DK::NoExternalFormat, at, {kind, format.empty() ? "text" : format, "none"});
  if (format.empty()) format = formats[0];
  if (std::find(formats.begin(), formats.end(), format) == formats.end()) {
    std::string known;
    for (const std::string& one : formats) known += (known.empty() ? "" : ", ") + one;
    return Fail(DK::NoExternalFormat, at, {kind, format, known});
  }
  codegen::DeviceSource source;
  source.language = format == formats[0] ? std::string(toolchain->module_kind) : format;
  source.text = TextOf(attrs, "source");
  if (format == formats[0] && source.text.empty())
    return Fail(DK::BadAttribute, at,
                {"T.external_kernel", "image", "given", "`source`, since this format is text"});
  if (!source.text.empty() && source.text.back() != '\n') source.text += '\n';
  for (const ir::Function& function : unit.functions)
    source.kernels.push_back(codegen::SignatureOf(function));
  return source;
}

Result<DeviceBinary> BuildExternal(const DeviceUnit& unit, const ToolchainRow& toolchain,
                                   const std::string& config, double seconds_limit) {
  Attrs attrs = ExternalAttrs(unit);
  const bool is_text = unit.source.language == toolchain.module_kind;
  if (is_text && KeepsSource()) return Uncompiled(unit, config);
  TIRX_TRY(std::string image, ImageOf(attrs, unit.functions[0]->span));
  auto built = is_text ? toolchain.build({unit.source, config, seconds_limit})
                       : toolchain.adopt(unit.source.language, image, config);
  TIRX_TRY(DeviceBinary binary, AtCall(unit, built));
  for (size_t i = 0; i < unit.functions.size(); ++i) {
    Status fits = toolchain.check_kernel(binary, unit.source.kernels[i]);
    for (diag::Diagnostic error : fits.diagnostics()) {
      error.span = unit.functions[i]->span;
      return Failure({error});
    }
  }
  return binary;
}

}  // namespace tirx::driver
