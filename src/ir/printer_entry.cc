// SPDX-License-Identifier: Apache-2.0
// Device entries: their launch and kernel attributes as records (ir/record.h).
#include "ir/arith.h"
#include "ir/printer_stmt.h"
#include "ir/printer_text.h"
#include "ir/record.h"

namespace tirx::ir {
namespace {

// JSON text as the Python literal of the same value.
std::string PythonOf(std::string_view json) {
  constexpr std::pair<std::string_view, std::string_view> kWords[] = {
      {"true", "True"}, {"false", "False"}, {"null", "None"}};
  std::string out;
  for (size_t i = 0; i < json.size();) {
    size_t end = i + 1;
    std::string_view shown = json.substr(i, 1);
    if (json[i] == '"') {
      while (end < json.size() && json[end] != '"') end += json[end] == '\\' ? 2 : 1;
      shown = json.substr(i, ++end - i);
    }
    for (auto [word, python] : kWords) {
      if (json.substr(i, word.size()) != word) continue;
      shown = python;
      end = i + word.size();
    }
    out += shown;
    if (shown == "," || shown == ":") out += ' ';
    i = end;
  }
  return out;
}

// Whether the record's own form gives back these fields: each as its row wants it, in the row's order.
bool ReadsBack(const RecordRow& row, const PackedFields& fields) {
  if (fields.names.size() != fields.values.size()) return false;
  size_t next = 0;
  auto take = [&](std::string name) {
    if (next >= fields.names.size() || View(fields.names[next]) != name) return false;
    ++next;
    return true;
  };
  for (const RecordField& field : row.fields) {
    std::string name(field.name);
    if (field.kind == FieldKind::Dims) {
      take(name + ".x") && take(name + ".y") && take(name + ".z");
    } else if (field.kind == FieldKind::Record) {
      if (!fields.Has(name)) continue;
      for (const RecordField& member : FindRecord(field.choices)->fields)
        if (!take(name + "." + std::string(member.name))) return false;
    } else {
      take(name);
    }
  }
  if (next != fields.names.size()) return false;
  for (size_t i = 0; i < next; ++i)
    if (!CheckField(row, View(fields.names[i]), fields.values[i], Span()).ok()) return false;
  return CheckTogether(row, fields, nullptr, Span()).ok();
}

}  // namespace

// One value of a field: names for choices, True and False for flags.
void StmtWriter::FieldValue(const RecordField& field, const Expr& value) {
  auto constant = ConstInt(value);
  if (field.kind == FieldKind::Choice && constant) {
    expr_.Put(QuoteScript(ChoiceAt(field.choices, *constant)));
  } else if (field.kind == FieldKind::Flag && constant) {
    expr_.Put(*constant ? "True" : "False");
  } else {
    expr_.Write(value);
  }
}

// `T.gpu.LaunchConfig(grid=(x, y), block=128)`
void StmtWriter::Record(const RecordRow& row, const PackedFields& fields) {
  expr_.Put("T.").Put(row.name).Put("(");
  bool first = true;
  auto begin = [&](std::string_view name) {
    expr_.Put(first ? "" : ", ").Put(name).Put("=");
    first = false;
  };
  for (const RecordField& field : row.fields) {
    if (!fields.Has(field.name)) continue;
    begin(field.name);
    std::string name(field.name);
    if (field.kind == FieldKind::Dims) {
      Array<ObjectRef> extents;
      for (const char* axis : {".x", ".y", ".z"})
        if (Expr extent = fields.Find(name + axis); extent.defined()) extents.push_back(extent);
      extents.size() > 1 ? expr_.Tuple(extents) : expr_.Write(RefCast<Expr>(extents[0]));
    } else if (field.kind == FieldKind::Record) {
      const RecordRow* inner = FindRecord(field.choices);
      PackedFields members;
      for (const RecordField& member : inner->fields)
        if (Expr value = fields.Find(name + "." + std::string(member.name)); !IsFallback(member, value))
          members.Add(std::string(member.name), value);
      Record(*inner, members);
    } else {
      FieldValue(field, fields.Find(name));
    }
  }
  expr_.Put(")");
}

bool StmtWriter::DeviceEntry(const RegionNode& n) {
  if (View(n.op->name) != "device_entry" || !n.params.empty()) return false;
  bool has_kernel = HasAttr(n.attrs, attr::kKernelAttrs);
  bool configured =
      HasAttr(n.attrs, attr::kBackendConfig) && n.attrs[attr::kBackendConfig].as<String>().has_value();
  bool bound = HasAttr(n.attrs, attr::kTarget);
  if (n.attrs.size() != 1u + has_kernel + configured + bound || !HasAttr(n.attrs, attr::kLaunchFields))
    return false;
  auto names = n.attrs[attr::kLaunchFields].as<Array<String>>();
  if (!names || (has_kernel && !n.attrs[attr::kKernelAttrs].as<Attrs>())) return false;
  PackedFields launch = LaunchOf(n.args, n.attrs), kernel = KernelAttributesOf(n.attrs);
  const RecordRow* launch_row = RecordOf(RecordUse::Launch, launch);
  const RecordRow* kernel_row = RecordOf(RecordUse::KernelAttributes, kernel);
  if (!launch_row || !ReadsBack(*launch_row, launch)) return false;
  if (has_kernel) {
    if (!kernel_row || kernel.names.empty() || !CheckTogether(*kernel_row, kernel, &launch, Span()).ok())
      return false;
    for (size_t i = 0; i < kernel.names.size(); ++i)
      if (!CheckField(*kernel_row, View(kernel.names[i]), kernel.values[i], Span()).ok()) return false;
  }
  expr_.Put("with T.device_entry(launch=");
  Record(*launch_row, launch);
  if (has_kernel) {
    expr_.Put(", kernel_attrs=");
    Record(*kernel_row, kernel);
  }
  if (configured)
    expr_.Put(", backend_config=").Put(PythonOf(View(n.attrs[attr::kBackendConfig].cast<String>())));
  if (bound) {
    expr_.Put(", target=");
    expr_.AttrValue(n.attrs[attr::kTarget]);
  }
  End("):");
  Body(n.body);
  return true;
}

}  // namespace tirx::ir
