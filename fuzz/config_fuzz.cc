// SPDX-License-Identifier: Apache-2.0
// libFuzzer entry for backend configurations, which come from command lines, scripts and artifacts: whatever
// the text, no crash, and what is read is written as text that reads back the same.
// tests/target/config_fuzz_test.cc runs a bounded number of inputs.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "driver/library.h"
#include "target/backend_config.h"

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  tirx::driver::EnsureLibrary();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tirx::target;
  auto config = ParseBackendConfig({reinterpret_cast<const char*>(data), size});
  if (!config.ok()) return 0;
  std::string text = BackendConfigJson(*config);
  auto again = ParseBackendConfig(text);
  if (!again.ok() || BackendConfigJson(*again) != text) std::abort();
  return 0;
}
