// SPDX-License-Identifier: Apache-2.0
#include "runtime/status.h"

#include <tvm/ffi/c_api.h>
#include <tvm/ffi/extra/c_env_api.h>

#include "runtime/host_error.h"

namespace tirx::runtime {

int Raise(const char* kind, const std::string& message) {
  return tirx_raise_bytes(kind, message.c_str(), message.size());
}

int Raise(const RuntimeStatus& status) {
  return status.ok() ? 0 : Raise(status.kind, status.message);
}

}  // namespace tirx::runtime
