// SPDX-License-Identifier: Apache-2.0
// Every row of host_ops.def as C against the bytecode machine; the shape of the generated text.
#include "codegen/c_host.h"

#include <climits>
#include <cmath>
#include <cstring>

#include "codegen/c_host/both_hosts.h"
#include "codegen/c_library.h"
#include "runtime/host_assembler.h"

namespace tirx::testing {
namespace {

using runtime::HostForm;

HostOp ReturnOf(char type) {
  return type == 'f' ? HostOp::ReturnFloat : type == 'p' ? HostOp::ReturnHandle : HostOp::ReturnInt;
}

// f_<row>(x, y): the row's result. Memory rows get the address of a buffer.
void AddFunction(HostAssembler& a, size_t row) {
  const HostOp op = HostOp(row);
  const runtime::HostOpInfo& info = runtime::InfoOf(op);
  a.Function("f" + std::to_string(row), 2, 4);
  a.Op(HostOp::ArgCount);
  const bool store = info.form == HostForm::Store;
  for (int k = 0; k < 2; ++k) {
    const size_t operand = size_t(store ? 2 * k : k + 1);  // of a store: pointer and value, at element 1
    const char type = info.types[operand];
    const char* expected = type == 'f' ? "float" : type == 'p' ? "a pointer" : "int";
    int param = a.Param(uint16_t(k), k == 0 ? "x" : "y", expected, type == 'p' ? Handle() : Int(64));
    a.Op(type == 'f' ? HostOp::ArgFloat : type == 'p' ? HostOp::ArgHandle : HostOp::ArgInt, k + 1, param);
  }
  if (store) {
    a.Const(3, int64_t(1)).Op(op, 1, 3, 2).Op(HostOp::ReturnNone);
  } else {
    a.Op(op, 0, 1, info.operands == "DRR" ? 2 : 0).Op(ReturnOf(info.types[0]), 0);
  }
}

bool HasExpression(const runtime::HostOpInfo& info) {
  return info.form == HostForm::Value || info.form == HostForm::Trap || info.form == HostForm::Store;
}

struct Buffer {
  alignas(16) unsigned char bytes[64];
};

std::vector<TVMFFIAny> Samples(char type, Buffer* buffer) {
  std::vector<TVMFFIAny> samples;
  if (type == 'p') return {PointerArg(buffer->bytes)};
  if (type == 'f') {
    for (double v :
         {0.0, -0.0, 1.0, -1.5, 2.5, 3.5, 1e-8, 65520.0, 1e19, -1e30, 0.1, double(INFINITY), double(NAN)})
      samples.push_back(FloatArg(v));
    return samples;
  }
  for (int64_t v : {int64_t(0), int64_t(1), int64_t(-1), int64_t(2), int64_t(-7), int64_t(31), int64_t(64),
                    int64_t(300), int64_t(INT32_MAX) + 1, INT64_MAX, INT64_MIN})
    samples.push_back(IntArg(v));
  return samples;
}

bool SameResult(const TVMFFIAny& a, const TVMFFIAny& b) {
  if (a.type_index != b.type_index) return false;
  if (a.type_index == kTVMFFIFloat && std::isnan(a.v_float64) && std::isnan(b.v_float64)) return true;
  return a.v_uint64 == b.v_uint64;
}

TEST(CHost, EveryRowWithAnExpressionIsTheMachines) {
  HostAssembler a;
  std::vector<size_t> rows;
  for (size_t row = 0; row < runtime::HostOpCount(); ++row) {
    if (!HasExpression(runtime::InfoOf(HostOp(row)))) continue;
    AddFunction(a, row);
    rows.push_back(row);
  }
  ASSERT_GT(rows.size(), 100u);
  ASSERT_TRUE(runtime::ValidateHostProgram(a.program).ok())
      << runtime::ValidateHostProgram(a.program).message;
  ffi::Module library = CompiledLibrary(a.program, {});
  ffi::Module executable = runtime::MakeExecutable(a.program, {});
  int compared = 0;
  for (size_t row : rows) {
    const runtime::HostOpInfo& info = runtime::InfoOf(HostOp(row));
    const bool store = info.form == HostForm::Store;
    const std::string name = "f" + std::to_string(row);
    ffi::Function compiled = *library->GetFunction(name), machine = *executable->GetFunction(name);
    Buffer buffer;
    const bool load = info.types[1] == 'p';
    for (const TVMFFIAny& x : Samples(info.types[store ? 0 : 1], &buffer)) {
      std::vector<TVMFFIAny> others = Samples(info.types[2] == '-' ? 'i' : info.types[2], &buffer);
      if (load && info.operands == "DRR") others = {IntArg(0), IntArg(1), IntArg(3)};
      for (const TVMFFIAny& y : others) {
        Outcome outcome[2];
        Buffer after[2];
        for (int k = 0; k < 2; ++k) {
          for (size_t i = 0; i < sizeof(buffer.bytes); ++i)
            buffer.bytes[i] = static_cast<unsigned char>(37 * i + 5);
          outcome[k] = Call(k == 0 ? machine : compiled, {x, y});
          after[k] = buffer;
        }
        ASSERT_EQ(outcome[1].message, outcome[0].message) << info.spelling;
        ASSERT_TRUE(SameResult(outcome[0].result, outcome[1].result))
            << info.spelling << " " << x.v_int64 << " " << y.v_int64 << ": " << outcome[0].result.v_int64
            << " and " << outcome[1].result.v_int64;
        ASSERT_EQ(std::memcmp(&after[0], &after[1], sizeof(Buffer)), 0) << info.spelling;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 5000);
}

// n, of a loop and a branch: the bytecode's structure comes back, and nothing is recomputed.
TEST(CHost, ReadsLikeC) {
  HostAssembler a;
  a.Function("count", 1, 4);
  int n = a.Param(0, "n", "int", Int(64));
  a.Op(HostOp::ArgCount).Op(HostOp::ArgInt, 1, n).Const(2, int64_t(10)).Op(HostOp::LtI, 3, 1, 2);
  a.Op(HostOp::JumpIfNot, 3, 8).Const(2, int64_t(5)).Op(HostOp::AddI, 1, 1, 2).Op(HostOp::Jump, 0, 10);
  a.Const(2, int64_t(-7)).Op(HostOp::Move, 1, 2);
  a.Op(HostOp::ReturnInt, 1);
  a.program.functions[0].names = {{1, "n"}};
  ASSERT_TRUE(runtime::ValidateHostProgram(a.program).ok());
  codegen::CHostOptions options;
  const std::string expected = R"c(// count(...)
TIRX_EXPORT int __tvm_ffi_count(void* self, const TVMFFIAny* args, int32_t num_args,
    TVMFFIAny* result) {
  static const tirx_function function = {"count", "count(...)"};
  static const tirx_param params[] = {
      {0, "n", "int", {0, 64, 1}, 0},
  };
  tirx_context own_context = {-1, 0}, *context = &own_context;
  int64_t t1, n, t0;
  if (tirx_check_count(&function, args, num_args, 1) != 0) return -1;
  if (tirx_arg_int(&function, &params[0], args, &n) != 0) return -1;
  t0 = n < 10;
  if (t0 != 0) {
    if (__builtin_add_overflow(n, 5, &t1))
      return tirx_trap(function.name, "integer overflow in an addition");
  } else {
    t1 = (-7);
  }
  *result = tirx_any_int(t1);
  return 0;
}
)c";
  EXPECT_EQ(codegen::GenerateCHostFunctions(a.program, options), expected);
  ffi::Function f = BothHosts::Function(a.program, {}, "count");
  EXPECT_EQ(Call(f, {IntArg(3)}).result.v_int64, 8);
  EXPECT_EQ(Call(f, {IntArg(30)}).result.v_int64, -7);
}

TEST(CHost, StringsSurvive) {
  EXPECT_EQ(codegen::CString("a\"b\\c\n?\x01"), "\"a\\\"b\\\\c\\n\\077\\001\"");
  EXPECT_EQ(codegen::CBytes(std::string("\x00\xff", 2)), "    0, 255,\n");
}

}  // namespace
}  // namespace tirx::testing
