// SPDX-License-Identifier: Apache-2.0
// Every row of the tables that the cpu dialect prints by, and every conversion, is accepted by the machine's
// C compiler without a warning that it would give a careful author.
#include <gtest/gtest.h>

#include "backend/loader.h"
#include "backends/cpu/codegen/generate.h"
#include "backends/cpu/codegen/rows.h"
#include "backends/cpu/toolchain/compile.h"
#include "diag/render.h"
#include "ir/builder.h"
#include "pass/launch_tags.h"

namespace tirx::cpu {
namespace {

using ir::Builder;
using ir::Expr;
using ir::Int32;
using ir::Var;

constexpr TypeSet kStored = kBool | kInteger | kHalf | kF32 | kF64;

ir::Function Kernel(Builder& b, const char* name) {
  return b.Finish(name, ir::VoidType(), true,
                  {{ir::attr::kCallingConv, int64_t(ir::CallingConv::DeviceKernel)},
                   {pass::kThreadExtent, Attrs{{"blockIdx.x", int64_t(1)}}}});
}

Var FlatTensor(Builder& b, const std::string& name, DType dtype, int64_t extent) {
  Var pointer = b.Param(name, ir::PointerType(ir::PrimType(dtype)));
  return b.Decl(name, ir::MakeTensorType(dtype, {Int32(extent)}), pointer);
}

target::Target Processor() {
  return target::Parse("cpu").value();
}

class OpText : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { backend::LoadAtStart(); }
  // The text; the test fails where there is none, or the compiler does not take it.
  static std::string Compiled(Builder& b) {
    auto source = GenerateCpu({Kernel(b, "k")}, Processor());
    if (!source.ok()) {
      ADD_FAILURE() << diag::Render(source.diagnostics());
      return "";
    }
    auto binary = Build({*source, "{}"});
    EXPECT_TRUE(binary.ok()) << (binary.ok() ? "" : diag::Render(binary.diagnostics()));
    if (binary.ok()) {
      EXPECT_EQ(binary->log, "") << source->text;
    }
    return source->text;
  }
};

template <class Visit>
void ForEachType(TypeSet types, Visit visit) {
  for (TypeSet type = 1; type <= kVoid; type <<= 1)
    if (types & type & kStored) visit(type);
}

// An operation of the language with operands of `type`, where it takes those.
void Call(Builder& b, const ir::OpRow& row, TypeSet type) {
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
    else if (param.kind == ir::ParamKind::Text && param.fallback.empty())
      attrs.Set(name, String("text\n"));
  }
  Expr call = b.Op(row.name, args, attrs);
  if (IsVoid(call->dtype()))
    b.Evaluate(call);
  else
    b.Bind("r", call);
}

// The operators that have rows: two operands of one type.
bool Operate(Builder& b, std::string_view name, TypeSet type) {
  for (auto op : {ir::BinaryOp::Min, ir::BinaryOp::Max, ir::BinaryOp::FloorDiv, ir::BinaryOp::FloorMod}) {
    if (ir::InfoOf(op).name != name) continue;
    Var x = b.Param("x", FirstOf(type)), y = b.Param("y", FirstOf(type));
    b.Bind("r", ir::Binary(op, x, y));
    return true;
  }
  return false;
}

TEST_F(OpText, EveryRowCompilesOnEveryTypeItTakes) {
  Builder b;
  int calls = 0;
  for (auto rows : {OpRows(), codegen::SharedOps()}) {
    for (const codegen::EmitRow& row : rows) {
      const ir::OpRow* op = ir::FindOp(row.op);
      const ir::OpParam* first = op ? op->operand(0) : nullptr;
      TypeSet takes = first ? first->types : kAnyType;
      if (row.op == "assume" || row.op == "likely") takes = kBool;
      if (row.op == "isnullptr") continue;  // pointers: below
      if (row.op == "gpu.printf") takes = kI32;
      ForEachType(row.types & takes & ~kHalf, [&](TypeSet type) {
        if (!Operate(b, row.op, type)) {
          ASSERT_NE(op, nullptr) << row.op;
          Call(b, *op, type);
        }
        ++calls;
      });
    }
  }
  Var pointer = b.Param("pointer", ir::PointerType(ir::PrimType(Float(32))));
  b.Bind("r", b.Op("isnullptr", {pointer}));
  EXPECT_GT(calls, 150);
  Compiled(b);
}

TEST_F(OpText, EveryConversionCompiles) {
  Builder b;
  ForEachType(kStored, [&](TypeSet from) {
    Var x = b.Param("x", FirstOf(from));
    ForEachType(kStored, [&](TypeSet to) { b.Bind("r", ir::Cast(FirstOf(to), x)); });
  });
  Compiled(b);
}

TEST_F(OpText, BitsOfEqualWidth) {
  Builder b;
  ForEachType(kStored & ~kBool, [&](TypeSet from) {
    Var x = b.Param("x", FirstOf(from));
    ForEachType(kStored & ~kBool, [&](TypeSet to) {
      if (FirstOf(to).bits == FirstOf(from).bits)
        b.Bind("r", b.Op("reinterpret", {x}, {{"dtype", String(DTypeName(FirstOf(to)))}}));
    });
  });
  Compiled(b);
}

TEST_F(OpText, AdapterPassesEveryType) {
  Builder b;
  ForEachType(kStored, [&](TypeSet type) {
    Var x = b.Param("x", FirstOf(type));
    b.Store(FlatTensor(b, "A", FirstOf(type), 4), {Int32(0)}, x);
  });
  std::string text = Compiled(b);
  EXPECT_NE(text.find("*(unsigned char*)&cells["), std::string::npos) << text;
  EXPECT_NE(text.find("*(bool*)&cells["), std::string::npos) << text;
}

TEST_F(OpText, OptionsAreThoseOfTheMachineAlone) {
  codegen::DeviceSource source;
  source.text =
      "// Compile with: -march=x86-64 -include /etc/passwd -fplugin=x -mprefer-vector-width=128\nint x;\n";
  auto binary = Build({source, "{}"});
  ASSERT_TRUE(binary.ok()) << diag::Render(binary.diagnostics());
  std::vector<std::string> last(binary->argv.end() - 2, binary->argv.end());
  EXPECT_EQ(last, (std::vector<std::string>{"-march=x86-64", "-mprefer-vector-width=128"}));
  EXPECT_EQ(binary->format, "so");
}

}  // namespace
}  // namespace tirx::cpu
