// SPDX-License-Identifier: Apache-2.0
// T.call_kernel(source, name, launch, *args): host code launches a kernel that the script does not write, but
// brings along as source text, as a file or as bytes.
//
// It becomes a device entry of its own whose body is one call, and prints as that:
//
//   with T.device_entry(launch=..., backend_config=...):
//       T.external_kernel("scale", A, n, source="extern \"C\" __global__ ...")
//
// so that targets, configurations, launch values and, through `reference`, the simulator work as for any
// other entry. `split-host-device` makes of it a kernel without a body that keeps the call's attributes, and
// the driver a device module of its own: source text is compiled with the entry's configuration, a finished
// binary is checked for its architecture. What formats there are, says the toolchain.
#include <filesystem>

#include "script/elaborator.h"
#include "script/forms.h"
#include "script/kernel_source.h"

namespace tirx::script::forms {
namespace {

enum Parameter : size_t { kSource, kName, kLaunch, kFormat, kBackendConfig, kReference };

// Text of a kernel has a body; everything else names a file.
bool IsSourceText(std::string_view text) {
  return text.find_first_of("{;\n") != std::string_view::npos;
}

// A path of the script is relative to the script's own folder.
std::filesystem::path PathOf(Elaborator& e, const std::string& name, const tirx::script::Range& at) {
  Span span = e.SpanAt(at);
  std::filesystem::path script(span.defined() ? std::string(span->file->name) : "");
  return script.parent_path() / name;
}

std::optional<std::string> ReadFileOf(Elaborator& e, const std::string& name, const tirx::script::Range& at) {
  Result<std::string> bytes = ReadKernelFile(PathOf(e, name, at).string());
  if (bytes.ok()) return *bytes;
  diag::Diagnostic error = bytes.diagnostics().front();
  error.span = e.SpanAt(at);
  e.Error(std::move(error).WithNote(
      Span(), "a string without `{`, `;` and line breaks names the kernel's file, relative to the script"));
  return std::nullopt;
}

// `source`, `image` and `format` of the call; false after an error.
bool AddSource(Elaborator& e, const Bound& b, Attrs* attrs) {
  std::string bytes, format;
  auto* foreign = b[kSource].Get<ForeignValue>();
  auto given_bytes = foreign ? foreign->object.as<ffi::Bytes>() : std::nullopt;
  if (given_bytes) {
    bytes = std::string(given_bytes->data(), given_bytes->size());
  } else {
    auto text = e.ToText(b[kSource], "the source of a kernel", b.ats[kSource]);
    if (!text) return false;
    if (IsSourceText(*text)) {
      bytes = *text;
    } else {
      auto read = ReadFileOf(e, *text, b.ats[kSource]);
      if (!read) return false;
      bytes = *read;
      format = FormatOfFile(*text);
    }
  }
  if (b.Has(kFormat) && !b[kFormat].is_none()) {
    auto wanted = e.ToText(b[kFormat], "the format of a kernel", b.ats[kFormat]);
    if (!wanted) return false;
    format = *wanted;
  }
  if (given_bytes && format.empty()) {
    e.Error(DK::MissingArgument, b.at, {"T.call_kernel", "format"});
    return false;
  }
  SetKernelSource(bytes, format, attrs);
  return true;
}

// Host values get a name: what the entry uses from outside are variables.
std::vector<Value> HostArguments(Elaborator& e, const Bound& b) {
  std::vector<Value> values;
  for (size_t i = 0; i < b.rest.size(); ++i) {
    const Value& given = b.rest[i];
    if (given.Is<TensorValue>() || given.str()) {
      values.push_back(given);
      continue;
    }
    IrValue made = e.ToIr(given, b.rest_at[i]);
    if (!made.expr.defined()) return {};
    values.push_back(e.Stabilize(made, "arg", b.rest_at[i]));
  }
  return values;
}

bool AddReference(Elaborator& e, const Bound& b, const std::vector<Value>& args, Attrs* attrs) {
  if (!b.Has(kReference) || b[kReference].is_none()) return true;
  const Value& value = b[kReference];
  if (!value.Is<std::shared_ptr<GlobalFunction>>() && !value.Is<std::shared_ptr<const ClosureObject>>()) {
    e.Error(DK::BadCallArgument, b.ats[kReference],
            {"T.call_kernel", "reference", DescribeKind(value), "a `T.inline` or private function"});
    return false;
  }
  auto name = e.FunctionNamed(value, args, b.rest_at, Void(), b.ats[kReference]);
  if (name) attrs->Set("reference", String(*name));
  return name.has_value();
}

}  // namespace

Value CallKernel(Elaborator& e, const Bound& b) {
  if (!e.CanEmit(b.at)) return Value();
  if (e.in_device_entry()) return e.Error(DK::NestedEntry, b.at, {});
  auto name = e.ToText(b[kName], "the name of a kernel", b.ats[kName]);
  Attrs attrs;
  if (!name || !AddSource(e, b, &attrs)) return Value();
  attrs.Set("kernel", String(*name));
  auto entry = EntrySpec(e, b, "T.call_kernel", {kLaunch, std::nullopt, kBackendConfig});
  if (!entry) return Value();
  std::vector<Value> args = HostArguments(e, b);
  if (args.size() != b.rest.size() || !AddReference(e, b, args, &attrs)) return Value();
  Value call = e.ApplyOp(*ir::FindOp("external_kernel"), args, b.rest_at, attrs, b.at);
  if (call.failed()) return Value();
  ir::Builder& builder = *e.builder();
  builder.SetSpan(e.SpanAt(b.at));
  builder.Region("device_entry", entry->args, entry->attrs, {}, [&] { builder.Evaluate(*call.expr()); });
  return Value::None();
}

}  // namespace tirx::script::forms
