// SPDX-License-Identifier: Apache-2.0
// What calls, argument checks and loading cost a C++ program, beside the driver's own calls, in turns.
// Arguments: the folder with kernels.tirx, kernels.so and kernels.cubin (bench/launch_cpp.py makes them),
// rounds, calls of a round.
#include <cuda.h>
#include <tirx/runtime.h>
#include <tvm/ffi/container/tensor.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "../pairs.h"

namespace {

namespace ffi = tvm::ffi;

void Check(CUresult result, const char* what) {
  if (result == CUDA_SUCCESS) return;
  std::fprintf(stderr, "%s: CUDA error %d\n", what, int(result));
  std::exit(1);
}

std::string Read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// A matrix of ones row, on the device; a vector is its first row.
struct DeviceTensor {
  DeviceTensor(int64_t rows, int64_t columns) : shape{rows, columns} {
    CUdeviceptr data;
    Check(cuMemAlloc(&data, size_t(rows * columns) * sizeof(float)), "memory");
    matrix = {reinterpret_cast<void*>(data), {kDLCUDA, 0}, 2, {kDLFloat, 32, 1}, shape, nullptr, 0};
    vector = {reinterpret_cast<void*>(data), {kDLCUDA, 0}, 1, {kDLFloat, 32, 1}, shape + 1, nullptr, 0};
  }
  int64_t shape[2];
  DLTensor matrix, vector;
};

struct Setting {
  int rounds, calls;
  std::string image;
  DeviceTensor x{4, 1024}, y{4, 1024};

  // With an empty queue before, which takes all the calls.
  template <typename Call>
  double Round(const Call& call) const {
    Check(cuStreamSynchronize(nullptr), "before a round");
    return pairs::Measure(calls, call);
  }
};

CUfunction Find(CUmodule module, const char* name) {
  CUfunction function;
  Check(cuModuleGetFunction(&function, module, name), name);
  return function;
}

CUlaunchConfig Shape(unsigned grid, unsigned block) {
  CUlaunchConfig config = {};
  config.gridDimX = grid;
  config.blockDimX = block;
  config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
  return config;
}

void CompareCalls(Setting& setting, const char* name, const ffi::Function& axpy, CUfunction kernel) {
  void *x = setting.x.vector.data, *y = setting.y.vector.data;
  int64_t n = 1024;
  float a = 0.5f;
  void* parameters[] = {&x, &y, &n, &a};
  const CUlaunchConfig config = Shape(8, 128);
  auto call = [&] { axpy(&setting.x.vector, &setting.y.vector, 0.5); };
  auto launch = [&] { Check(cuLaunchKernelEx(&config, kernel, parameters, nullptr), "a launch"); };
  pairs::Compare(
      setting.rounds, name, [&] { return setting.Round(call); }, "cuLaunchKernelEx alone",
      [&] { return setting.Round(launch); });
}

// A grid of no blocks: all of a call but the launch.
void CompareChecks(Setting& setting, const char* name, const ffi::Function& eight,
                   const ffi::Function& none) {
  DLTensor *x = &setting.x.matrix, *y = &setting.y.matrix;
  auto with = [&] { eight(x, x, x, x, x, x, x, y, 0); };
  auto without = [&] { none(0); };
  pairs::Compare(
      setting.rounds, name, [&] { return setting.Round(with); }, "no tensors, nothing to launch",
      [&] { return setting.Round(without); });
}

// From bytes in memory to the end of a first, empty kernel; dropping the module is not measured.
double LoadByTirx(const ffi::Function& load, const ffi::Bytes& bytes) {
  ffi::Optional<ffi::Module> module;
  const double elapsed = pairs::Measure(1, [&] {
    module = load(bytes).cast<ffi::Module>();
    module.value()->GetFunction("none_kernel").value()(1, 32);
    Check(cuStreamSynchronize(nullptr), "a first kernel");
  });
  return elapsed;
}

double LoadByHand(const std::string& image) {
  CUmodule module;
  void* no_parameters[] = {nullptr};
  const double elapsed = pairs::Measure(1, [&] {
    Check(cuModuleLoadDataEx(&module, image.data(), 0, nullptr, nullptr), "the image");
    const CUlaunchConfig config = Shape(1, 32);
    Check(cuLaunchKernelEx(&config, Find(module, "none_kernel"), no_parameters, nullptr), "a launch");
    Check(cuStreamSynchronize(nullptr), "a first kernel");
  });
  Check(cuModuleUnload(module), "unloading");
  return elapsed;
}

void CompareLoading(const Setting& setting, const ffi::Module& device_module) {
  const ffi::Bytes bytes = device_module->SaveToBytes();
  const auto load = ffi::Function::GetGlobalRequired("ffi.Module.load_from_bytes.cuda");
  pairs::Compare(
      setting.rounds, "module from bytes, first launch", [&] { return LoadByTirx(load, bytes); },
      "the same by the driver's calls", [&] { return LoadByHand(setting.image); });
}

void MeasureAll(const std::string& folder, int rounds, int calls) {
  CUcontext context;
  CUmodule module;
  Check(cuInit(0), "cuInit");
  Check(cuDevicePrimaryCtxRetain(&context, 0), "the context");
  Check(cuCtxPushCurrent(context), "the context");
  Setting setting{rounds, calls, Read(folder + "/kernels.cubin")};
  Check(cuModuleLoadDataEx(&module, setting.image.data(), 0, nullptr, nullptr), "the image");

  const tirx::Executable executable = tirx::Executable::Load(folder + "/kernels.tirx");
  const ffi::Module library = tirx::LoadModule(folder + "/kernels.so");
  auto exported = [&](const char* name) { return library->GetFunction(name).value(); };
  std::printf("ns, medians of %d pairs, of calls %d a time\n", rounds, calls);
  CompareCalls(setting, "warm call, bytecode", executable.Get("axpy"), Find(module, "axpy_kernel"));
  CompareCalls(setting, "warm call, exported library", exported("axpy"), Find(module, "axpy_kernel"));
  CompareChecks(setting, "8 tensors, nothing to launch, bytecode", executable.Get("eight"),
                executable.Get("none"));
  CompareChecks(setting, "8 tensors, nothing to launch, exported", exported("eight"), exported("none"));
  CompareLoading(setting, executable.module()->imports()[0].cast<ffi::Module>());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  try {
    MeasureAll(argv[1], std::atoi(argv[2]), std::atoi(argv[3]));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
