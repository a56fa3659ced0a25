// SPDX-License-Identifier: Apache-2.0
// libFuzzer entry for the loaders of device payloads and host programs: whatever the bytes, no crash, and
// what loads saves to bytes that load again. tests/runtime/payload_fuzz_test.cc runs a bounded number of
// inputs.
//   clang++ -std=c++20 -fsanitize=fuzzer,address -Isrc fuzz/payload_fuzz.cc ... -ltirx_runtime
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "runtime/host_program.h"
#include "runtime/payload.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tirx::runtime;
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  DevicePayload payload;
  if (LoadPayload(bytes, &payload).ok()) {
    DevicePayload again;
    if (!LoadPayload(SavePayload(payload), &again).ok()) std::abort();
  }
  HostProgram program;
  if (LoadHostProgram(bytes, &program).ok()) {
    HostProgram again;
    if (!LoadHostProgram(SaveHostProgram(program), &again).ok()) std::abort();
    Disassemble(program);
  }
  return 0;
}
