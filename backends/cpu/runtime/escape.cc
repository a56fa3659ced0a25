// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/runtime/escape.h"

#include <csetjmp>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace tirx::cpu {
namespace {

struct Escape {
  jmp_buf place;
  char message[1024] = "";
};
thread_local Escape* escape = nullptr;

}  // namespace

void FailKernel(const char* format, ...) {
  if (!escape) std::abort();  // nobody but RunPart calls kernels
  va_list values;
  va_start(values, format);
  std::vsnprintf(escape->message, sizeof(escape->message), format, values);
  va_end(values);
  std::longjmp(escape->place, 1);  // over frames of C, which have no destructors
}

void RunPart(KernelEntry entry, const uint64_t* cells, int32_t begin, int32_t end, std::string* failure) {
  Escape here;
  Escape* outer = escape;
  escape = &here;
  bool failed = _setjmp(here.place) != 0;
  if (!failed) entry(cells, begin, end);
  escape = outer;
  if (!failed) return;
  *failure = here.message;
  if (!failure->empty() && failure->back() == '\n') failure->pop_back();
  if (failure->empty()) *failure = "an assertion failed";
}

}  // namespace tirx::cpu
