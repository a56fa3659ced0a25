// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/runtime/loaded_object.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "backends/cpu/runtime/escape.h"
#include "backends/cpu/runtime/processor.h"
#include "backends/cpu/runtime/worker_pool.h"

namespace tirx::cpu {

using runtime::RuntimeStatus;

namespace {

constexpr int64_t kPartsPerThread = 4;  // iterations need not take equally long

RuntimeStatus Unusable(const std::string& why) {
  return RuntimeStatus::Error(runtime::kRuntimeError, "the compiled kernels cannot be loaded: " + why);
}

bool WriteAll(int file, const std::string& bytes) {
  size_t done = 0;
  while (done < bytes.size()) {
    ssize_t count = write(file, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) done += size_t(count);
  }
  return true;
}

}  // namespace

RuntimeStatus LoadedObject::Load(const runtime::DevicePayload& payload,
                                 std::unique_ptr<LoadedObject>* loaded) {
  std::unique_ptr<LoadedObject> made(new LoadedObject);
  RuntimeStatus status = made->Open(payload.image);
  if (status.ok()) status = made->CheckProcessor();
  if (status.ok()) status = made->FindKernels(payload);
  if (!status.ok()) return status;
  if (void* fail = dlsym(made->object_, "tirx_fail")) {
    FailFunction function = &FailKernel;
    std::memcpy(fail, &function, sizeof(function));
  }
  *loaded = std::move(made);
  return {};
}

// Without a name in a file system: nothing to clean up, nothing that somebody else could replace.
RuntimeStatus LoadedObject::Open(const std::string& image) {
  file_ = memfd_create("tirx_kernels", MFD_CLOEXEC);
  if (file_ < 0 || !WriteAll(file_, image)) return Unusable(std::strerror(errno));
  std::string path = "/proc/self/fd/" + std::to_string(file_);
  object_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!object_) return Unusable(dlerror());
  return {};
}

LoadedObject::~LoadedObject() {
  if (object_) dlclose(object_);
  if (file_ >= 0) close(file_);
}

RuntimeStatus LoadedObject::CheckProcessor() const {
  auto* needs = static_cast<const char*>(dlsym(object_, "tirx_needs"));
  if (!needs || HasLevel(needs)) return {};
  std::string has(ProcessorLevel());
  return Unusable("they were compiled for " + std::string(needs) + ", and this processor is " +
                  (has.empty() ? "no x86-64" : has) + "; compile them with that `arch`");
}

RuntimeStatus LoadedObject::FindKernels(const runtime::DevicePayload& payload) {
  for (const runtime::KernelInfo& kernel : payload.kernels) {
    void* entry = dlsym(object_, ("tirx_call_" + kernel.name).c_str());
    if (!entry)
      return RuntimeStatus::Error(runtime::kInternalError, "the object has no kernel `" + kernel.name + "`");
    entries_.push_back(reinterpret_cast<KernelEntry>(entry));
  }
  return {};
}

RuntimeStatus LoadedObject::Run(int32_t kernel, const uint64_t* cells, int64_t iterations) const {
  KernelEntry entry = entries_[size_t(kernel)];
  auto* given = static_cast<const int*>(dlsym(object_, "tirx_threads"));
  int64_t threads = iterations == 1 ? 1 : given ? *given : ProcessorThreads();
  int64_t parts = threads == 1 ? 1 : std::min(iterations, threads * kPartsPerThread);
  std::vector<std::string> failures(static_cast<size_t>(parts));
  RunParts(
      size_t(parts),
      [&](size_t part) {
        int64_t begin = iterations * int64_t(part) / parts, end = iterations * int64_t(part + 1) / parts;
        RunPart(entry, cells, int32_t(begin), int32_t(end), &failures[part]);
      },
      size_t(threads));
  for (std::string& failure : failures)
    if (!failure.empty()) return RuntimeStatus::Error(runtime::kRuntimeError, std::move(failure));
  return {};
}

}  // namespace tirx::cpu
