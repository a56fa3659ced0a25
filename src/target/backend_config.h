// SPDX-License-Identifier: Apache-2.0
// `backend_config`: how device code is compiled, {"<backend>": {...}}. The mapping is known here; what a
// backend's part may hold says the schema that the backend registers. Precedence, per key of a part: the
// schema's defaults < the target's attribute < the compile call < the device entry. A list replaces the
// inherited one whole, so an empty one clears it. Every value handed out is a copy that nobody else changes.
#pragma once

#include <string>
#include <string_view>

#include "target/target.h"

namespace tirx::target {

// A backend's part of the mapping.
struct ConfigSchemaRow {
  static constexpr std::string_view kTable = "config_schemas";
  std::string_view name;  // the backend
  // Checks the keys, one by one and together, and gives a copy. The key "arch", if there is one, is a String
  // that means the same as the target's.
  Hook<Result<Attrs>(const Attrs& given)> check = nullptr;
  // What holds where nobody says anything.
  Hook<Attrs()> defaults = nullptr;
  bool needs_arch = false;  // nothing is compiled without one
};

using BackendConfigs = Map<String, Any>;  // backend -> Attrs, each checked by its schema

// From a map, or from None, which is the empty one. BadBackendConfigType for what is no mapping.
Result<BackendConfigs> CopyBackendConfig(const Any& given);
// From JSON; "" is the empty one.
Result<BackendConfigs> ParseBackendConfig(std::string_view json);
// Keys of `over` replace those of `base`. What excludes each other then is found when it is bound.
BackendConfigs MergeBackendConfigs(const BackendConfigs& base, const BackendConfigs& over);
// Canonical: keys sorted, no blanks, lists in their order.
std::string BackendConfigJson(const BackendConfigs& config);

// The backend whose part a target of this kind reads, and that part; "" and an empty map without a schema.
std::string_view ConfiguredBackend(const Target& target);
Attrs PartFor(const Target& target, const BackendConfigs& config);

// What functions for a target are compiled with.
struct BoundConfig {
  Target target;       // with the architecture
  std::string config;  // canonical JSON with every key that has a default, and "arch"; "" without a schema
};
// `local` are the call's and the entry's parts, merged. Nothing is guessed: with `needs_arch`, an
// architecture that is missing is an error, whose text goes on with `why_none`.
Result<BoundConfig> BindConfig(const Target& target, const Attrs& local, bool needs_arch,
                               std::string_view why_none = "");

}  // namespace tirx::target
