// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/options.h"

#include <cctype>

#include "backends/cuda/toolchain/reserved_options.h"

namespace tirx::cuda {
namespace {

bool IsBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && IsBlank(text.front())) text.remove_prefix(1);
  while (!text.empty() && IsBlank(text.back())) text.remove_suffix(1);
  return text;
}

// "-arch" of "-arch=sm_90", of "-arch sm_90" and of " -arch".
std::string_view OptionName(std::string_view item) {
  std::string_view trimmed = Trim(item);
  return trimmed.substr(0, trimmed.find_first_of("= \t"));
}

// Whether the next item may be this one's value: "-I", "-Xcompiler".
bool TakesNext(std::string_view item) {
  return item.size() > 1 && item[0] == '-' && item.find('=') == std::string_view::npos;
}

// -Xcompiler, --compiler-options, --linker-options and their like: nvcc puts the value, split at commas, into
// a command line of another tool.
bool NamesAnotherTool(std::string_view item) {
  std::string_view name = OptionName(item);
  constexpr std::string_view kSuffix = "-options";
  bool long_form =
      name.size() > kSuffix.size() && name[0] == '-' && name.substr(name.size() - kSuffix.size()) == kSuffix;
  return name.substr(0, 2) == "-X" || long_form;
}

// Whether another tool reads the item, which may be the value of the one before.
bool IsForwarded(OptionList list, const std::string& item, const std::string* previous) {
  if (list == OptionList::kPtxas) return true;
  if (list != OptionList::kNvcc) return false;
  return NamesAnotherTool(item) || (previous && TakesNext(*previous) && NamesAnotherTool(*previous));
}

std::string CharacterText(char c) {
  if (c == '`') return "a backtick";
  if (std::iscntrl(static_cast<unsigned char>(c))) return "the control character " + std::to_string(int(c));
  return std::string("`") + c + "`";
}

std::optional<std::string> FirstForwardUnsafe(std::string_view text) {
  for (char c : text) {
    bool allowed = std::isalnum(static_cast<unsigned char>(c)) ||
                   std::string_view("_./=,:+-").find(c) != std::string_view::npos;
    if (!allowed) return CharacterText(c);
  }
  return std::nullopt;
}

// Control characters are shown as `?`: a message must not carry escape sequences to a terminal.
std::string Printable(std::string_view item) {
  std::string text(item);
  for (char& c : text) {
    if (std::iscntrl(static_cast<unsigned char>(c))) c = '?';
  }
  return text;
}

void CheckShape(OptionList list, const std::string& item, const std::string* previous,
                diag::Diagnostics& found) {
  std::string_view name = OptionListName(list);
  if (item.empty()) {
    found.push_back(diag::Make(DK::CudaMalformedOption, Span(), {"an item", name, "is empty"}));
  } else if (IsBlank(item.front()) || IsBlank(item.back())) {
    found.push_back(diag::Make(DK::CudaMalformedOption, Span(),
                               {"`" + Printable(item) + "`", name, "starts or ends with a blank"}));
  } else if (item.find('\0') != std::string::npos) {
    found.push_back(
        diag::Make(DK::CudaMalformedOption, Span(), {"`" + Printable(item) + "`", name, "contains a NUL"}));
  } else if (item == "-" || (item[0] != '-' && !(previous && TakesNext(*previous)))) {
    found.push_back(diag::Make(DK::CudaMalformedOption, Span(),
                               {"`" + Printable(item) + "`", name, "would be an input file"}));
  }
}

void CheckCharacters(OptionList list, const std::string& item, bool forwarded, diag::Diagnostics& found) {
  std::optional<std::string> unsafe;
  std::string_view rule = "nvcc hands it to a shell";
  if (forwarded) {
    unsafe = FirstForwardUnsafe(item);
    rule = "items for the assembler and for host tools may contain only `A-Za-z0-9_./=,:+-`";
  } else if (list == OptionList::kNvcc) {
    unsafe = FirstShellCharacter(item);
    if (!unsafe && item.find('\\') != std::string::npos) {
      unsafe = "a backslash";
      rule = "nvcc drops backslashes, so `-DC='\\n'` would mean `n`";
    }
  }
  if (unsafe) {
    found.push_back(
        diag::Make(DK::CudaUnsafeOption, Span(), {Printable(item), OptionListName(list), *unsafe, rule}));
  }
}

}  // namespace

std::string_view CompilerName(Compiler compiler) {
  return compiler == Compiler::kNvcc ? "nvcc" : "nvrtc";
}

std::string_view FormatName(Format format) {
  switch (format) {
    case Format::kPtx:
      return "ptx";
    case Format::kCubin:
      return "cubin";
    case Format::kFatbin:
      return "fatbin";
  }
  TIRX_UNREACHABLE("no such format");
}

std::string_view OptionListName(OptionList list) {
  switch (list) {
    case OptionList::kNvcc:
      return "nvcc";
    case OptionList::kNvrtc:
      return "nvrtc";
    case OptionList::kPtxas:
      return "ptxas";
  }
  TIRX_UNREACHABLE("no such option list");
}

std::vector<std::string> DefaultOptions(OptionList list) {
  auto strings = [](const auto& table) { return std::vector<std::string>(table.begin(), table.end()); };
  switch (list) {
    case OptionList::kNvcc:
      return strings(kDefaultNvccOptions);
    case OptionList::kNvrtc:
      return strings(kDefaultNvrtcOptions);
    case OptionList::kPtxas:
      return strings(kDefaultPtxasOptions);
  }
  TIRX_UNREACHABLE("no such option list");
}

std::optional<std::string> FirstShellCharacter(std::string_view text) {
  for (char c : text) {
    if (c == '$' || c == '`' || std::iscntrl(static_cast<unsigned char>(c))) return CharacterText(c);
  }
  return std::nullopt;
}

diag::Diagnostics CheckOptions(OptionList list, const std::vector<std::string>& items) {
  diag::Diagnostics found;
  const std::string* previous = nullptr;
  for (const std::string& item : items) {
    size_t before = found.size();
    bool forwarded = IsForwarded(list, item, previous);
    CheckShape(list, item, previous, found);
    if (const ReservedOption* reserved = FindReserved(list, item, forwarded)) {
      std::string_view key = reserved->key.empty() ? OptionListName(list) : reserved->key;
      found.push_back(diag::Make(DK::CudaManagedOption, Span(),
                                 {Printable(item), OptionListName(list), reserved->does, key}));
    }
    if (found.size() == before) CheckCharacters(list, item, forwarded, found);  // one reason is enough
    previous = &item;
  }
  return found;
}

std::vector<std::string> FrontendOptions(Compiler compiler, const std::vector<std::string>& options,
                                         const std::vector<std::string>& ptxas_options) {
  std::vector<std::string> all = options;
  if (compiler == Compiler::kNvrtc) {
    for (const std::string& item : ptxas_options) all.push_back("--ptxas-options=" + item);
  } else if (!ptxas_options.empty()) {
    std::string joined = "--ptxas-options=" + ptxas_options[0];
    for (size_t i = 1; i < ptxas_options.size(); ++i) joined += "," + ptxas_options[i];
    all.push_back(std::move(joined));
  }
  return all;
}

}  // namespace tirx::cuda
