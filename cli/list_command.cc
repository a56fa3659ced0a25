// SPDX-License-Identifier: Apache-2.0
// tirx list: what is loaded, from the registry's tables.
#include <cstdio>
#include <memory>

#include "backend/backend.h"
#include "cli/command.h"
#include "cli/usage.h"
#include "ir/op.h"
#include "ir/registry.h"
#include "runtime/device_api.h"

namespace tirx::cli {
namespace {

void PrintRow(std::string_view name, std::string_view owner, std::string_view doc) {
  std::printf("%-28.*s %-8.*s %.*s\n", int(name.size()), name.data(), int(owner.size()), owner.data(),
              int(doc.size()), doc.data());
}

template <class Row>
void ListRows() {
  const ir::Snapshot& registry = ir::CurrentSnapshot();
  for (const Row* row : registry.All<Row>()) PrintRow(row->name, registry.OwnerOf<Row>(row->name), row->doc);
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

// Family by family: a heading, then the calls.
void ListIntrinsics() {
  const ir::Snapshot& registry = ir::CurrentSnapshot();
  for (auto* family : registry.All<ir::OpFamilyRow>()) {
    std::printf("%.*s: %.*s\n", int(family->name.size()), family->name.data(), int(family->doc.size()),
                family->doc.data());
    for (const ir::OpRow& row : family->rows)
      std::printf("  %-44s %.*s\n", CallOf(row).c_str(), int(row.doc.size()), row.doc.data());
  }
}

void ListTags() {
  const ir::Snapshot& registry = ir::CurrentSnapshot();
  for (auto* row : registry.All<target::TargetTagRow>())
    PrintRow(row->name, registry.OwnerOf<target::TargetTagRow>(row->name), row->json);
}

void ListBackends() {
  for (const std::string& name : ir::CurrentSnapshot().backends()) {
    std::string_view doc = name == "core" ? "The language itself." : "";
    for (const auto& backend : backend::BuiltinBackends())
      if (backend.name == name) doc = backend.doc;
    PrintRow(name, "loaded", doc);
  }
}

void ListDevices() {
  for (DLDeviceType type : runtime::RegisteredDeviceTypes()) {
    runtime::DeviceApi* api = runtime::FindDeviceApi(type);
    const int count = api->Count();
    if (count == 0) std::printf("%s: none: %s\n", api->Name().c_str(), api->WhyAbsent().c_str());
    for (int i = 0; i < count; ++i) {
      const std::string id = api->Name() + ":" + std::to_string(i);
      std::printf("%-9s %-8s %s", id.c_str(), api->Architecture(i).c_str(), api->DeviceName(i).c_str());
      for (const auto& [name, value] : api->Properties(i))
        std::printf("  %s=%lld", name.c_str(), static_cast<long long>(value));
      std::printf("\n");
    }
  }
}

struct Listing {
  const char* what;
  void (*print)();
};
const Listing kListings[] = {
    {"backends", ListBackends},
    {"targets", ListRows<target::TargetKindRow>},
    {"tags", ListTags},
    {"passes", ListRows<pass::PassRow>},
    {"pipelines", ListRows<pass::PipelineRow>},
    {"intrinsics", ListIntrinsics},
    {"devices", ListDevices},
};

}  // namespace

void AddListCommand(CLI::App& app, Exit* exit) {
  auto what = std::make_shared<std::string>();
  auto json = std::make_shared<bool>();  // nothing that it lists can be wrong
  CLI::App* command = app.add_subcommand("list", "list what is loaded");
  std::vector<std::string> names;
  for (const Listing& listing : kListings) names.push_back(listing.what);
  command->add_option("WHAT", *what, "backends, targets, tags, passes, pipelines, intrinsics or devices")
      ->required()
      ->check(Choice(names))
      ->type_name("WHAT");
  AddDiagnosticsOption(command, json.get());
  command->footer("examples:\n  tirx list targets\n  tirx list intrinsics | grep gpu");
  command->callback([what, json, exit] {
    for (const Listing& listing : kListings)
      if (*what == listing.what) listing.print();
    *exit = kFine;
  });
}

}  // namespace tirx::cli
