// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/toolchain/nvrtc_signals.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

namespace tirx::cuda {

namespace {

using Handler = void (*)(int);
using Symbol = ElfW(Sym);
using Relocation = ElfW(Rela);

Handler SignalForNvrtc(int number, Handler handler) {
  return number == SIGINT || number == SIGTERM ? SIG_IGN : signal(number, handler);
}

// What the dynamic linker needs to bind a library's calls (ELF, "Dynamic Section"); glibc has made the
// addresses absolute.
struct Calls {
  const Symbol* symbols = nullptr;
  const char* names = nullptr;
  const Relocation* relocations = nullptr;
  size_t bytes = 0;
};

Calls CallsOf(const link_map& library) {
  Calls calls;
  for (const ElfW(Dyn)* entry = library.l_ld; entry->d_tag != DT_NULL; ++entry) {
    const auto address = entry->d_un.d_ptr;
    if (entry->d_tag == DT_SYMTAB) calls.symbols = reinterpret_cast<const Symbol*>(address);
    if (entry->d_tag == DT_STRTAB) calls.names = reinterpret_cast<const char*>(address);
    if (entry->d_tag == DT_JMPREL) calls.relocations = reinterpret_cast<const Relocation*>(address);
    if (entry->d_tag == DT_PLTRELSZ) calls.bytes = entry->d_un.d_val;
    if (entry->d_tag == DT_PLTREL && entry->d_un.d_val != DT_RELA) return {};
  }
  return calls;
}

// Where the address stands that the library's calls of the function go to; null where there are none.
void** SlotOf(const link_map& library, const char* function) {
  const Calls calls = CallsOf(library);
  if (calls.symbols == nullptr || calls.names == nullptr || calls.relocations == nullptr) return nullptr;
  for (size_t i = 0; i < calls.bytes / sizeof(Relocation); ++i) {
    const Symbol& symbol = calls.symbols[ELF64_R_SYM(calls.relocations[i].r_info)];
    if (std::strcmp(calls.names + symbol.st_name, function) == 0)
      return reinterpret_cast<void**>(library.l_addr + calls.relocations[i].r_offset);
  }
  return nullptr;
}

}  // namespace

void KeepSignalsFrom(void* library) {
  link_map* map = nullptr;
  if (dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return;
  void** slot = SlotOf(*map, "signal");
  if (slot == nullptr) return;
  // The page is read-only where the library was linked so (RELRO).
  const auto page_size = uintptr_t(sysconf(_SC_PAGESIZE));
  void* page = reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(slot) & ~(page_size - 1));
  if (mprotect(page, page_size, PROT_READ | PROT_WRITE) == 0) *slot = reinterpret_cast<void*>(SignalForNvrtc);
}

}  // namespace tirx::cuda
