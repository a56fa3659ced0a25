// SPDX-License-Identifier: Apache-2.0
// A shared object that this process has loaded from memory, and calls of its kernels.
//
// What the object exports (codegen/generate.cc writes it):
//   tirx_call_<kernel>(cells, begin, end)   runs iterations begin to end; a kernel without a parallel loop
//   all tirx_needs     "x86-64-v3": what the processor must have; absent where nobody knows tirx_threads how
//   many threads parallel loops get; absent: what the process may keep busy tirx_fail      a variable, which
//   gets the function that a failed assertion calls; absent without one
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/kernel_launcher.h"
#include "runtime/payload.h"

namespace tirx::cpu {

using KernelEntry = void (*)(const uint64_t* cells, int32_t begin, int32_t end);

class LoadedObject {
 public:
  static runtime::RuntimeStatus Load(const runtime::DevicePayload& payload,
                                     std::unique_ptr<LoadedObject>* loaded);
  ~LoadedObject();

  // `iterations` of the kernel's parallel loop on several threads, 1 for a kernel without one. RuntimeError
  // with the message of the first iterations whose assertion failed.
  runtime::RuntimeStatus Run(int32_t kernel, const uint64_t* cells, int64_t iterations) const;

 private:
  LoadedObject() = default;
  runtime::RuntimeStatus Open(const std::string& image);
  runtime::RuntimeStatus CheckProcessor() const;
  runtime::RuntimeStatus FindKernels(const runtime::DevicePayload& payload);

  int file_ = -1;  // stays open: the loader knows the object by the file's name, /proc/self/fd/<n>
  void* object_ = nullptr;
  std::vector<KernelEntry> entries_;
};

}  // namespace tirx::cpu
