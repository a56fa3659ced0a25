// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/codegen/host_export.h"

#include <map>

#include "backend/source_compiler.h"
#include "backends/cuda/config/backend_config.h"
#include "backends/cuda/runtime/launch_attributes.h"
#include "backends/cuda/runtime/tensor_map.h"
#include "base/float_format.h"
#include "codegen/c_host.h"
#include "codegen/c_needed.h"
#include "codegen/c_support.h"
#include "runtime/launch_plan.h"

namespace tirx::cuda {

using codegen::CString;
using runtime::DevicePayload;
using runtime::HostProgram;
using runtime::KernelInfo;
using runtime::LaunchPlan;

namespace {

constexpr std::string_view kEncodeTensorMap = "tirx.runtime.tensormap_encode_tiled";

Failure Cannot(const std::string& why) {
  return Fail(DK::CannotExportHost, Span(), {"cuda", why});
}

template <class Items, class Text>
std::string Joined(const Items& items, const Text& text, const char* between = ", ") {
  std::string joined;
  for (const auto& item : items) joined += (joined.empty() ? "" : between) + text(item);
  return joined;
}

// A kernel's place, and where its launch values go.
struct ExportedKernel {
  size_t module = 0, index = 0;
  LaunchPlan plan;
};

// --- scalars ---

// "{{5, 10, 15, TIRX_IEEE}}"
std::string FormatText(FloatFormat format) {
  constexpr const char* kSpecials[] = {"TIRX_IEEE", "TIRX_FINITE_NAN", "TIRX_UNSIGNED_0", "TIRX_FINITE",
                                       "TIRX_EXPONENT"};
  return "{" + std::to_string(format.exponent_bits) + ", " + std::to_string(format.mantissa_bits) + ", " +
         std::to_string(format.bias) + ", " + kSpecials[size_t(format.specials)] + "}";
}

bool IsTensorMap(const KernelInfo& kernel, size_t i) {
  return i < kernel.arg_extra_tags.size() && kernel.arg_extra_tags[i] == runtime::kTensorMapArg;
}

// "{'f', 32, {}}", as tirx_kernel_arg has it.
std::string ArgRow(const KernelInfo& kernel, size_t i) {
  const DType type = kernel.arg_types[i];
  const auto format = FloatFormatOf(type);
  const char letter = IsTensorMap(kernel, i) ? 'm'
                      : IsHandle(type)       ? 'p'
                      : format               ? 'n'
                      : IsFloating(type)     ? 'f'
                      : IsInt(type)          ? 'i'
                                             : 'u';
  return std::string("{'") + letter + "', " + std::to_string(type.bits) + ", " +
         (format ? FormatText(*format) : "{}") + "}";
}

// A variable of the kernel's own type: "float arg0 = (float)s;".
std::string ArgVariable(const KernelInfo& kernel, size_t i, const std::string& value) {
  const DType type = kernel.arg_types[i];
  const std::string name = " arg" + std::to_string(i) + " = ";
  const std::string bits = std::to_string(8 * StorageBytes(type));
  if (IsTensorMap(kernel, i)) return "CUtensorMap*" + name + "(CUtensorMap*)" + value + ";";
  if (IsHandle(type)) return "void*" + name + value + ";";
  if (IsBFloat16(type)) return "uint16_t" + name + "tirx_encode_bf16(" + value + ");";
  if (type == Float(16)) return "uint16_t" + name + "tirx_encode_f16(" + value + ");";
  if (auto format = FloatFormatOf(type))
    return "uint" + bits + "_t" + name + "(uint" + bits + "_t)tirx_encode_float(" + FormatText(*format) +
           ", " + value + ");";
  if (IsFloating(type))
    return type.bits == 32 ? "float" + name + "(float)" + value + ";" : "double" + name + value + ";";
  if (IsInt(type) && type.bits == 64) return "int64_t" + name + value + ";";
  const std::string c_type = (IsInt(type) ? "int" : "uint") + bits + "_t";
  return c_type + name + "(" + c_type + ")" + value + ";";
}

// --- launches ---

// cuda.h of 12.0 has the names of the older attributes; the newer ones go by number.
std::string AttributeId(const LaunchFieldRow& row) {
  static const std::map<int, std::string> names = {
      {driver::kAttributeIgnore, "IGNORE"},
      {driver::kAttributeAccessPolicyWindow, "ACCESS_POLICY_WINDOW"},
      {driver::kAttributeClusterSchedulingPolicy, "CLUSTER_SCHEDULING_POLICY_PREFERENCE"},
      {driver::kAttributeProgrammaticEvent, "PROGRAMMATIC_EVENT"},
      {driver::kAttributePriority, "PRIORITY"},
      {driver::kAttributeMemSyncDomainMap, "MEM_SYNC_DOMAIN_MAP"},
      {driver::kAttributeMemSyncDomain, "MEM_SYNC_DOMAIN"},
  };
  auto found = names.find(row.id);
  if (found != names.end()) return "CU_LAUNCH_ATTRIBUTE_" + found->second;
  return "(CUlaunchAttributeID)" + std::to_string(int(row.id));
}

std::string FieldRow(const LaunchFieldRow& row) {
  return "{" + CString(row.name) + ", " + AttributeId(row) + ", " + std::to_string(row.offset) + ", " +
         std::to_string(row.bytes) + ", " + std::to_string(row.since) + "}";
}

Result<std::string> KernelRow(const KernelInfo& kernel, const LaunchPlan& plan) {
  std::vector<std::string> args, fields;
  for (size_t i = 0; i < kernel.arg_types.size(); ++i) args.push_back(ArgRow(kernel, i));
  for (const std::string& tag : kernel.launch_tags) {
    if (!tag.starts_with(runtime::kOwnTagPrefix)) continue;
    const LaunchFieldRow* row = FindLaunchField(tag);
    if (!row) return Cannot("kernel `" + kernel.name + "` has the unknown launch tag `" + tag + "`");
    fields.push_back(FieldRow(*row));
  }
  auto same = [](const std::string& text) { return text; };
  auto flag = [](bool value) { return std::string(value ? "true" : "false"); };
  const auto& launch = plan.defaults;
  return "      {" + CString(kernel.name) + ",\n       {" + Joined(args, same) + "},\n       " +
         flag(launch.has_cluster) + ", " + flag(launch.has_preferred_cluster) + ", " +
         flag(launch.cooperative) + ", " + flag(launch.programmatic_serialization) + ",\n       {" +
         Joined(fields, same, ",\n        ") + "}},\n";
}

// "{n, 1, 1, 256, 1, 1, ...}" by the slots of launch_check.h, up to the last that is given.
std::string LaunchValues(const LaunchPlan& plan, const std::vector<std::string>& given) {
  size_t count = runtime::kFirstOwn;
  for (uint8_t slot : plan.slots) count = std::max<size_t>(count, slot + size_t(1));
  std::vector<std::string> values;
  for (size_t i = 0; i < count; ++i) values.push_back(std::to_string(plan.defaults.values[i]));
  for (size_t i = 0; i < given.size(); ++i) values[plan.slots[i]] = given[i];
  return "{" + Joined(values, [](const std::string& value) { return value; }) + "}";
}

// What the numbers are, for the reader.
std::string LaunchComment(const KernelInfo& kernel) {
  std::string comment = "grid, block, cluster, preferred cluster, dynamic shared memory";
  for (const std::string& tag : kernel.launch_tags)
    if (tag.starts_with(runtime::kOwnTagPrefix)) comment += ", " + tag.substr(runtime::kOwnTagPrefix.size());
  return comment;
}

std::vector<std::string> LaunchLines(const KernelInfo& kernel, const ExportedKernel& place,
                                     const codegen::CLaunch& launch) {
  std::vector<std::string> lines = {"{  // " + kernel.name};
  std::string parameters;
  for (size_t i = 0; i < launch.args.size(); ++i) {
    lines.push_back("  " + ArgVariable(kernel, i, launch.args[i]));
    parameters +=
        (i == 0 ? "" : ", ") + std::string(IsTensorMap(kernel, i) ? "arg" : "&arg") + std::to_string(i);
  }
  lines.push_back("  void* parameters[] = {" + (parameters.empty() ? "nullptr" : parameters) + "};");
  lines.push_back("  // " + LaunchComment(kernel));
  lines.push_back("  const int64_t launch[] = " + LaunchValues(place.plan, launch.values) + ";");
  lines.push_back("  if (tirx_launch(tirx_images[" + std::to_string(place.module) + "], " +
                  std::to_string(place.index) + ", context->device_id, launch, parameters) != 0) return -1;");
  lines.push_back("}");
  return lines;
}

// --- tensor maps ---

std::string Row(const tirx_tensor_map_type& row) {
  return "{" + CString(row.dtype) + ", " + CString(row.format) + ", " + std::to_string(row.value) + ", " +
         std::to_string(row.bits) + ", " + (row.is_float ? "true" : "false") + ", " +
         std::to_string(row.since) + "}";
}

std::string Row(const tirx_tensor_map_choice& row) {
  return "{" + CString(row.name) + ", " + std::to_string(row.value) + ", " + std::to_string(row.bytes) +
         ", " + std::to_string(row.since) + "}";
}

// The order of the operands is that of RegisterTensorMaps. Nothing where they are no such call's: then the
// function of that name is called, and says so.
std::vector<std::string> TensorMapLines(const codegen::CGlobalCall& call) {
  const std::vector<std::string>& args = call.args;
  constexpr size_t kBesideArrays = 9;
  if (call.row.name != kEncodeTensorMap || args.size() < kBesideArrays + 3) return {};
  const size_t rank = (args.size() - kBesideArrays + 1) / 4;
  tirx_tensor_map map{};
  const size_t end = args.size() - 4;
  TensorMapNames names{args[1], args[2], args[end], args[end + 1], args[end + 2], args[end + 3]};
  if (rank > TIRX_TENSOR_MAP_RANK || !ResolveTensorMap(names, &map).ok()) return {};
  size_t next = 5;
  auto take = [&](size_t count) {
    std::string list;
    for (size_t i = 0; i < count; ++i) list += (i == 0 ? "" : ", ") + args[next++];
    return "{" + list + "}";
  };
  const std::string extents = take(rank), strides = take(rank - 1), box = take(rank), steps = take(rank);
  return {"{",
          "  const tirx_tensor_map map = {" + Row(map.type) + ",",
          "      " + Row(map.interleave) + ", " + Row(map.swizzle) + ", " + Row(map.l2_promotion) + ", " +
              Row(map.oob_fill) + ",",
          "      " + std::to_string(rank) + ", (uint64_t)(uintptr_t)" + args[4] + ", " + extents + ", " +
              strides + ", " + box + ", " + steps + "};",
          "  if (tirx_encode_tensor_map(map, " + args[0] + ") != 0) return -1;",
          "}"};
}

// --- modules ---

Result<std::string> ArchOf(const DevicePayload& module) {
  TIRX_TRY(BackendConfig config, ParseConfig(module.backend_config));
  return config.arch.value_or("");
}

// Source becomes an image.
Status CompileModule(DevicePayload* module) {
  if (module->format == "cuda") {
    TIRX_TRY(target::BackendConfigs config, target::ParseBackendConfig(module->backend_config));
    TIRX_TRY(target::Target target, target::Parse("cuda"));
    TIRX_TRY(backend::DeviceBinary binary, backend::CompileText(module->image, target, config));
    module->format = binary.format;
    module->image = binary.image;
    module->backend_config = binary.backend_config;
  }
  const bool known = module->format == "cubin" || module->format == "fatbin" || module->format == "ptx";
  return known ? Status(Ok{}) : Cannot("a device module has the format `" + module->format + "`");
}

Result<std::map<std::string, ExportedKernel>> FindKernels(const std::vector<DevicePayload>& modules) {
  std::map<std::string, ExportedKernel> places;
  for (size_t m = 0; m < modules.size(); ++m) {
    for (size_t k = 0; k < modules[m].kernels.size(); ++k) {
      const KernelInfo& kernel = modules[m].kernels[k];
      ExportedKernel place{m, k, {}};
      auto status = runtime::MakeLaunchPlan(kernel, &place.plan);
      if (!status.ok()) return Cannot(status.message);
      if (!places.emplace(kernel.name, std::move(place)).second)
        return Cannot("two device modules have a kernel `" + kernel.name + "`");
    }
  }
  return places;
}

Status CheckKernels(const HostProgram& program, const std::vector<DevicePayload>& modules,
                    const std::map<std::string, ExportedKernel>& places) {
  for (const KernelInfo& kernel : program.kernels) {
    auto found = places.find(kernel.name);
    if (found == places.end()) return Cannot("kernel `" + kernel.name + "` is in none of the device modules");
    if (!SameInterface(kernel, modules[found->second.module].kernels[found->second.index]))
      return Cannot("the host passes other arguments to kernel `" + kernel.name + "` than it takes");
  }
  return Ok{};
}

std::string BinaryName(size_t module) {
  return "tvm_cuda_binary_" + std::to_string(module);
}

// The table of images and, for the end of the file, their bytes.
Result<std::string> Images(const std::vector<DevicePayload>& modules,
                           const std::map<std::string, ExportedKernel>& places) {
  if (modules.empty()) return std::string();
  std::string declared, rows;
  for (size_t m = 0; m < modules.size(); ++m) {
    TIRX_TRY(std::string arch, ArchOf(modules[m]));
    declared += "  static const unsigned char " + BinaryName(m) + "[];\n";
    rows += "    {" + CString(modules[m].format) + ", " + CString(arch) +
            ", tirx_binaries::" + BinaryName(m) + ",\n     {\n";
    for (const KernelInfo& kernel : modules[m].kernels) {
      TIRX_TRY(std::string row, KernelRow(kernel, places.at(kernel.name).plan));
      rows += row;
    }
    rows += "     }},\n";
  }
  return "// Device code, at the end of this file.\nstruct tirx_binaries {\n" + declared +
         "};\n\n// Format, architecture, code; per kernel its name, parameters, flags (cluster, preferred "
         "cluster,\n// cooperative, programmatic stream serialization) and launch fields.\n"
         "tirx_image tirx_images[] = {\n" +
         rows + "};\n\n";
}

std::string Binaries(const std::vector<DevicePayload>& modules) {
  std::string text;
  for (size_t m = 0; m < modules.size(); ++m) {
    // The NUL at the end is PTX's.
    const bool text_form = modules[m].format == "ptx";
    text += "\nalignas(64) const unsigned char tirx_binaries::" + BinaryName(m) + "[] = {  // " +
            modules[m].format + ", " + std::to_string(modules[m].image.size()) + " bytes\n" +
            codegen::CBytes(modules[m].image + (text_form ? std::string(1, '\0') : "")) + "};\n";
  }
  return text;
}

std::string ReservedNames(const HostProgram& program) {
  std::string names = "map launch parameters";
  size_t most = 0;
  for (const KernelInfo& kernel : program.kernels) most = std::max(most, kernel.arg_types.size());
  for (size_t i = 0; i < most; ++i) names += " arg" + std::to_string(i);
  return names;
}

std::string Head(const HostProgram& program) {
  auto name = [](const codegen::CEntry& entry) { return entry.name; };
  return "// Generated by tirx. Functions: " + Joined(codegen::EntriesOf(program, ""), name) +
         ".\n// Build: c++ -std=c++17 -O2 -fPIC -fvisibility=hidden -shared THIS.cc $(tvm-ffi-config "
         "--cxxflags) "
         "-I<CUDA>/include\n//   $(tvm-ffi-config --ldflags --libs) -ldl; the CUDA driver is found when a "
         "function is called.\n";
}

codegen::NeededText SupportOf(const std::string& code) {
  using namespace codegen;  // NOLINT: the names of eight texts
  return NeededOf({{"narrow floats", kFloatBitsText},
                   {"arithmetic", kHostArithText},
                   {"names of devices", kDeviceNamesText},
                   {"errors", kHostErrorText},
                   {"arguments", kHostArgumentsText},
                   {"calls", kHostCallsText},
                   {"limits of launches", kLaunchCheckText},
                   {"architectures", kArchitectureCheckText},
                   {"the driver", kHostDriverText},
                   {"device code", kHostImageText},
                   {"launches", kHostLaunchText},
                   {"rules of tensor maps", kTensorMapCheckText},
                   {"tensor maps", kHostTensorMapText}},
                  code);
}

}  // namespace

Result<std::string> ExportHost(const HostProgram& program, std::vector<DevicePayload> modules) {
  for (DevicePayload& module : modules) TIRX_RETURN_IF_FAILED(CompileModule(&module));
  TIRX_TRY(auto places, FindKernels(modules));
  TIRX_RETURN_IF_FAILED(CheckKernels(program, modules, places));
  codegen::CHostOptions options;
  options.launch = [&](const codegen::CLaunch& launch) {
    const KernelInfo& kernel = program.kernels[launch.kernel];
    const ExportedKernel& place = places.at(kernel.name);
    return LaunchLines(modules[place.module].kernels[place.index], place, launch);
  };
  options.global_call = TensorMapLines;
  options.reserved_names = ReservedNames(program);
  options.entry_linkage = "extern \"C\" TVM_FFI_DLL_EXPORT ";
  TIRX_TRY(std::string images, Images(modules, places));
  // Weak, so that several such files may be parts of one program.
  const std::string functions =
      codegen::GenerateCHostFunctions(program, options) +
      codegen::ListFunction(program, "", options.entry_linkage + "__attribute__((weak)) ");
  const codegen::NeededText support = SupportOf(images + functions);
  // Not every function uses all of what all are given.
  const std::string silenced =
      "\n#pragma GCC diagnostic ignored \"-Wunused-parameter\"\n"
      "#pragma GCC diagnostic ignored \"-Wunused-variable\"\n";
  return Head(program) + support.includes + silenced + "\nnamespace {\n" + support.declarations + "\n" +
         images + "}  // namespace\n\n" + functions + "\n// What the functions above call.\nnamespace {\n" +
         support.definitions + "\n}  // namespace\n" + Binaries(modules);
}

}  // namespace tirx::cuda
