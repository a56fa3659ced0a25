// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/elf.h"

#include <string>

namespace tirx::cuda {
namespace {

// Sizes and section types of the ELF-64 object file format.
constexpr uint64_t kElfHeaderSize = 64, kSectionHeaderSize = 64, kSymbolSize = 24;
constexpr uint32_t kTypeSymbols = 2, kTypeNoBits = 8;

Failure BadElf(std::string_view why) {
  return Fail(DK::CudaBadBinary, Span(), {"ELF file", why});
}

// The NUL-terminated string at `offset` of a string table; nothing when it is not terminated.
std::optional<std::string_view> StringAt(std::string_view table, uint64_t offset) {
  if (offset >= table.size()) return std::nullopt;
  size_t end = table.find('\0', size_t(offset));
  if (end == std::string_view::npos) return std::nullopt;
  return table.substr(size_t(offset), end - size_t(offset));
}

// A reader of the fields of one record that is known to be whole.
struct Record {
  std::string_view bytes;
  uint64_t At(uint64_t offset, int size) const { return *ReadInteger(bytes, offset, size); }
};

struct RawSection {
  ElfSection section;
  uint32_t name_offset = 0, link = 0;
};

Result<RawSection> ReadSection(std::string_view bytes, uint64_t offset) {
  std::optional<std::string_view> header = Slice(bytes, offset, kSectionHeaderSize);
  if (!header) return BadElf("the section table reaches past the end");
  Record record{*header};
  RawSection raw;
  raw.name_offset = uint32_t(record.At(0, 4));
  raw.section.type = uint32_t(record.At(4, 4));
  raw.section.flags = record.At(8, 8);
  raw.section.size = record.At(32, 8);
  raw.link = uint32_t(record.At(40, 4));
  raw.section.info = uint32_t(record.At(44, 4));
  if (raw.section.type != kTypeNoBits) {
    std::optional<std::string_view> contents = Slice(bytes, record.At(24, 8), raw.section.size);
    if (!contents) return BadElf("a section reaches past the end");
    raw.section.contents = *contents;
  }
  return raw;
}

Status ReadSymbols(const ElfSection& table, std::string_view names, Elf& elf) {
  for (uint64_t offset = 0; offset < table.contents.size(); offset += kSymbolSize) {
    std::optional<std::string_view> bytes = Slice(table.contents, offset, kSymbolSize);
    if (!bytes) return BadElf("the symbol table is cut off");
    Record record{*bytes};
    ElfSymbol symbol;
    std::optional<std::string_view> name = StringAt(names, record.At(0, 4));
    if (!name) return BadElf("a symbol has no name in the string table");
    symbol.name = *name;
    symbol.type = uint8_t(record.At(4, 1) & 15);
    symbol.other = uint8_t(record.At(5, 1));
    symbol.section = uint16_t(record.At(6, 2));
    symbol.value = record.At(8, 8);
    symbol.size = record.At(16, 8);
    elf.symbols.push_back(symbol);
  }
  return Ok{};
}

Status ReadSections(std::string_view bytes, const Record& header, Elf& elf) {
  uint64_t offset = header.At(40, 8), count = header.At(60, 2), names_index = header.At(62, 2);
  if (count == 0 || header.At(58, 2) != kSectionHeaderSize) return BadElf("it has no section table");
  std::vector<RawSection> raw;
  for (uint64_t i = 0; i < count; ++i) {
    // Sums cannot overflow: a section table that starts past the end is refused at its first entry.
    TIRX_TRY(RawSection section, ReadSection(bytes, offset + i * kSectionHeaderSize));
    raw.push_back(section);
  }
  if (names_index >= raw.size()) return BadElf("its section names are missing");
  for (RawSection& section : raw) {
    std::optional<std::string_view> name = StringAt(raw[names_index].section.contents, section.name_offset);
    if (!name) return BadElf("a section has no name in the string table");
    section.section.name = *name;
    elf.sections.push_back(section.section);
  }
  for (const RawSection& section : raw) {
    if (section.section.type != kTypeSymbols) continue;
    if (section.link >= raw.size()) return BadElf("its symbol names are missing");
    TIRX_RETURN_IF_FAILED(ReadSymbols(section.section, raw[section.link].section.contents, elf));
  }
  return Ok{};
}

}  // namespace

std::optional<std::string_view> Slice(std::string_view bytes, uint64_t offset, uint64_t size) {
  if (offset > bytes.size() || size > bytes.size() - offset) return std::nullopt;
  return bytes.substr(size_t(offset), size_t(size));
}

std::optional<uint64_t> ReadInteger(std::string_view bytes, uint64_t offset, int size) {
  std::optional<std::string_view> part = Slice(bytes, offset, uint64_t(size));
  if (!part) return std::nullopt;
  uint64_t value = 0;
  for (int i = size; i-- > 0;) value = value << 8 | static_cast<unsigned char>((*part)[size_t(i)]);
  return value;
}

const ElfSection* Elf::Find(std::string_view name) const {
  for (const ElfSection& section : sections) {
    if (section.name == name) return &section;
  }
  return nullptr;
}

Result<Elf> ReadElf(std::string_view bytes) {
  std::optional<std::string_view> header = Slice(bytes, 0, kElfHeaderSize);
  if (!header) return BadElf("it is shorter than its header");
  if (header->substr(0, 4) != "\177ELF") return BadElf("it does not start with the ELF magic");
  Record record{*header};
  if (record.At(4, 1) != 2 || record.At(5, 1) != 1) return BadElf("it is not a little-endian ELF64 file");
  uint64_t program_headers = record.At(56, 2) * record.At(54, 2);
  if (!Slice(bytes, record.At(32, 8), program_headers))
    return BadElf("the program headers reach past the end");
  Elf elf;
  elf.abi = uint8_t(record.At(7, 1));
  elf.abi_version = uint8_t(record.At(8, 1));
  elf.machine = uint16_t(record.At(18, 2));
  elf.flags = uint32_t(record.At(48, 4));
  TIRX_RETURN_IF_FAILED(ReadSections(bytes, record, elf));
  return elf;
}

}  // namespace tirx::cuda
