// SPDX-License-Identifier: Apache-2.0
// Which devices run code of an architecture. C++17 and self-contained: exported hosts carry this text
// (codegen/host_export.h).
#pragma once

#include <cctype>
#include <cstdlib>
#include <string>

// The architecture that device code is compiled for: "sm_90a" for compute capability 9.0. From 9.0 on the
// architecture-specific form is meant, since only it has all instructions.
static inline std::string tirx_architecture_of(int major, int minor) {
  return "sm_" + std::to_string(major * 10 + minor) + (major >= 9 ? "a" : "");
}

struct tirx_architecture {
  int major, minor;
  char suffix;  // 'a', 'f' or none
};

// Of "sm_90a"; false for other texts.
static inline bool tirx_parse_architecture(const std::string& text, tirx_architecture* parsed) {
  if (text.compare(0, 3, "sm_") != 0) return false;
  const char* digits = text.c_str() + 3;
  char* end = nullptr;
  const long number = std::isdigit(static_cast<unsigned char>(*digits)) ? std::strtol(digits, &end, 10) : 0;
  if (number < 10 || number > 9999) return false;
  *parsed = {static_cast<int>(number / 10), static_cast<int>(number % 10), *end};
  return *end == '\0' || ((*end == 'a' || *end == 'f') && end[1] == '\0');
}

// CUDA C++ Programming Guide, "Application Compatibility" and "Feature Set Compiler Targets": code with `a`
// runs on its own capability, code with `f` on that and later ones of its major version; without a suffix
// cubins do so too, and PTX runs on everything later.
static inline bool tirx_architecture_runs(const std::string& format, const tirx_architecture& arch, int major,
                                          int minor) {
  if (arch.suffix == 'a') return arch.major == major && arch.minor == minor;
  const bool same_family = arch.major == major && arch.minor <= minor;
  if (format == "ptx" && arch.suffix == '\0') return same_family || arch.major < major;
  return same_family;
}

// "" where code of that format ("cubin", "ptx") and architecture can run on such a device, else the reason.
// Says nothing of fat binaries, which may hold several, and of architectures that it cannot read.
static inline std::string tirx_check_architecture(const std::string& format, const std::string& arch,
                                                  int major, int minor, const std::string& where) {
  tirx_architecture wanted;
  if (format == "fatbin" || !tirx_parse_architecture(arch, &wanted)) return "";
  if (tirx_architecture_runs(format, wanted, major, minor)) return "";
  return "the " + format + " image cannot be loaded" + where + ": it was compiled for " + arch +
         "; the device is " + tirx_architecture_of(major, minor);
}
