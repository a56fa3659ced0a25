// SPDX-License-Identifier: Apache-2.0
#include "runtime/status.h"

#include <tvm/ffi/c_api.h>

#include <cstring>

namespace tirx::runtime {

int Raise(const char* kind, const std::string& message) {
  TVMFFIByteArray kind_bytes{kind, std::strlen(kind)};
  TVMFFIByteArray message_bytes{message.data(), message.size()};
  TVMFFIByteArray no_backtrace{"", 0};
  TVMFFIObjectHandle error = nullptr;
  if (TVMFFIErrorCreate(&kind_bytes, &message_bytes, &no_backtrace, &error) != 0) {
    TVMFFIErrorSetRaisedFromCStr(kind, message.c_str());
    return -1;
  }
  TVMFFIErrorSetRaised(error);
  TVMFFIObjectDecRef(error);
  return -1;
}

int Raise(const RuntimeStatus& status) {
  return status.ok() ? 0 : Raise(status.kind, status.message);
}

}  // namespace tirx::runtime
