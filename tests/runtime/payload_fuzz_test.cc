// SPDX-License-Identifier: Apache-2.0
// A bounded, deterministic run of fuzz/payload_fuzz.cc: valid payloads with bytes changed, removed and
// repeated.
#include "fuzz/payload_fuzz.cc"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace tirx::runtime {
namespace {

std::string SamplePayload() {
  DevicePayload payload;
  payload.format = "ptx";
  for (int i = 0; i < 3; ++i)
    payload.kernels.push_back(
        {"k" + std::to_string(i), {Handle(), Int(32)}, {"blockIdx.x", "threadIdx.x"}, {0, 1}});
  payload.image = std::string(40, 'c');
  return SavePayload(payload);
}

std::string SampleProgram() {
  HostProgram program;
  HostFunction function;
  function.name = "f";
  function.num_registers = 3;
  function.code = {{HostOp::Const, 0, 0, 0},
                   {HostOp::AddI, 1, 0, 0},
                   {HostOp::JumpIf, 1, 0, 0},
                   {HostOp::Assert, 0, 0, 0},
                   {HostOp::ReturnInt, 1, 0, 0}};
  program.functions = {function};
  program.constants = {1};
  program.assertions = {{"ValueError", {{HostValueKind::kText, 0, "x"}, {HostValueKind::kInt, 2, ""}}}};
  return SaveHostProgram(program);
}

std::string Mutate(std::string bytes, std::mt19937* random) {
  int changes = 1 + int((*random)() % 4);
  for (int i = 0; i < changes && !bytes.empty(); ++i) {
    size_t at = (*random)() % bytes.size();
    switch ((*random)() % 5) {
      case 0:
        bytes[at] = char((*random)());
        break;
      case 1:
        bytes[at] ^= char(1 << ((*random)() % 8));
        break;
      case 2:
        bytes.erase(at, 1 + (*random)() % 8);
        break;
      case 3:
        bytes.insert(at, bytes.substr(at, (*random)() % 32));
        break;
      default:
        bytes.resize(at);
        break;
    }
  }
  return bytes;
}

TEST(PayloadFuzz, MutatedPayloadsLoadOrAreRefused) {
  std::mt19937 random(20261129);
  const std::string samples[] = {SamplePayload(), SampleProgram()};
  int loaded = 0;
  for (int i = 0; i < 40000; ++i) {
    std::string bytes = Mutate(samples[i % 2], &random);
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
    DevicePayload payload;
    loaded += LoadPayload(bytes, &payload).ok();
  }
  // Some changes are harmless: the run must reach past the first checks.
  EXPECT_GT(loaded, 100);
}

}  // namespace
}  // namespace tirx::runtime
