// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/config/backend_config.h"

#include <algorithm>

#include "backends/cuda/toolchain/nvshmem.h"
#include "base/canonical_json.h"
#include "base/json_text.h"
#include "diag/suggest.h"

namespace tirx::cuda {
namespace {

using ScalarMember = std::optional<std::string> BackendConfig::*;
using ListMember = std::optional<std::vector<std::string>> BackendConfig::*;

struct ScalarKey {
  std::string_view name;
  ScalarMember member;
  std::string_view choices;  // "a|b"; empty: checked elsewhere
};
struct ListKey {
  std::string_view name;
  ListMember member;
  OptionList list;
};

constexpr ScalarKey kScalars[] = {
    {"arch", &BackendConfig::arch, ""},
    {"compiler", &BackendConfig::compiler, "nvcc|nvrtc"},
    {"target_format", &BackendConfig::target_format, "cubin|fatbin|ptx"},
};
constexpr ListKey kLists[] = {
    {"nvcc", &BackendConfig::nvcc, OptionList::kNvcc},
    {"nvrtc", &BackendConfig::nvrtc, OptionList::kNvrtc},
    {"ptxas", &BackendConfig::ptxas, OptionList::kPtxas},
};

std::string KeyText(std::string_view key) {
  return "key `cuda." + std::string(key) + "`";
}

Failure Bad(std::string_view key, std::string_view why) {
  return Fail(DK::BadBackendConfig, Span(), {KeyText(key), why});
}

Failure BadType(std::string_view key, std::string_view wanted, const Any& seen) {
  return Fail(DK::BadBackendConfigType, Span(), {KeyText(key), wanted, PlainKind(seen)});
}

bool IsChoice(std::string_view choices, std::string_view text) {
  for (size_t at = 0; at <= choices.size();) {
    size_t bar = std::min(choices.find('|', at), choices.size());
    if (choices.substr(at, bar - at) == text) return true;
    at = bar + 1;
  }
  return false;
}

bool IsArch(std::string_view text) {
  if (text.substr(0, 3) != "sm_") return false;
  std::string_view rest = text.substr(3);
  if (!rest.empty() && (rest.back() == 'a' || rest.back() == 'f')) rest.remove_suffix(1);
  return !rest.empty() && rest.find_first_not_of("0123456789") == std::string_view::npos;
}

Status SetScalar(const ScalarKey& key, const Any& value, BackendConfig* config) {
  auto text = value.as<String>();
  if (!text) return BadType(key.name, "a string", value);
  if (key.name == "arch" && !IsArch(View(*text)))
    return Bad(key.name,
               JsonQuote(View(*text)) +
                   "; it must name a real architecture: `sm_` with digits and, where meant, `a` or `f`");
  if (!key.choices.empty() && !IsChoice(key.choices, View(*text)))
    return Bad(key.name, JsonQuote(View(*text)) + "; it must be " + diag::OneOfChoices(key.choices));
  (config->*key.member) = std::string(*text);
  return Ok{};
}

Status SetList(const ListKey& key, const Any& value, BackendConfig* config) {
  if (value.type_index() != ffi::TypeIndex::kTVMFFIArray)
    return BadType(key.name, "a list of strings", value);
  std::vector<std::string> items;
  for (const Any& item : value.cast<Array<Any>>()) {
    if (!item.as<String>()) return BadType(key.name, "a list of strings alone", item);
    items.push_back(item.cast<String>());
  }
  if (auto problems = CheckOptions(key.list, items); !problems.empty()) return Failure(problems);
  (config->*key.member) = std::move(items);
  return Ok{};
}

diag::Diagnostic UnknownKey(std::string_view name) {
  std::vector<std::string_view> known;
  for (const ScalarKey& key : kScalars) known.push_back(key.name);
  for (const ListKey& key : kLists) known.push_back(key.name);
  auto diagnostic = diag::Make(DK::BadBackendConfig, Span(),
                               {KeyText(name), "unknown; the keys are " + diag::OneOf(known)});
  return diag::Suggest(std::move(diagnostic), name, known);
}

Status SetKey(std::string_view name, const Any& value, BackendConfig* config) {
  for (const ScalarKey& key : kScalars)
    if (key.name == name) return SetScalar(key, value, config);
  for (const ListKey& key : kLists)
    if (key.name == name) return SetList(key, value, config);
  return UnknownKey(name);
}

Attrs PartOf(const BackendConfig& config) {
  Attrs part;
  for (const ScalarKey& key : kScalars)
    if (config.*key.member) part.Set(String(std::string(key.name)), String(*(config.*key.member)));
  for (const ListKey& key : kLists) {
    if (!(config.*key.member)) continue;
    Array<String> items;
    for (const std::string& item : *(config.*key.member)) items.push_back(item);
    part.Set(String(std::string(key.name)), items);
  }
  return part;
}

Result<Attrs> CheckPart(const Attrs& given) {
  TIRX_TRY(BackendConfig config, BackendConfigFrom(given));
  return PartOf(config);
}

Attrs Defaults() {
  BackendConfig config{.compiler = "nvrtc"};
  for (const ListKey& key : kLists) config.*key.member = DefaultOptions(key.list);
  return PartOf(config);
}

Result<Format> FormatFor(const std::string& source, const BackendConfig& config) {
  bool linked = UsesNvshmem(source);
  std::string fallback = config.compiler == "nvcc" && !linked ? "fatbin" : "cubin";
  std::string name = config.target_format.value_or(fallback);
  if (linked && name != "cubin")
    return Fail(DK::CudaFormatUnsupported, Span(), {"linking with NVSHMEM", "a " + name, "cubin"});
  return name == "ptx" ? Format::kPtx : name == "fatbin" ? Format::kFatbin : Format::kCubin;
}

}  // namespace

const target::ConfigSchemaRow kConfigSchema[1] = {
    {.name = "cuda", .check = CheckPart, .defaults = Defaults, .needs_arch = true},
};

std::string BackendConfig::ToJson() const {
  return CanonicalJson(Attrs{{"cuda", PartOf(*this)}});
}

Result<BackendConfig> BackendConfigFrom(const Attrs& part) {
  BackendConfig config;
  for (const auto& [key, value] : part) TIRX_RETURN_IF_FAILED(SetKey(View(key), value, &config));
  if (config.compiler == "nvrtc" && config.target_format == "fatbin")
    return Bad("target_format", "NVRTC cannot make a fatbin; use the compiler `nvcc`, or `cubin` or `ptx`");
  return config;
}

Result<BackendConfig> ParseConfig(std::string_view json) {
  TIRX_TRY(target::BackendConfigs configs, target::ParseBackendConfig(json));
  return configs.count("cuda") ? BackendConfigFrom(configs["cuda"].cast<Attrs>()) : BackendConfig();
}

std::vector<std::string> CompilerOptions(const BackendConfig& config) {
  bool nvcc = config.compiler == "nvcc";
  return FrontendOptions(nvcc ? Compiler::kNvcc : Compiler::kNvrtc, nvcc ? *config.nvcc : *config.nvrtc,
                         *config.ptxas);
}

Result<CompileRequest> RequestFor(const std::string& source, const BackendConfig& config) {
  CompileRequest request;
  TIRX_TRY(request.format, FormatFor(source, config));
  request.source = source;
  request.arch = *config.arch;
  request.compiler = config.compiler == "nvcc" ? Compiler::kNvcc : Compiler::kNvrtc;
  request.options = request.compiler == Compiler::kNvcc ? *config.nvcc : *config.nvrtc;
  request.ptxas_options = *config.ptxas;
  return request;
}

}  // namespace tirx::cuda
