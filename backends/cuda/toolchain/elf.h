// SPDX-License-Identifier: Apache-2.0
// A minimal reader of little-endian ELF64 files: sections and symbols. Every offset and length is checked.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "diag/result.h"

namespace tirx::cuda {

// Little-endian numbers at an offset; nothing when they would reach past the end.
std::optional<uint64_t> ReadInteger(std::string_view bytes, uint64_t offset, int size);
// bytes[offset, offset + size), or nothing.
std::optional<std::string_view> Slice(std::string_view bytes, uint64_t offset, uint64_t size);

struct ElfSection {
  std::string_view name;
  uint32_t type = 0;
  uint64_t flags = 0;
  uint64_t size = 0;          // also of sections without bytes (NOBITS)
  std::string_view contents;  // empty for NOBITS
  uint32_t info = 0;
};

struct ElfSymbol {
  std::string_view name;
  uint8_t type = 0;   // low 4 bits of st_info
  uint8_t other = 0;  // st_other
  uint16_t section = 0;
  uint64_t value = 0, size = 0;
};

// Views into the bytes given to ReadElf, which must outlive it.
struct Elf {
  uint8_t abi = 0;  // e_ident[EI_OSABI]
  uint8_t abi_version = 0;
  uint16_t machine = 0;
  uint32_t flags = 0;
  std::vector<ElfSection> sections;
  std::vector<ElfSymbol> symbols;

  const ElfSection* Find(std::string_view name) const;
};

Result<Elf> ReadElf(std::string_view bytes);

}  // namespace tirx::cuda
