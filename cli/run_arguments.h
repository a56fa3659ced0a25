// SPDX-License-Identifier: Apache-2.0
// Arguments for `tirx run`: given as NAME=VALUE or NAME=file.npy, or made up; tensors live in host memory.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/npy.h"
#include "ir/function.h"

namespace tirx::cli {

struct RunArgument {
  std::string name;
  bool is_tensor = false;
  NpyArray tensor;     // filled before the call, read after it
  std::string before;  // the tensor's bytes before the call
  DType dtype = Void();
  double number = 0;    // a floating scalar
  int64_t integer = 0;  // any other scalar
};

// Symbols of shapes take their value from `given` or from tensors read from files. Tensors that are not given
// hold numbers in [-1, 1), or small integers, from a fixed seed.
Result<std::vector<RunArgument>> MakeArguments(const ir::Function& function,
                                               const std::map<std::string, std::string>& given);

// Adds values for the scalars and the symbols that are not given and that no given tensor tells. Says what is
// made up, and the tensors that will be: "n=100, a=0.5, X, Y".
std::string MakeUp(const ir::Function& function, std::map<std::string, std::string>* given);

// "A float32 (64, 100): changed, min -0.9 max 1 mean 0.02, 0.1 0.2 0.3 ..."
std::string Describe(const RunArgument& argument);

}  // namespace tirx::cli
