// SPDX-License-Identifier: Apache-2.0
// tirx list: what is loaded and who registered it, from the registry's tables.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

#include "base/json_text.h"
#include "cli/command.h"
#include "cli/usage.h"
#include "ir/known_backend.h"
#include "ir/op.h"
#include "ir/registry.h"
#include "runtime/device_api.h"
#include "script/function_row.h"

namespace tirx::cli {
namespace {

struct Entry {
  std::string name, backend, doc;
  std::string family = "";  // of intrinsics: the heading that they stand under
  // The second column: the backend, where a backend is from, the architecture of a device.
  std::string beside = "";
};
using Entries = std::vector<Entry>;

template <class Row>
Entry EntryOf(const Row& row, std::string_view doc) {
  std::string owner(ir::CurrentSnapshot().OwnerOf<Row>(row.name));
  return {.name = std::string(row.name), .backend = owner, .doc = std::string(doc), .beside = owner};
}

template <class Row>
Entries RowsOf() {
  Entries entries;
  for (const Row* row : ir::CurrentSnapshot().All<Row>()) entries.push_back(EntryOf(*row, row->doc));
  return entries;
}

Entries Tags() {
  Entries entries;
  for (auto* row : ir::CurrentSnapshot().All<target::TargetTagRow>())
    entries.push_back(EntryOf(*row, row->json));
  return entries;
}

Entries Backends() {
  Entries entries;
  for (const auto& backend : ir::CurrentSnapshot().backends())
    entries.push_back(
        {.name = backend.name, .backend = backend.name, .doc = backend.doc, .beside = backend.origin});
  return entries;
}

// `subgroup_sum(value)`; operands and attributes as a call names them.
std::string CallOf(const ir::OpRow& row) {
  std::string text(row.name);
  for (size_t i = 0; i < row.param_count(); ++i) {
    const ir::OpParam& param = row.params[i];
    text += i == 0 ? "(" : ", ";
    text += (param.kind == ir::ParamKind::Values ? "*" : "") + std::string(param.name);
    if (!param.fallback.empty()) text += "=" + std::string(param.fallback);
  }
  return text + (row.param_count() == 0 ? "()" : ")");
}

Entries Intrinsics() {
  Entries entries;
  for (auto* family : ir::CurrentSnapshot().All<ir::OpFamilyRow>())
    for (const ir::OpRow& row : family->rows) {
      Entry entry = EntryOf(row, row.doc);
      entry.name = CallOf(row);
      entry.family = std::string(family->name) + ": " + std::string(family->doc);
      entries.push_back(std::move(entry));
    }
  for (auto* row : ir::CurrentSnapshot().All<script::FunctionRow>()) {
    Entry entry = EntryOf(*row, row->doc);
    entry.name += "(" + std::string(row->params) + ")";
    entry.family = "Functions that build IR";
    entries.push_back(std::move(entry));
  }
  return entries;
}

std::string OriginOf(const std::string& backend) {
  auto* loaded = ir::CurrentSnapshot().FindBackend(backend);
  return loaded ? loaded->origin : backend;  // tags that the program itself registered
}

// Family by family, or with the backend beside each name.
void PrintPlain(const Entries& entries) {
  std::string_view family;
  for (const Entry& entry : entries) {
    if (!entry.family.empty() && entry.family != family) std::printf("%s\n", entry.family.c_str());
    family = entry.family;
    if (family.empty())
      std::printf("%-28s %-8s %s\n", entry.name.c_str(), entry.beside.c_str(), entry.doc.c_str());
    else
      std::printf("  %-44s %s\n", entry.name.c_str(), entry.doc.c_str());
  }
}

// A heading for each backend that has something, in load order.
void PrintByBackend(const Entries& entries) {
  std::vector<std::string> owners;
  for (const auto& backend : ir::CurrentSnapshot().backends()) owners.push_back(backend.name);
  for (const Entry& entry : entries)
    if (std::find(owners.begin(), owners.end(), entry.backend) == owners.end())
      owners.push_back(entry.backend);
  for (const std::string& owner : owners) {
    bool first = true;
    for (const Entry& entry : entries) {
      if (entry.backend != owner) continue;
      if (std::exchange(first, false)) std::printf("%s (%s)\n", owner.c_str(), OriginOf(owner).c_str());
      std::printf("  %-44s %s\n", entry.name.c_str(), entry.doc.c_str());
    }
  }
}

// An array of objects with the keys name, backend, origin, doc.
void PrintJson(const Entries& entries) {
  const char* separator = "[";
  for (const Entry& entry : entries) {
    std::string line = std::exchange(separator, ",\n ");
    line += "{\"name\":" + JsonQuote(entry.name) + ",\"backend\":" + JsonQuote(entry.backend) +
            ",\"origin\":" + JsonQuote(OriginOf(entry.backend)) + ",\"doc\":" + JsonQuote(entry.doc) + "}";
    std::fputs(line.c_str(), stdout);
  }
  std::puts(entries.empty() ? "[]" : "]");
}

Entries Devices() {
  Entries entries;
  for (DLDeviceType type : runtime::RegisteredDeviceTypes()) {
    runtime::DeviceApi* api = runtime::FindDeviceApi(type);
    const int count = api->Count();
    if (count == 0) entries.push_back({api->Name(), api->Name(), api->WhyAbsent(), "", "none"});
    for (int i = 0; i < count; ++i) {
      std::string doc = api->DeviceName(i);
      for (const auto& [name, value] : api->Properties(i)) doc += "  " + name + "=" + std::to_string(value);
      entries.push_back({api->Name() + ":" + std::to_string(i), api->Name(), doc, "", api->Architecture(i)});
    }
  }
  return entries;
}

struct Listing {
  const char* what;
  Entries (*entries)();
};
const Listing kListings[] = {
    {"backends", Backends},
    {"targets", RowsOf<target::TargetKindRow>},
    {"tags", Tags},
    {"namespaces", RowsOf<ir::NamespaceRow>},
    {"passes", RowsOf<pass::PassRow>},
    {"pipelines", RowsOf<pass::PipelineRow>},
    {"intrinsics", Intrinsics},
    {"devices", Devices},
};

struct ListOptions {
  std::string what, by, format = "text";
  bool json_diagnostics = false;  // nothing that it lists can be wrong
};

void List(const ListOptions& options) {
  for (const Listing& listing : kListings) {
    if (options.what != listing.what) continue;
    Entries entries = listing.entries();
    if (options.format == "json") return PrintJson(entries);
    return options.by.empty() ? PrintPlain(entries) : PrintByBackend(entries);
  }
}

}  // namespace

void AddListCommand(CLI::App& app, Exit* exit) {
  auto options = std::make_shared<ListOptions>();
  CLI::App* command = app.add_subcommand("list", "list what is loaded, and who registered it");
  std::vector<std::string> names;
  for (const Listing& listing : kListings) names.push_back(listing.what);
  command
      ->add_option("WHAT", options->what,
                   "backends, targets, tags, namespaces, passes, pipelines, intrinsics or devices")
      ->required()
      ->check(Choice(names))
      ->type_name("WHAT");
  command->add_option("--by", options->by, "group by who registered it, and say where that comes from")
      ->check(Choice({"backend"}))
      ->type_name("backend");
  command->add_option("--format", options->format, "text, or an array of JSON objects")
      ->check(Choice({"text", "json"}))
      ->type_name("text|json");
  AddDiagnosticsOption(command, &options->json_diagnostics);
  command->footer(
      "examples:\n  tirx list targets\n  tirx list intrinsics --by backend\n  tirx list tags --format json");
  command->callback([options, exit] {
    List(*options);
    *exit = kFine;
  });
}

}  // namespace tirx::cli
