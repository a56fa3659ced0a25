// SPDX-License-Identifier: Apache-2.0
// Expressions in generated CUDA: operators, constants, conversions, order of evaluation, vectors.
#include <cmath>

#include "backends/cuda/codegen/cuda_kernel.h"

namespace tirx::cuda {
namespace {

using ir::BinaryOp;
using ir::Builder;
using ir::Expr;
using ir::Int32;
using ir::MakeFloat;
using ir::UnaryOp;
using ir::Var;

// The text that a value is bound to, in a kernel with variables of many types.
class ExpressionText : public CudaText {
 protected:
  Var x(DType t, const char* name = "x") { return b_.Param(name, t); }
  std::string Text(const Expr& value) {
    Var result = b_.Bind("result", value);
    (void)result;
    std::string text = TextOf({Kernel(b_, "k")});
    size_t at = text.find(" result = ");
    if (at == std::string::npos) return text;
    size_t begin = at + 10;
    return text.substr(begin, text.find(";\n", begin) - begin);
  }
  std::string Of(BinaryOp op, DType t) {
    b_ = Builder();
    return Text(ir::Binary(op, x(t, "a"), x(t, "b")));
  }
  std::string CastOf(DType from, DType to) {
    b_ = Builder();
    return Text(ir::Cast(to, x(from)));
  }
  Builder b_;
};

TEST_F(ExpressionText, Parentheses) {
  Var a = x(Int(32), "a"), b = x(Int(32), "b"), c = x(Int(32), "c");
  EXPECT_EQ(Text((a + b) * c - (a - (b - c))), "(a + b) * c - (a - (b - c))");
  b_ = Builder();
  a = x(Int(32), "a"), b = x(Int(32), "b");
  auto bin = [](BinaryOp op, Expr p, Expr q) { return Expr(ir::Binary(op, p, q)); };
  EXPECT_EQ(Text(bin(BinaryOp::BitOr, bin(BinaryOp::BitOr, a, b), bin(BinaryOp::Shl, a + b, Int32(3)))),
            "a | b | ((a + b) << 3)");
  b_ = Builder();
  a = x(Int(32), "a"), b = x(Int(32), "b");
  Expr less = bin(BinaryOp::LT, a, b), equal = bin(BinaryOp::EQ, a, b + a);
  EXPECT_EQ(Text(bin(BinaryOp::Or, bin(BinaryOp::And, less, equal), ir::Unary(UnaryOp::Not, less))),
            "(a < b && a == b + a) || !(a < b)");
  b_ = Builder();
  a = x(Int(32), "a");
  EXPECT_EQ(Text(ir::Unary(UnaryOp::Neg, ir::Unary(UnaryOp::Neg, a))), "-(-a)");
}

// Those that CUDA's headers have names for.
constexpr DType kSmallFloats[] = {{kDLFloat8_e4m3fn, 8, 1},  {kDLFloat8_e5m2, 8, 1},
                                  {kDLFloat8_e8m0fnu, 8, 1}, {kDLFloat6_e2m3fn, 6, 1},
                                  {kDLFloat6_e3m2fn, 6, 1},  {kDLFloat4_e2m1fn, 4, 1}};

TEST_F(ExpressionText, Constants) {
  auto constant = [&](const Expr& e) {
    b_ = Builder();
    return Text(e);
  };
  EXPECT_EQ(constant(MakeFloat(Float(32), 1.5)), "1.5f");
  EXPECT_EQ(constant(MakeFloat(Float(32), -0.0)), "-0.0f");
  EXPECT_EQ(constant(MakeFloat(Float(32), INFINITY)), "__int_as_float(0x7f800000)");
  EXPECT_EQ(constant(MakeFloat(Float(32), -INFINITY)), "-__int_as_float(0x7f800000)");
  EXPECT_EQ(constant(MakeFloat(Float(32), NAN)), "__int_as_float(0x7fc00000)");
  EXPECT_EQ(constant(MakeFloat(Float(64), 0.1)), "0.1");
  EXPECT_EQ(constant(MakeFloat(Float(64), 1.0 / 27)), "0x1.2f684bda12f68p-5/*3.703704e-02*/");
  EXPECT_EQ(constant(ir::FloatImm(Float(32), 1.0 / 27)), "0x1.2f684bda12f68p-5f/*3.703704e-02*/");
  EXPECT_EQ(constant(MakeFloat(Float(32), 0.037037037)), "0x1.2f684cp-5f/*3.703704e-02*/");
  EXPECT_EQ(constant(MakeFloat(Float(32), 1e-5)), "1e-05f");
  EXPECT_EQ(constant(MakeFloat(Float(32), 1e10)), "1e+10f");
  EXPECT_EQ(constant(MakeFloat(Float(64), -INFINITY)), "-__longlong_as_double(0x7ff0000000000000LL)");
  EXPECT_EQ(constant(MakeFloat(Float(16), -1.5)), "__ushort_as_half(0xbe00/*-1.5f*/)");
  EXPECT_EQ(constant(MakeFloat(BFloat16(), 1)), "__ushort_as_bfloat16(0x3f80/*1.0f*/)");
  // The number has a comment of its own as a literal of float32; comments do not nest.
  EXPECT_EQ(constant(MakeFloat(BFloat16(), -0x1p31)), "__ushort_as_bfloat16(0xcf00/*-2.147484e+09*/)");
  EXPECT_EQ(constant(MakeFloat({kDLFloat8_e4m3fn, 8, 1}, -2)), "__nv_fp8_e4m3(-2.0f)");
  EXPECT_EQ(constant(ir::MakeConst(Int(32), INT32_MIN)), "-2147483647 - 1");
  EXPECT_EQ(constant(ir::MakeConst(Int(64), INT64_MIN)), "-9223372036854775807LL - 1");
  EXPECT_EQ(constant(ir::MakeConst(UInt(32), 0xffffffff)), "4294967295u");
  EXPECT_EQ(constant(ir::MakeConst(UInt(64), -1)), "18446744073709551615ULL");
  EXPECT_EQ(constant(ir::True()), "true");
}

TEST_F(ExpressionText, EveryConstantCompiles) {
  std::vector<DType> types{Float(16), BFloat16(), Float(32), Float(64)};
  types.insert(types.end(), std::begin(kSmallFloats), std::end(kSmallFloats));
  for (DType t : types)
    for (double value : {0.0, -1.5, double(INFINITY), -double(INFINITY), double(NAN)})
      b_.Bind("c", MakeFloat(t, value));
  for (DType t : {Int(8), Int(32), Int(64), UInt(8), UInt(32), UInt(64)})
    for (int64_t value : {int64_t(0), int64_t(-1), INT64_MIN, INT64_MAX}) {
      int shift = 64 - t.bits;
      b_.Bind("c", ir::MakeConst(t, IsUInt(t) ? int64_t(uint64_t(value) >> shift) : value >> shift));
    }
  EXPECT_EQ(CompiledText({Kernel(b_, "k")}).find("not generated"), std::string::npos);
}

TEST_F(ExpressionText, NarrowIntegersWrap) {
  EXPECT_EQ(Of(BinaryOp::Add, Int(8)), "(signed char)(a + b)");
  EXPECT_EQ(Of(BinaryOp::Shl, UInt(8)), "(unsigned char)(a << b)");
  EXPECT_EQ(Of(BinaryOp::Mul, UInt(16)), "(unsigned short)((unsigned int)a * b)");
  EXPECT_EQ(Of(BinaryOp::BitAnd, UInt(8)), "a & b");
  EXPECT_EQ(Of(BinaryOp::Add, Int(32)), "a + b");
}

TEST_F(ExpressionText, FloorDivision) {
  EXPECT_EQ(Of(BinaryOp::FloorDiv, Int(32)), "floordiv_i32(a, b)");
  EXPECT_EQ(Of(BinaryOp::FloorMod, Int(64)), "floormod_i64(a, b)");
  EXPECT_EQ(Of(BinaryOp::FloorDiv, UInt(32)), "a / b");
  b_ = Builder();
  EXPECT_EQ(Text(ir::FloorDiv(x(Int(32)), Int32(8))), "x >> 3");
  b_ = Builder();
  EXPECT_EQ(Text(ir::FloorMod(x(Int(32)), Int32(8))), "x & 7");
  b_ = Builder();
  Var tx = b_.Bind("tx", b_.Op("gpu.thread_idx", {}, {{"axis", String("x")}}));
  EXPECT_EQ(Text(ir::FloorDiv(tx + Int32(1), Int32(3)) + ir::FloorMod(tx, Int32(4))),
            "(tx + 1) / 3 + tx % 4");
}

TEST_F(ExpressionText, MinAndMaxGiveTheOperandThatIsNotNan) {
  EXPECT_EQ(Of(BinaryOp::Min, Float(32)), "fminf(a, b)");
  EXPECT_EQ(Of(BinaryOp::Max, Float(64)), "fmax(a, b)");
  EXPECT_EQ(Of(BinaryOp::Max, Float(16)), "__hmax(a, b)");
  EXPECT_EQ(Of(BinaryOp::Min, BFloat16()), "__hmin(a, b)");
  EXPECT_EQ(Of(BinaryOp::Min, Int(64)), "min(a, b)");
}

TEST_F(ExpressionText, Conversions) {
  EXPECT_EQ(CastOf(Int(64), Int(8)), "(signed char)x");
  EXPECT_EQ(CastOf(Int(32), Float(32)), "(float)x");
  EXPECT_EQ(CastOf(Float(32), Int(32)), "__float2int_rz(x)");
  EXPECT_EQ(CastOf(Float(32), Int(8)), "(signed char)max(min(__float2int_rz(x), 127), -128)");
  EXPECT_EQ(CastOf(Float(64), UInt(16)), "(unsigned short)min(f64_to_u32(x), 65535u)");
  EXPECT_EQ(CastOf(Float(32), Int(64)), "f32_to_i64(x)");
  EXPECT_EQ(CastOf(Float(16), Int(32)), "__float2int_rz(__half2float(x))");
  EXPECT_EQ(CastOf(Int(64), Float(16)), "__float2half_rn((float)x)");
  EXPECT_EQ(CastOf(Int(64), BFloat16()), "__ll2bfloat16_rn(x)");
  EXPECT_EQ(CastOf(Float(16), BFloat16()), "__float2bfloat16_rn(__half2float(x))");
  EXPECT_EQ(CastOf(Float(64), {kDLFloat8_e4m3fn, 8, 1}), "__nv_fp8_e4m3(x)");
  EXPECT_EQ(CastOf(BFloat16(), {kDLFloat8_e5m2, 8, 1}), "__nv_fp8_e5m2(x)");
  EXPECT_EQ(CastOf({kDLFloat8_e5m2, 8, 1}, Float(16)), "(half)x");
  EXPECT_EQ(CastOf({kDLFloat8_e8m0fnu, 8, 1}, Float(16)), "__float2half_rn((float)x)");
  EXPECT_EQ(CastOf({kDLFloat6_e3m2fn, 6, 1}, BFloat16()), "__float2bfloat16_rn((float)x)");
  EXPECT_EQ(CastOf(Int(32), {kDLFloat4_e2m1fn, 4, 1}), "__nv_fp4_e2m1((float)x)");
  EXPECT_EQ(CastOf(Float(32), Bool()), "(bool)x");
}

TEST_F(ExpressionText, EveryConversionCompiles) {
  std::vector<DType> types{Bool(),   Int(8),   Int(16),   Int(32),    Int(64),   UInt(8),  UInt(16),
                           UInt(32), UInt(64), Float(16), BFloat16(), Float(32), Float(64)};
  types.insert(types.end(), std::begin(kSmallFloats), std::end(kSmallFloats));
  for (DType from : types) {
    Var value = x(from, ("x_" + DTypeName(from)).c_str());
    for (DType to : types) {
      b_.Bind("c", ir::Cast(to, value));
      if (StorageBytes(from) == StorageBytes(to) && !IsBool(from) && !IsBool(to))
        b_.Bind("r", b_.Op("reinterpret", {value}, {{"dtype", String(DTypeName(to))}}));
    }
  }
  EXPECT_EQ(CompiledText({Kernel(b_, "k")}).find("not generated"), std::string::npos);
}

TEST_F(ExpressionText, EveryOperatorCompiles) {
  const DType types[] = {Int(8), Int(16), Int(32), Int(64), UInt(8), UInt(16), UInt(32), UInt(64)};
  for (DType t : types) {
    Var p = x(t, "p"), q = x(t, "q");
    for (BinaryOp op :
         {BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Mod, BinaryOp::FloorDiv,
          BinaryOp::FloorMod, BinaryOp::Min, BinaryOp::Max, BinaryOp::EQ, BinaryOp::LT, BinaryOp::BitAnd,
          BinaryOp::BitOr, BinaryOp::BitXor, BinaryOp::Shl, BinaryOp::Shr})
      b_.Bind("r", ir::Binary(op, p, q));
    b_.Bind("r", ir::Unary(UnaryOp::BitNot, p));
  }
  for (DType t : {Float(16), BFloat16(), Float(32), Float(64)}) {
    Var p = x(t, "p"), q = x(t, "q");
    for (BinaryOp op : {BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul, BinaryOp::Div, BinaryOp::Min,
                        BinaryOp::Max, BinaryOp::NE, BinaryOp::LE})
      b_.Bind("r", ir::Binary(op, p, q));
    b_.Bind("r", ir::Unary(UnaryOp::Neg, p));
  }
  EXPECT_EQ(CompiledText({Kernel(b_, "k")}).find("not generated"), std::string::npos);
}

TEST_F(ExpressionText, SelectIsEagerAndTheOtherIsNot) {
  Var c = x(Bool(), "c"), v = x(Int(32), "v");
  EXPECT_EQ(Text(ir::Select(c, v, Int32(2))), "c ? v : 2");
  b_ = Builder();
  c = x(Bool(), "c"), v = x(Int(32), "v");
  Expr shuffled = b_.Op("gpu.shuffle_xor", {v, Int32(1)});
  EXPECT_EQ(Text(ir::Select(c, shuffled, v)), "select_i32(c, __shfl_xor_sync(0xffffffffu, v, 1), v)");
  b_ = Builder();
  c = x(Bool(), "c"), v = x(Int(32), "v");
  EXPECT_EQ(Text(b_.Op("if_then_else", {c, b_.Op("gpu.shuffle_xor", {v, Int32(1)}), v})),
            "c ? __shfl_xor_sync(0xffffffffu, v, 1) : v");
}

TEST_F(ExpressionText, UpdatesHappenInTheOrderOfTheScript) {
  Var a = FlatTensor(b_, "A", Int(32), 8);
  Expr first = b_.Op("gpu.atomic_add", {b_.Load(a, {Int32(0)}), Int32(1)});
  Expr second = b_.Op("gpu.atomic_max", {b_.Load(a, {Int32(0)}), Int32(1)}, {{"scope", String("block")}});
  b_.Store(a, {Int32(2)}, b_.Load(a, {Int32(1)}) - first * second);
  EXPECT_EQ(CompiledText({Kernel(b_, "k")}),
            "extern \"C\" __global__ void __launch_bounds__(128) k(int* __restrict__ A_ptr) {\n"
            "  int value = A_ptr[1];\n"
            "  int value_1 = atomicAdd(&A_ptr[0], 1);\n"
            "  int value_2 = atomicMax_block(&A_ptr[0], 1);\n"
            "  A_ptr[2] = value - value_1 * value_2;\n"
            "}\n");
}

TEST_F(ExpressionText, SharedPartsOfLargeExpressionsAreNamed) {
  Expr power = x(UInt(32));
  for (int i = 0; i < 60; ++i) power = ir::Binary(BinaryOp::Mul, power, power);
  b_.Bind("result", power);
  std::string text = CompiledText({Kernel(b_, "k")});
  EXPECT_NE(text.find("  unsigned int value_1 = value * value;\n"), std::string::npos) << text;
  EXPECT_LT(text.size(), 4000u);
}

TEST_F(ExpressionText, AlignedVectors) {
  Var a = FlatTensor(b_, "A", Float(32), 1024, 16), out = FlatTensor(b_, "B", Float(32), 1024, 16);
  Var tx = b_.Bind("tx", b_.Op("gpu.thread_idx", {}, {{"axis", String("x")}}));
  Expr ramp = ir::Ramp(tx * Int32(4), Int32(1), 4);
  b_.Store(out, {ramp}, b_.Load(a, {ramp}));
  b_.Store(out, {ramp}, ir::Binary(BinaryOp::Mul, b_.Load(a, {ramp}), MakeFloat(Float(32, 4), 2)));
  b_.Store(out, {ir::Ramp(tx * Int32(2) + Int32(1), Int32(1), 2)}, MakeFloat(Float(32, 2), 0));
  b_.Store(out, {ir::Ramp(tx, Int32(64), 2)}, b_.Load(a, {ir::Ramp(tx, Int32(1), 2)}));
  EXPECT_EQ(CompiledText({Kernel(b_, "k")}),
            "extern \"C\" __global__ void __launch_bounds__(128) k(const float* __restrict__ A_ptr, "
            "float* __restrict__ B_ptr) {\n"
            "  int tx = (int)threadIdx.x;\n"
            "  *(float4*)(B_ptr + tx * 4) = *(const float4*)(A_ptr + tx * 4);\n"
            "  float4 value = *(const float4*)(A_ptr + tx * 4);\n"
            "  *(float4*)(B_ptr + tx * 4) = make_float4(value.x * 2.0f, "
            "value.y * 2.0f, value.z * 2.0f, "
            "value.w * 2.0f);\n"
            "  B_ptr[tx * 2 + 1] = 0.0f;\n"
            "  B_ptr[tx * 2 + 2] = 0.0f;\n"
            "  float2 value_1 = make_float2(A_ptr[tx], A_ptr[tx + 1]);\n"
            "  B_ptr[tx] = value_1.x;\n"
            "  B_ptr[tx + 64] = value_1.y;\n"
            "}\n");
}

TEST_F(ExpressionText, VectorsWithoutABuiltInType) {
  Var a = FlatTensor(b_, "A", Float(16), 1024, 16);
  Var tx = b_.Bind("tx", b_.Op("gpu.thread_idx", {}, {{"axis", String("x")}}));
  Expr ramp = ir::Ramp(tx * Int32(8), Int32(1), 8);
  Var v = b_.Bind("v", b_.Load(a, {ramp}));
  Var w = b_.Bind("w", ir::Cast(Float(32, 8), v));
  b_.Store(a, {ramp}, ir::Cast(Float(16, 8), ir::Binary(BinaryOp::Add, w, w)));
  b_.Bind("bits", b_.Op("reinterpret", {v}, {{"dtype", String("uint32x4")}}));
  std::string text = CompiledText({Kernel(b_, "k")});
  EXPECT_NE(text.find("typedef struct { alignas(16) half s[8]; } vec_f16x8;\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  vec_f16x8 v = *(vec_f16x8*)(A_ptr + tx * 8);\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  vec_f32x8 w = vec_f32x8{{__half2float(v.s[0]), "), std::string::npos) << text;
  EXPECT_NE(text.find("  uint4 bits = reinterpret_f16x8_u32x4(v);\n"), std::string::npos) << text;
}

TEST_F(ExpressionText, TypesThatCudaCannotHold) {
  b_.Param("p", Float(128));
  auto refused = Generate({Kernel(b_, "k")});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.diagnostics()[0].kind, DK::CodegenUnsupportedType);
  EXPECT_EQ(refused.diagnostics()[0].message, "cuda code cannot hold values of type float128");
}

}  // namespace
}  // namespace tirx::cuda
