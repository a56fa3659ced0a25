// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/runtime/program_cache.h"

#include <map>
#include <mutex>

namespace tirx::opencl {
namespace {

// The oldest version that has everything the generator writes.
constexpr const char* kBuildOptions = "-cl-std=CL1.2";

std::string LogOf(const DeviceQueue& queue, Program program) {
  size_t size = 0;
  if (queue.api->get_build_info(program, queue.device, kBuildLog, 0, nullptr, &size) != 0) return "";
  std::string log(size, '\0');
  queue.api->get_build_info(program, queue.device, kBuildLog, size, log.data(), nullptr);
  while (!log.empty() && (log.back() == '\0' || log.back() == '\n')) log.pop_back();
  return log;
}

}  // namespace

runtime::RuntimeStatus BuiltProgram(const DeviceQueue& queue, const std::string& text, Program* program) {
  static std::mutex mutex;
  static auto* programs = new std::map<std::pair<Device, std::string>, Program>;
  std::lock_guard<std::mutex> lock(mutex);
  if (auto known = programs->find({queue.device, text}); known != programs->end()) {
    *program = known->second;
    return {};
  }
  const char* source = text.c_str();
  size_t length = text.size();
  Error error = 0;
  Program made = queue.api->create_program(queue.context, 1, &source, &length, &error);
  if (error == 0) error = queue.api->build_program(made, 1, &queue.device, kBuildOptions, nullptr, nullptr);
  if (error == 0) {
    programs->emplace(std::pair(queue.device, text), made);
    *program = made;
    return {};
  }
  runtime::RuntimeStatus status =
      ToStatus(error, "OpenCL device `" + queue.name + "` cannot build the program");
  if (made) {
    status.message += "\n" + LogOf(queue, made);
    queue.api->release_program(made);
  }
  return status;
}

}  // namespace tirx::opencl
