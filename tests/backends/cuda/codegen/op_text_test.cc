// SPDX-License-Identifier: Apache-2.0
// Operations in generated CUDA: every row of the portable language and of T.cuda has a form that compiles.
#include "backends/cuda/codegen/cuda_kernel.h"

namespace tirx::cuda {
namespace {

using ir::Builder;
using ir::Expr;
using ir::Int32;
using ir::Var;

class OpText : public CudaText {
 protected:
  // The text of one operation, as the value that a variable is bound to or as a statement.
  std::string Text(const Expr& call) {
    bool is_void = IsVoid(call->dtype());
    if (is_void)
      b_.Evaluate(call);
    else
      b_.Bind("result", call);
    std::string text = TextOf({Kernel(b_, "k")});
    std::string start = is_void ? "{\n  " : " result = ";
    size_t at = text.rfind(start);
    if (at == std::string::npos) return text;
    return text.substr(at + start.size(), text.rfind(";\n") - at - start.size());
  }
  // `op` on parameters of type `t`.
  std::string Of(const char* op, DType t, int operands = 1) {
    b_ = Builder();
    Array<Expr> args;
    for (int i = 0; i < operands; ++i) args.push_back(b_.Param(std::string(1, char('x' + i)), t));
    return Text(b_.Op(op, args));
  }
  Builder b_;
};

TEST_F(OpText, MathByType) {
  EXPECT_EQ(Of("exp", Float(32)), "expf(x)");
  EXPECT_EQ(Of("exp", Float(64)), "exp(x)");
  EXPECT_EQ(Of("exp", Float(16)), "hexp(x)");
  EXPECT_EQ(Of("exp", BFloat16()), "hexp(x)");
  EXPECT_EQ(Of("erf", Float(16)), "__float2half_rn(erff(__half2float(x)))");
  EXPECT_EQ(Of("round", Float(32)), "nearbyintf(x)");
  EXPECT_EQ(Of("pow", BFloat16(), 2), "__float2bfloat16_rn(powf(__bfloat162float(x), __bfloat162float(y)))");
  EXPECT_EQ(Of("isfinite", Float(16)), "isfinite(__half2float(x))");
  EXPECT_EQ(Of("popcount", Int(64)), "(long long)__popcll(x)");
  EXPECT_EQ(Of("clz", UInt(8)), "(unsigned char)(__clz((unsigned char)x) - 24)");
}

TEST_F(OpText, EveryMathOperationCompilesOnEveryTypeItTakes) {
  const char* floats1[] = {"exp",   "exp2",  "exp10", "expm1", "log",   "log2",  "log10", "log1p",
                           "sqrt",  "rsqrt", "tanh",  "sin",   "cos",   "tan",   "asin",  "acos",
                           "atan",  "sinh",  "cosh",  "asinh", "acosh", "atanh", "erf",   "sigmoid",
                           "floor", "ceil",  "trunc", "round", "abs",   "isnan", "isinf", "isfinite"};
  for (DType t : {Float(16), BFloat16(), Float(32), Float(64), DType{kDLFloat8_e4m3fn, 8, 1}}) {
    Var x = b_.Param("x", t);
    for (const char* op : floats1) b_.Bind("r", b_.Op(op, {x}));
    for (const char* op : {"pow", "fmod", "atan2", "hypot", "copysign"}) b_.Bind("r", b_.Op(op, {x, x}));
    b_.Bind("r", b_.Op("fma", {x, x, x}));
    if (!(SetOf(t) & kReal)) continue;
    b_.Bind("r", b_.Op("nextafter", {x, x}));
    b_.Bind("r", b_.Op("ldexp", {x, Int32(3)}));
  }
  for (DType t : {Int(8), Int(16), Int(32), Int(64), UInt(8), UInt(16), UInt(32), UInt(64)}) {
    Var x = b_.Param("x", t);
    for (const char* op : {"abs", "popcount", "clz", "ctz"}) b_.Bind("r", b_.Op(op, {x}));
  }
  EXPECT_EQ(CompiledText({Kernel(b_, "k")}).find("not generated"), std::string::npos);
}

TEST_F(OpText, Indices) {
  EXPECT_EQ(Text(b_.Op("gpu.grid_dim", {}, {{"axis", String("z")}})), "(int)gridDim.z");
  b_ = Builder();
  EXPECT_EQ(Text(b_.Op("gpu.lane_id", {})), "(int)(threadIdx.x & 31u)");
  b_ = Builder();
  EXPECT_EQ(Text(b_.Op("gpu.linear_thread_id", {})), "(int)threadIdx.x");
  Builder helper;
  helper.Return(helper.Op("gpu.lane_id", {}));
  std::string text = CompiledText({helper.Finish("lane", ir::PrimType(Int(32)), false)});
  EXPECT_NE(text.find("return (linear_thread_id() & 31);"), std::string::npos) << text;
}

TEST_F(OpText, SubgroupOperations) {
  EXPECT_EQ(Of("gpu.any", Bool()), "(bool)__any_sync(0xffffffffu, x)");
  EXPECT_EQ(Of("gpu.ballot", Bool()), "__ballot_sync(0xffffffffu, x)");
  EXPECT_EQ(Of("gpu.subgroup_sum", Int(32)), "__reduce_add_sync(0xffffffffu, x)");
  EXPECT_EQ(Of("gpu.subgroup_sum", Float(32)), "subgroup_sum_f32(x)");
}

TEST_F(OpText, EverySubgroupReductionCompiles) {
  for (DType t : {Int(8), Int(16), Int(32), Int(64), UInt(8), UInt(16), UInt(32), UInt(64), Float(16),
                  BFloat16(), Float(32), Float(64)}) {
    Var x = b_.Param("x", t);
    for (const char* op : {"gpu.subgroup_sum", "gpu.subgroup_min", "gpu.subgroup_max"})
      b_.Bind("r", b_.Op(op, {x}));
    if (t.bits >= 32) {
      for (const char* op : {"gpu.shuffle", "gpu.shuffle_up", "gpu.shuffle_down", "gpu.shuffle_xor"})
        b_.Bind("r", b_.Op(op, {x, Int32(1)}));
    }
  }
  b_.Evaluate(b_.Op("gpu.subgroup_sync", {}));
  EXPECT_EQ(CompiledText({Kernel(b_, "k")}).find("not generated"), std::string::npos);
}

TEST_F(OpText, EveryAtomicCompiles) {
  for (const char* scope : {"block", "device", "system"}) {
    Attrs attrs{{"scope", String(scope)}};
    bool narrow = std::string(scope) != "system";
    for (DType t : {Int(32), UInt(32), Int(64), UInt(64), Float(32), Float(64)}) {
      Var a = FlatTensor(b_, "A", t, 4);
      Expr element = b_.Load(a, {Int32(1)}), one = ir::MakeConst(t, 1);
      b_.Evaluate(b_.Op("gpu.atomic_add", {element, one}, attrs));
      b_.Evaluate(b_.Op("gpu.atomic_exchange", {element, one}, attrs));
      b_.Evaluate(b_.Op("gpu.atomic_cas", {element, one, one}, attrs));
      if (IsInteger(t))
        for (const char* op : {"gpu.atomic_and", "gpu.atomic_or", "gpu.atomic_xor"})
          b_.Evaluate(b_.Op(op, {element, one}, attrs));
      if (IsFloating(t) && !narrow) continue;
      b_.Evaluate(b_.Op("gpu.atomic_min", {element, one}, attrs));
      b_.Evaluate(b_.Op("gpu.atomic_max", {element, one}, attrs));
    }
    if (!narrow) continue;
    for (DType t : {Float(16), BFloat16()}) {
      Expr element = b_.Load(FlatTensor(b_, "H", t, 4), {Int32(1)}), one = ir::MakeConst(t, 1);
      for (const char* op : {"gpu.atomic_add", "gpu.atomic_min", "gpu.atomic_max", "gpu.atomic_exchange"})
        b_.Evaluate(b_.Op(op, {element, one}, attrs));
      b_.Evaluate(b_.Op("gpu.atomic_cas", {element, one, one}, attrs));
    }
  }
  EXPECT_EQ(CompiledText({Kernel(b_, "k")}).find("not generated"), std::string::npos);
}

TEST_F(OpText, CudaIntrinsics) {
  EXPECT_EQ(Of("cuda.ffs", Int(32)), "__ffs((int)x)");
  EXPECT_EQ(Of("cuda.brev", UInt(32)), "__brev(x)");
  EXPECT_EQ(Of("cuda.byte_perm", UInt(32), 3), "__byte_perm(x, y, z)");
  EXPECT_EQ(Of("cuda.activemask", UInt(32), 0), "__activemask()");
  EXPECT_EQ(Of("cuda.syncwarp", UInt(32)), "__syncwarp(x)");
  EXPECT_EQ(Of("cuda.threadfence", UInt(32), 0), "__threadfence()");
  EXPECT_EQ(Of("cuda.clock64", UInt(32), 0), "clock64()");
  EXPECT_EQ(Of("cuda.nanosleep", UInt(32)), "__nanosleep(x)");
}

// Calls of a row with operands of every type that its first operand may have, each attribute at its first
// choice.
void CallWithEveryType(Builder& b, const ir::OpRow& row) {
  const ir::OpParam* first = row.operand(0);
  TypeSet types = first ? first->types : kVoid;
  if (types == kAnyType) types = kF32;
  for (TypeSet type = 1; type <= kVoid; type <<= 1) {
    if (!(types & type)) continue;
    Array<Expr> args;
    Attrs attrs;
    for (size_t i = 0; i < row.param_count(); ++i) {
      const ir::OpParam& param = row.params[i];
      std::string name(param.name);
      TypeSet own = param.types & type ? type : param.types;
      if (param.kind == ir::ParamKind::Element)
        args.push_back(b.Load(FlatTensor(b, name, FirstOf(own), 4), {Int32(1)}));
      else if (param.kind == ir::ParamKind::Value)
        args.push_back(b.Param(name, FirstOf(own)));
      else if (param.kind == ir::ParamKind::Int && param.fallback.empty())
        attrs.Set(name, int64_t(32));
      else if (param.fallback.empty())
        attrs.Set(name, String(std::string(param.choices.substr(0, param.choices.find('|')))));
    }
    Expr call = b.Op(row.name, args, attrs);
    if (IsVoid(call->dtype()))
      b.Evaluate(call);
    else
      b.Bind("r", call);
  }
}

TEST_F(OpText, EveryCudaIntrinsicCompilesOnEveryArchitectureThatHasIt) {
  for (const char* arch : {"sm_80", "sm_90a", "sm_100a"}) {
    Builder b;
    int rows = 0;
    for (const ir::OpRow* row : ir::CurrentSnapshot().All<ir::OpRow>()) {
      bool newer = !row->min_arch.empty() &&
                   CudaDialect().arch_number(row->min_arch) > CudaDialect().arch_number(arch);
      // Tested below, and with text of the script's own in foreign_text.py.
      bool elsewhere = row->name == "cuda.cast_rounded" || row->name == "cuda.func_call";
      if (row->name.substr(0, 5) != "cuda." || elsewhere || newer) continue;
      CallWithEveryType(b, *row);
      ++rows;
    }
    EXPECT_GT(rows, 60);
    auto source = Generate({Kernel(b, "k")}, arch);
    ASSERT_TRUE(source.ok()) << diag::Render(source.diagnostics());
    CompileRequest request;
    request.source = source->text;
    request.arch = arch;
    auto binary = CompileSource(request);
    EXPECT_TRUE(binary.ok()) << arch << "\n" << (binary.ok() ? "" : diag::Render(binary.diagnostics()));
  }
}

TEST_F(OpText, RoundedCasts) {
  auto text = [&](DType from, const char* to, const char* rounding) {
    b_ = Builder();
    return Text(b_.Op("cuda.cast_rounded", {b_.Param("x", from)},
                      {{"dtype", String(to)}, {"rounding", String(rounding)}}));
  };
  EXPECT_EQ(text(Float(32), "int32", "ru"), "__float2int_ru(x)");
  EXPECT_EQ(text(Float(64), "float32", "rd"), "__double2float_rd(x)");
  EXPECT_EQ(text(UInt(64), "float64", "rz"), "__ull2double_rz(x)");
  EXPECT_EQ(text(Float(32), "bfloat16", "rz"), "__float2bfloat16_rz(x)");
}

TEST_F(OpText, EveryBlockReductionCompiles) {
  for (DType t : {Int(8), Int(32), Int(64), UInt(32), Float(16), BFloat16(), Float(32), Float(64)}) {
    Var x = b_.Param("x", t);
    for (const char* op : {"gpu.block_sum", "gpu.block_min", "gpu.block_max"}) b_.Bind("r", b_.Op(op, {x}));
    Expr scratch = b_.Load(FlatTensor(b_, "S", t, 4), {Int32(1)});
    for (const char* op : {"sum", "min", "max"})
      b_.Bind("r", b_.Op("cuda.cta_reduce", {x, scratch}, {{"op", String(op)}, {"num_warps", int64_t(4)}}));
  }
  EXPECT_EQ(CompiledText({Kernel(b_, "k")}).find("not generated"), std::string::npos);
}

TEST_F(OpText, Printing) {
  Expr call = b_.Op("gpu.printf", {b_.Param("x", Int(32)), b_.Param("y", Float(32))},
                    {{"format", String("%d: \"%g\"\n")}});
  EXPECT_EQ(Text(call), "printf(\"%d: \\\"%g\\\"\\012\", x, y)");
}

TEST_F(OpText, AnOperationMayNeedANewerArchitecture) {
  b_.Evaluate(b_.Op("cuda.nanosleep", {b_.Param("x", UInt(32))}));
  auto refused = Generate({Kernel(b_, "k")}, "sm_60");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.diagnostics()[0].message, "`T.cuda.nanosleep` needs sm_70 or later; the target is sm_60");
}

TEST_F(OpText, OperationsWithoutAForm) {
  Var a = FlatTensor(b_, "A", Float(16), 4);
  b_.Evaluate(b_.Op("gpu.atomic_exchange", {b_.Load(a, {Int32(0)}), ir::MakeConst(Float(16), 1)},
                    {{"scope", String("system")}}));
  auto refused = Generate({Kernel(b_, "k")});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.diagnostics()[0].message, "cuda code has no form for `gpu.atomic_exchange` on float16");
}

}  // namespace
}  // namespace tirx::cuda
