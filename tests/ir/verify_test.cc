// SPDX-License-Identifier: Apache-2.0
// One module per rule of the verifier that breaks this rule alone.
#include "ir/verify.h"

#include <gtest/gtest.h>

#include "backend/loader.h"
#include "ir/builder.h"
#include "long_program.h"

namespace tirx::ir {
namespace {

using Body = FunctionRef<void(Builder&)>;

class Verifier : public testing::Test {
 protected:
  Verifier() { backend::LoadAtStart(); }

  static IRModule One(Function function) { return IRModule({std::move(function)}); }
  static std::string FaultOf(const IRModule& module) {
    Status status = Verify(module);
    return status.ok() ? "" : status.diagnostics().front().message;
  }
  static std::string FaultIn(Body body) {
    Builder b;
    body(b);
    return FaultOf(One(b.Finish("f")));
  }
  static void ExpectFault(Body body, const std::string& part) {
    std::string fault = FaultIn(body);
    EXPECT_NE(fault.find(part), std::string::npos) << "got: " << fault;
    EXPECT_NE(fault.find("`f`"), std::string::npos) << "does not name the function: " << fault;
  }
  // An expression as a pass could leave it, unchecked.
  static Expr Raw(BinaryOp op, Type type, Expr a, Expr b) {
    auto node = ffi::make_object<BinaryNode>();
    node->op = op;
    node->ty = std::move(type);
    node->a = std::move(a);
    node->b = std::move(b);
    return Expr(ffi::ObjectPtr<ExprNode>(node));
  }
  static TensorType Floats(std::vector<int64_t> extents, String scope = "global") {
    Array<Expr> shape;
    for (int64_t extent : extents) shape.push_back(Int32(extent));
    return MakeTensorType(Float(32), shape, std::move(scope));
  }
};

TEST_F(Verifier, AcceptsWhatIsRight) {
  Builder b;
  Var n("n", Int(64));
  Var a = b.Param("A", MakeTensorType(Float(32), {n, Int32(8)}));
  b.DeviceEntry({Int32(4)}, {Int32(8)}, [&] {
    Var tx = b.Bind("tx", b.Op("gpu.thread_idx", {}, {{"axis", String("x")}}));
    b.For("i", Int64(0), n, [&](Var i) {
      b.If(Binary(BinaryOp::LT, i, Int64(3)), [&] { b.Continue(); });
      b.Store(a, {i, tx}, b.Load(a, {i, tx}) + MakeFloat(Float(32), 1));
    });
    b.Return();
  });
  EXPECT_EQ(FaultOf(One(b.Finish("f"))), "");
}

TEST_F(Verifier, DefinitionsAndScopes) {
  ExpectFault([](Builder& b) { b.Evaluate(Var("x", Int(32))); }, "`x` is used where it is not defined");
  ExpectFault(
      [](Builder& b) {
        Var inner("x", Int(32));
        b.If(True(), [&] { inner = b.Bind("x", Int32(1)); });
        b.Evaluate(inner);
      },
      "`x` is used where it is not defined");
  ExpectFault(
      [](Builder& b) {
        Var x = b.Bind("x", Int32(1));
        b.Emit(Bind(x, Int32(2)));
      },
      "definition of `x`: `x` is defined twice");
  ExpectFault([](Builder& b) { b.Alloc("S", MakeTensorType(Float(32), {Var("n", Int(32))}, "shared")); },
              "`n` is used where it is not defined");
  // A loop's variable is gone after the loop.
  ExpectFault(
      [](Builder& b) {
        Var escaped("i", Int(32));
        b.For("i", Int32(0), Int32(4), [&](Var i) { escaped = i; });
        b.Evaluate(escaped);
      },
      "`i` is used where it is not defined");
}

TEST_F(Verifier, OneVariableInTwoFunctions) {
  Builder b, c;
  Var x = b.Param("x", Int(32));
  Function f = b.Finish("f");
  EXPECT_NE(FaultOf(IRModule({f, f.WithName("g").WithAttr(attr::kGlobalSymbol, String("g"))}))
                .find("`x` is defined twice"),
            std::string::npos);
}

TEST_F(Verifier, Functions) {
  Builder b, c;
  Function f = b.Finish("f"), other = c.Finish("f");
  EXPECT_NE(FaultOf(IRModule({f, other})).find("two functions named `f`"), std::string::npos);
  EXPECT_NE(FaultOf(One(f.WithAttr(attr::kGlobalSymbol, String("g")))).find("`global_symbol` differs"),
            std::string::npos);
}

TEST_F(Verifier, Operators) {
  Var i("i", Int(32)), x("x", Float(32));
  auto with = [&](Expr e) {
    return [=](Builder& b) {
      b.Emit(Bind(i, Int32(1)));
      b.Emit(Bind(x, MakeFloat(Float(32), 1)));
      b.Evaluate(e);
    };
  };
  // Each use needs variables of its own.
  auto expect = [&](Expr e, const std::string& part) { ExpectFault(with(e), part); };
  expect(Raw(BinaryOp::Add, PrimType(Int(32)), i, x), "operands of `add` are int32 and float32");
  expect(Raw(BinaryOp::Add, PrimType(Int(64)), i, i), "result of `add` is int64");
  expect(Raw(BinaryOp::LT, PrimType(Int(32)), i, i), "result of `lt` is int32");
  expect(Raw(BinaryOp::FloorDiv, PrimType(Float(32)), x, x), "operand of `floordiv` is float32");
  expect(Raw(BinaryOp::And, PrimType(Bool()), i, i), "operand of `and` is int32");
  expect(Raw(BinaryOp::BitAnd, PrimType(Float(32)), x, x), "operand of `bitwise_and` is float32");
  expect(Unary(UnaryOp::Not, i), "operand of `not` is int32");
  expect(Unary(UnaryOp::BitNot, x), "operand of `bitwise_not` is float32");
  expect(Unary(UnaryOp::Neg, True()), "operand of `neg` is bool");
  expect(Cast(Handle(), i), "result of `cast` is handle");
  expect(Cast(Int(32, 4), i), "changes the lanes");
  expect(Select(i, i, i), "condition of `Select` is int32");
  expect(Ramp(x, x, 4), "base of `Ramp` is float32");
  expect(Ramp(i, Int64(1), 4), "stride of `Ramp` is int64");
  expect(Broadcast(i, 1), "lanes of `Broadcast` is 1");
}

TEST_F(Verifier, Accesses) {
  ExpectFault(
      [](Builder& b) {
        b.Evaluate(b.Load(b.Alloc("S", Floats({2, 2}, "local")), {Int32(0)}));
      },
      "`S` has 2 dimensions but is indexed with 1");
  ExpectFault(
      [](Builder& b) {
        b.Store(b.Alloc("S", Floats({2}, "local")), {Int32(0), Int32(1)}, MakeFloat(Float(32), 0));
      },
      "store to `S`: `S` has 1 dimensions but is indexed with 2");
  ExpectFault([](Builder& b) { b.Store(b.Alloc("S", Floats({2}, "local")), {Int32(0)}, Int32(0)); },
              "the value is int32; it must be float32");
  ExpectFault(
      [](Builder& b) { b.Store(b.Alloc("S", Floats({2}, "local")), {True()}, MakeFloat(Float(32), 0)); },
      "index 0 of `S` is bool");
  ExpectFault(
      [](Builder& b) {
        Var s = b.Alloc("S", Floats({2, 2}, "local"));
        b.Evaluate(b.Load(s, {Ramp(Int32(0), Int32(1), 2), Int32(0)}));
      },
      "only the last may be a vector");
  ExpectFault(
      [](Builder& b) {
        b.Store(b.Alloc("S", Floats({4}, "local")), {Ramp(Int32(0), Int32(1), 4)}, MakeFloat(Float(32), 0));
      },
      "it must be float32x4");
  ExpectFault(
      [](Builder& b) {
        Var s("S", MakeTensorType(Float(32), {Int32(2)}, "local"));
        b.Emit(Bind(s, Int32(1)));
      },
      "a tensor is bound to something other than");
  ExpectFault(
      [](Builder& b) {
        b.Alloc("S", MakeTensorType(Float(32), {Int32(2), Int32(2)}, "local", {Int32(1)}));
      },
      "2 extents and 1 strides");
}

TEST_F(Verifier, Calls) {
  auto evaluate = [](Expr e) { return [=](Builder& b) { b.Evaluate(e); }; };
  Type f32 = PrimType(Float(32));
  Expr one = MakeFloat(Float(32), 1);
  ExpectFault(evaluate(Call(f32, Op("no.such_op"), {one})), "there is no operation `no.such_op`");
  ExpectFault(evaluate(Call(f32, Op("exp"), {one, one})), "takes 1 operands, got 2");
  ExpectFault(evaluate(Call(f32, Op("exp"), {Int32(1)})), "a floating-point value");
  ExpectFault(evaluate(Call(PrimType(Int(32)), Op("exp"), {one})), "result of `exp` is int32");
  ExpectFault(evaluate(Call(PrimType(Int(32)), Op("gpu.thread_idx"), {}, {{"axis", String("w")}})),
              "\"x\", \"y\" or \"z\"");
  ExpectFault(evaluate(Call(HandleType(), Op("tensor_data_ptr"), {one})), "it must be a tensor");
  ExpectFault([&](Builder& b) { b.Evaluate(Call(f32, Op("exp"), {b.Alloc("S", Floats({1}, "local"))})); },
              "it must be a value");
  ExpectFault(evaluate(Call(VoidType(), GlobalVar("g"), {})), "there is no function `g`");
  ExpectFault(evaluate(Call(VoidType(), one, {})), "neither an operation nor a function");
  ExpectFault(evaluate(Call(VoidType(), Op("launch_kernel"), {}, {{"kernel", String("k")}})),
              "is no kernel of the module");
}

TEST_F(Verifier, CallsOfFunctions) {
  auto fault = [](Array<Expr> args, Type type) {
    Builder g, f;
    g.Param("x", Int(32));
    g.Return(MakeFloat(Float(32), 0));
    f.Evaluate(Call(std::move(type), GlobalVar("g"), std::move(args)));
    return FaultOf(IRModule({f.Finish("f"), g.Finish("g", PrimType(Float(32)), false)}));
  };
  Type f32 = PrimType(Float(32));
  EXPECT_EQ(fault({Int32(1)}, f32), "");
  EXPECT_NE(fault({}, f32).find("takes 1 arguments, got 0"), std::string::npos);
  EXPECT_NE(fault({Int64(1)}, f32).find("argument `x` of `g` is int64; it must be int32"), std::string::npos);
  EXPECT_NE(fault({Int32(1)}, VoidType()).find("call of `g` is void"), std::string::npos);
}

TEST_F(Verifier, Launches) {
  auto fault = [](Array<Expr> args) {
    Builder k, f;
    k.Param("x", Int(32));
    Attrs attrs{{attr::kCallingConv, int64_t(CallingConv::DeviceKernel)},
                {attr::kLaunchParams, Array<String>{"blockIdx.x"}}};
    f.Evaluate(Call(VoidType(), Op("launch_kernel"), std::move(args), {{"kernel", String("k")}}));
    return FaultOf(IRModule({f.Finish("f"), k.Finish("k", VoidType(), true, attrs)}));
  };
  EXPECT_EQ(fault({Int32(1), Int32(2)}), "");
  EXPECT_NE(fault({Int32(1)}).find("1 parameters and 1 launch values are needed"), std::string::npos);
  EXPECT_NE(fault({Int32(1), True()}).find("launch value of `k` is bool"), std::string::npos);
}

TEST_F(Verifier, ControlFlow) {
  ExpectFault([](Builder& b) { b.Break(); }, "`break`: it stands outside of a loop");
  ExpectFault([](Builder& b) { b.Continue(); }, "`continue`: it stands outside of a loop");
  ExpectFault([](Builder& b) { b.If(Int32(1), [] {}); }, "the condition is int32; it must be bool");
  ExpectFault([](Builder& b) { b.While(Int32(1), [] {}); }, "the condition is int32; it must be bool");
  ExpectFault([](Builder& b) { b.Assert(Int32(1), "ValueError", {}); },
              "the condition is int32; it must be bool");
  ExpectFault([](Builder& b) { b.For("i", Int32(0), Int64(4), [](Var) {}); },
              "not all int32 like its variable");
  ExpectFault([](Builder& b) { b.For("i", True(), True(), [](Var) {}); }, "a loop bound is bool");
  ExpectFault(
      [](Builder& b) {
        b.For(
            "i", Int32(0), Int32(4), [](Var) {}, ForKind::Serial, Int32(0));
      },
      "its step is 0");
  ExpectFault([](Builder& b) { b.Return(Int32(1)); }, "there is no value to return here");
  Stmt empty = Seq(Array<Stmt>()), nested = Seq(Array<Stmt>{empty});
  EXPECT_NE(FaultOf(One(Function("f", {}, nested))).find("a sequence stands in a sequence"),
            std::string::npos);
  Builder b;
  b.Return(Int64(1));
  EXPECT_NE(
      FaultOf(One(b.Finish("f", PrimType(Int(32))))).find("the value is int64; the function returns int32"),
      std::string::npos);
}

TEST_F(Verifier, DeviceEntries) {
  auto entry = [](Builder& b, Builder::Block body) { b.DeviceEntry({Int32(1)}, {Int32(32)}, body); };
  ExpectFault([&](Builder& b) { entry(b, [&] { entry(b, [] {}); }); },
              "a device entry stands in a device entry");
  ExpectFault([&](Builder& b) { b.For("i", Int32(0), Int32(2), [&](Var) { entry(b, [&] { b.Break(); }); }); },
              "`break`: it stands outside of a loop");
  ExpectFault([](Builder& b) { b.DeviceEntry({True()}, {Int32(1)}, [] {}); },
              "`T.gpu.LaunchConfig`: `grid.x` is bool; it must be an integer");
  ExpectFault(
      [](Builder& b) {
        b.Region("device_entry", {Int32(1)}, {{"launch_fields", Array<String>{}}}, {}, [] {});
      },
      "0 launch fields and 1 launch values");
  ExpectFault(
      [](Builder& b) {
        b.Region("device_entry", {Int32(1), Int32(1)}, {{"launch_fields", Array<String>{"grid.x", "grid.x"}}},
                 {}, [] {});
      },
      "launch field `grid.x` is given twice");
  ExpectFault([](Builder& b) { b.Region("no.such_region", {}, {}, {}, [] {}); },
              "there is no operation `no.such_region`");
}

TEST_F(Verifier, Depth) {
  Builder b;
  Var x = b.Param("x", Int(32));
  Expr deep = x;
  for (int i = 0; i < 5000; ++i) deep = Binary(BinaryOp::Add, deep, x);
  b.Evaluate(deep);
  EXPECT_NE(FaultOf(One(b.Finish("f"))).find("an expression of `f` is nested more than 1000"),
            std::string::npos);
  Stmt nested = Evaluate(Int32(0));
  for (int i = 0; i < 2000; ++i) nested = If(True(), nested);
  Function g("g", {}, nested);
  EXPECT_NE(FaultOf(One(g)).find("a statement of `g` is nested more than 1000"), std::string::npos);
}

TEST_F(Verifier, LongAndSharedIsCheap) {
  Builder b;
  Var x = b.Param("x", Int(64));
  Expr doubled = x;
  for (int i = 0; i < 60; ++i) doubled = Binary(BinaryOp::Add, doubled, doubled);
  Var s = b.Alloc("S", MakeTensorType(Int(64), {Int32(4)}, "local"));
  for (int i = 0; i < kLongProgram; ++i) b.Store(s, {Int32(0)}, i % 1000 ? Expr(x) : doubled);
  EXPECT_EQ(FaultOf(One(b.Finish("f"))), "");
}

}  // namespace
}  // namespace tirx::ir
