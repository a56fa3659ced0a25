// SPDX-License-Identifier: Apache-2.0
#include "base/interrupt.h"

#include <tvm/ffi/extra/c_env_api.h>

#include <utility>

namespace tirx {
namespace {

thread_local bool t_interrupted = false;

}  // namespace

bool Interrupted() {
  // Python tells once, and has then set its exception.
  if (!t_interrupted) t_interrupted = TVMFFIEnvCheckSignals() != 0;
  return t_interrupted;
}

bool TakeInterrupt() {
  return std::exchange(t_interrupted, false);
}

}  // namespace tirx
