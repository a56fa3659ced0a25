// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/config/backend_config.h"

#include <tvm/ffi/extra/json.h>

#include <algorithm>
#include <map>

#include "base/json_text.h"
#include "diag/suggest.h"

namespace tirx::cuda {
namespace {

using Scalar = std::optional<std::string> BackendConfig::*;
using List = std::optional<std::vector<std::string>> BackendConfig::*;

struct ScalarKey {
  std::string_view name;
  Scalar member;
  std::string_view choices;  // "a|b"; empty: checked elsewhere
};
struct ListKey {
  std::string_view name;
  List member;
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
constexpr std::string_view kKeyNames = "`arch`, `compiler`, `target_format`, `nvcc`, `nvrtc` and `ptxas`";

Failure Bad(std::string_view key, std::string_view why) {
  return Fail(DK::BadBackendConfig, Span(), {"key `" + std::string(key) + "`", why});
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
  if (!text) return Bad(key.name, "not a string; it must be one");
  if (key.name == "arch" && !IsArch(View(*text)))
    return Bad(key.name,
               JsonQuote(View(*text)) + "; it must be `sm_` with digits and, where meant, `a` or `f`");
  if (!key.choices.empty() && !IsChoice(key.choices, View(*text)))
    return Bad(key.name, JsonQuote(View(*text)) + "; it must be " + diag::OneOfChoices(key.choices));
  (config->*key.member) = std::string(*text);
  return Ok{};
}

Status SetList(const ListKey& key, const Any& value, BackendConfig* config) {
  if (value.type_index() != ffi::TypeIndex::kTVMFFIArray)
    return Bad(key.name, "not a list; it must be a list of strings");
  std::vector<std::string> items;
  for (const Any& item : value.cast<Array<Any>>()) {
    if (!item.as<String>()) return Bad(key.name, "an item is not a string; every item must be one");
    items.push_back(item.cast<String>());
  }
  if (auto problems = CheckOptions(key.list, items); !problems.empty()) return Failure(problems);
  (config->*key.member) = std::move(items);
  return Ok{};
}

Status SetKey(std::string_view name, const Any& value, BackendConfig* config) {
  for (const ScalarKey& key : kScalars)
    if (key.name == name) return SetScalar(key, value, config);
  for (const ListKey& key : kLists)
    if (key.name == name) return SetList(key, value, config);
  return Bad(name, "unknown; the keys are " + std::string(kKeyNames));
}

Status CheckTogether(const BackendConfig& config) {
  if (config.compiler == "nvrtc" && config.target_format == "fatbin")
    return Bad("target_format", "NVRTC cannot make a fatbin; use `nvcc`, or `cubin` or `ptx`");
  return Ok{};
}

}  // namespace

Result<BackendConfig> BackendConfigFromMap(const Map<String, Any>& map) {
  BackendConfig config;
  for (const auto& [key, value] : map) TIRX_RETURN_IF_FAILED(SetKey(View(key), value, &config));
  TIRX_RETURN_IF_FAILED(CheckTogether(config));
  return config;
}

Result<BackendConfig> ParseBackendConfig(std::string_view json) {
  if (json.empty()) return BackendConfig();
  String error;
  Any parsed = ffi::json::Parse(String(std::string(json)), &error);
  auto is_map = [](const Any& value) { return value.type_index() == ffi::TypeIndex::kTVMFFIMap; };
  if (!error.empty() || !is_map(parsed))
    return Fail(DK::BadBackendConfig, Span(), {json, "it must be a JSON object {\"cuda\": {...}}"});
  BackendConfig config;
  for (const auto& [key, value] : parsed.cast<Map<String, Any>>()) {
    if (key != "cuda") return Bad(View(key), "no backend of this name has a configuration; there is `cuda`");
    if (!is_map(value)) return Bad("cuda", "not an object; it must be one");
    TIRX_TRY(config, BackendConfigFromMap(value.cast<Map<String, Any>>()));
  }
  return config;
}

BackendConfig Overlay(BackendConfig base, const BackendConfig& over) {
  for (const ScalarKey& key : kScalars)
    if (over.*key.member) base.*key.member = over.*key.member;
  for (const ListKey& key : kLists)
    if (over.*key.member) base.*key.member = over.*key.member;
  return base;
}

std::string ToJson(const BackendConfig& config) {
  std::map<std::string_view, std::string> entries;
  for (const ScalarKey& key : kScalars)
    if (config.*key.member) entries[key.name] = JsonQuote(*(config.*key.member));
  for (const ListKey& key : kLists) {
    if (!(config.*key.member)) continue;
    std::string items;
    for (const std::string& item : *(config.*key.member))
      items += (items.empty() ? "" : ",") + JsonQuote(item);
    entries[key.name] = "[" + items + "]";
  }
  std::string out;
  for (const auto& [name, text] : entries) out += (out.empty() ? "" : ",") + JsonQuote(name) + ":" + text;
  return out.empty() ? "{}" : "{\"cuda\":{" + out + "}}";
}

Result<BackendConfig> Resolve(const target::Target& target, const BackendConfig& local) {
  BackendConfig config;
  config.compiler = "nvrtc";
  for (const ListKey& key : kLists) config.*key.member = DefaultOptions(key.list);
  if (target->attrs.count("backend_config")) {
    Any own = target->attrs["backend_config"];
    if (own.type_index() != ffi::TypeIndex::kTVMFFIMap)
      return Bad("backend_config", "of the target is not a map");
    TIRX_TRY(BackendConfig defaults, BackendConfigFromMap(own.cast<Map<String, Any>>()));
    config = Overlay(config, defaults);
  }
  config = Overlay(config, local);
  if (!config.arch && target->HasArch()) config.arch = target->arch();
  if (!config.arch) return Fail(DK::CudaArchNotGiven, Span());
  TIRX_RETURN_IF_FAILED(CheckTogether(config));
  return config;
}

}  // namespace tirx::cuda
