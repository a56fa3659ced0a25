// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/cubin.h"

#include <map>

#include "backends/cuda/toolchain/elf.h"

namespace tirx::cuda {
namespace {

constexpr uint16_t kMachineCuda = 190;
constexpr uint8_t kEntryFlag = 0x10;  // in st_other of a kernel's symbol
constexpr uint8_t kFunctionType = 2;
constexpr int64_t kReservedSharedBytes = 1024;  // at the start of each block's shared memory from sm_90 on

// Attributes of .nv.info (names as `cuobjdump -elf` prints them, EIATTR_*).
enum Attribute : uint8_t {
  kMaxThreads = 0x05,
  kFrameSize = 0x11,
  kMinStackSize = 0x12,
  kConstantBankParameterSize = 0x19,
  kRegisterCount = 0x2f,
  kApiVersion = 0x37,
  kBarrierCount = 0x4c,
  kAnnotations = 0x55,
};
constexpr uint32_t kAnnotationSpill = 1;  // "SpillRefill": followed by the offset of an instruction

struct Entry {
  uint8_t attribute;
  std::string_view payload;
  uint64_t Word(uint64_t index) const { return ReadInteger(payload, index * 4, 4).value_or(0); }
};

Failure BadCubin(std::string_view why) {
  return Fail(DK::CudaBadBinary, Span(), {"cubin", why});
}

// An entry is: form, attribute, then 2 bytes of value (forms 1 to 3) or a 2-byte length and that many bytes
// (form 4).
Result<std::vector<Entry>> ReadInfo(std::string_view bytes) {
  std::vector<Entry> entries;
  for (uint64_t at = 0; at < bytes.size();) {
    std::optional<uint64_t> value = ReadInteger(bytes, at + 2, 2);
    if (!value) return BadCubin("an attribute is cut off");
    uint8_t form = uint8_t(bytes[at]), attribute = uint8_t(bytes[at + 1]);
    if (form < 1 || form > 4) return BadCubin("an attribute has the unknown form " + std::to_string(form));
    // Form 2 has one byte of value; the byte after it is not always zero.
    uint64_t offset = form == 4 ? at + 4 : at + 2, size = form == 4 ? *value : form == 2 ? 1 : 2;
    std::optional<std::string_view> payload = Slice(bytes, offset, size);
    if (!payload) return BadCubin("an attribute is longer than its section");
    entries.push_back({attribute, *payload});
    at = form == 4 ? offset + size : at + 4;
  }
  return entries;
}

std::string Named(std::string_view prefix, std::string_view kernel) {
  return std::string(prefix) + std::string(kernel);
}

struct SpillBytes {
  int64_t stores = 0, loads = 0;
};

// Adds the instruction at `offset`, which the assembler marked as a spill or a refill. 128-bit instructions:
// the opcode is in bits 0-11 (STL 0x387, LDL 0x983), the width code in bits 73-75 (8, 8, 16, 16, 32, 64, 128
// bits).
bool AddSpill(std::string_view text, uint64_t offset, SpillBytes& spills) {
  constexpr int kBytes[] = {1, 1, 2, 2, 4, 8, 16};
  std::optional<uint64_t> low = ReadInteger(text, offset, 8), high = ReadInteger(text, offset + 8, 8);
  if (!low || !high) return false;
  uint64_t width = *high >> 9 & 7;
  if (width >= std::size(kBytes)) return false;
  if ((*low & 0xfff) == 0x387) {
    spills.stores += kBytes[width];
  } else if ((*low & 0xfff) == 0x983) {
    spills.loads += kBytes[width];
  } else {
    return false;
  }
  return true;
}

// Nothing when the annotations have a form that we have not seen: better unknown than wrong.
std::optional<SpillBytes> SumSpills(const std::vector<Entry>& entries, std::string_view text) {
  SpillBytes spills;
  uint64_t api_version = 0;
  bool annotated = false;
  for (const Entry& entry : entries) {
    if (entry.attribute == kApiVersion) api_version = entry.Word(0);  // 130 means 13.0
    if (entry.attribute != kAnnotations) continue;
    annotated = true;
    if (entry.payload.size() % 8 != 0) return std::nullopt;
    for (uint64_t i = 0; i < entry.payload.size() / 4; i += 2) {
      bool known = entry.Word(i) == kAnnotationSpill && AddSpill(text, entry.Word(i + 1), spills);
      if (!known) return std::nullopt;
    }
  }
  if (!annotated && api_version < 129) return std::nullopt;  // older assemblers were not examined
  return spills;
}

void ReadShared(const Elf& elf, int arch, KernelResources& kernel) {
  const ElfSection* shared = elf.Find(Named(".nv.shared.", kernel.name));
  if (!shared) return;
  kernel.static_shared_bytes = int64_t(shared->size);
  if (arch >= 90 && kernel.static_shared_bytes >= kReservedSharedBytes) {
    kernel.reserved_shared_bytes = kReservedSharedBytes;
    kernel.static_shared_bytes -= kReservedSharedBytes;
  }
}

Status ReadKernelInfo(const Elf& elf, const ElfSection& text, KernelResources& kernel) {
  std::vector<Entry> entries;
  if (const ElfSection* info = elf.Find(Named(".nv.info.", kernel.name))) {
    TIRX_TRY(entries, ReadInfo(info->contents));
  }
  // Up to ABI 7 (toolkits 12.x) the barrier count stood in the flags of the code section.
  if (elf.abi_version < 8) kernel.barriers = int(text.flags >> 20 & 0x7f);
  for (const Entry& entry : entries) {
    if (entry.attribute == kBarrierCount) kernel.barriers = int(*ReadInteger(entry.payload, 0, 1));
    if (entry.attribute == kConstantBankParameterSize) {
      kernel.parameter_bytes = int64_t(ReadInteger(entry.payload, 0, 2).value_or(0));
    }
    if (entry.attribute == kMaxThreads && entry.payload.size() >= 12) {
      kernel.max_threads = {{int(entry.Word(0)), int(entry.Word(1)), int(entry.Word(2))}};
    }
  }
  if (std::optional<SpillBytes> spills = SumSpills(entries, text.contents)) {
    kernel.spill_store_bytes = spills->stores;
    kernel.spill_load_bytes = spills->loads;
  } else if (kernel.stack_bytes == 0) {
    kernel.spill_store_bytes = kernel.spill_load_bytes = 0;  // spills live on the stack
  }
  return Ok{};
}

// Attributes in .nv.info are pairs: the index of a symbol and the value for it.
using SymbolValues = std::map<std::pair<uint8_t, uint64_t>, uint64_t>;

Result<SymbolValues> ReadModuleInfo(const Elf& elf) {
  SymbolValues values;
  const ElfSection* info = elf.Find(".nv.info");
  if (!info) return values;
  TIRX_TRY(std::vector<Entry> entries, ReadInfo(info->contents));
  for (const Entry& entry : entries) {
    if (entry.payload.size() == 8) values[{entry.attribute, entry.Word(0)}] = entry.Word(1);
  }
  return values;
}

}  // namespace

Result<CubinInfo> ReadCubin(std::string_view bytes) {
  TIRX_TRY(Elf elf, ReadElf(bytes));
  if (elf.machine != kMachineCuda) return BadCubin("it is an ELF file for another machine");
  CubinInfo info;
  info.arch = int(elf.abi_version >= 8 ? elf.flags >> 8 & 0xff : elf.flags & 0xff);
  if (const ElfSection* constants = elf.Find(".nv.constant3")) info.constant_bytes = int64_t(constants->size);
  TIRX_TRY(SymbolValues values, ReadModuleInfo(elf));
  for (size_t i = 0; i < elf.symbols.size(); ++i) {
    const ElfSymbol& symbol = elf.symbols[i];
    if (symbol.type != kFunctionType || !(symbol.other & kEntryFlag)) continue;
    if (symbol.section >= elf.sections.size()) return BadCubin("a kernel has no code section");
    KernelResources kernel;
    kernel.name = std::string(symbol.name);
    auto registers = values.find({kRegisterCount, i});
    if (registers == values.end()) return BadCubin("kernel `" + kernel.name + "` has no register count");
    kernel.registers = int(registers->second);
    auto stack = values.find({kMinStackSize, i});
    if (stack == values.end()) stack = values.find({kFrameSize, i});
    if (stack != values.end()) kernel.stack_bytes = int64_t(stack->second);
    if (const ElfSection* constants = elf.Find(Named(".nv.constant0.", kernel.name))) {
      kernel.constant0_bytes = int64_t(constants->size);
    }
    ReadShared(elf, info.arch, kernel);
    TIRX_RETURN_IF_FAILED(ReadKernelInfo(elf, elf.sections[symbol.section], kernel));
    info.kernels.push_back(std::move(kernel));
  }
  return info;
}

}  // namespace tirx::cuda
