// SPDX-License-Identifier: Apache-2.0
// Saving and loading modules; text that is corrupt in every way must give a diagnostic.
#include "ir/json.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <ctime>
#include <limits>
#include <random>

#include "backend/loader.h"
#include "base/structural.h"
#include "diag/render.h"
#include "ir/builder.h"

namespace tirx::ir {
namespace {

class JsonTest : public testing::Test {
 protected:
  void SetUp() override { backend::LoadAtStart(); }

  static IRModule Sample() {
    Builder b;
    SourceFile file("k.py", "def f(): ...\n");
    b.SetSpan(Span(file, 1, 1, 1, 4));
    Var n("n", Int(64));
    Var a = b.Param("A", MakeTensorType(Float(32), {n}));
    Var p = b.Param("p", PointerType(PrimType(Float(16)), "shared"));
    b.DeviceEntry({n}, {Int32(64)}, [&] {
      Var x = b.Bind("x", b.Op("gpu.thread_idx", {}, {{"axis", String("x")}}));
      b.If(Binary(BinaryOp::LT, x, Int32(3)), [&] {
        b.Store(a, {x}, MakeFloat(Float(32), std::numeric_limits<double>::infinity()));
        b.Store(a, {x}, b.Load(a, {x}) * MakeFloat(Float(32), 2));
      });
      b.For(
          "i", Int32(0), Int32(4), [&](Var i) { b.Store(a, {i}, MakeFloat(Float(32), 0.1)); },
          ForKind::Unrolled);
    });
    Function f = b.Finish("f").WithAttr("note", String("tab\t\"quote\" \u00e9")).WithAttr("flag", true);
    return IRModule({f.WithAttr("list", Array<Any>{Any(1), Any(2.0), Any(nullptr), Any(Float(16, 2))})});
  }

  static std::string ErrorOf(std::string_view text) {
    auto loaded = LoadJson(text, "m.json");
    return loaded.ok() ? "" : diag::Render(loaded.diagnostics());
  }
  // The sample's text with the first `from` replaced.
  static std::string Edited(std::string_view from, std::string_view to) {
    std::string text = SaveJson(Sample());
    size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  }
};

TEST_F(JsonTest, LoadsWhatItSaves) {
  IRModule module = Sample();
  std::string text = SaveJson(module);
  auto loaded = LoadJson(text);
  ASSERT_TRUE(loaded.ok()) << diag::Render(loaded.diagnostics());
  EXPECT_TRUE(StructuralEqual(Any(module), Any(*loaded)));
  EXPECT_EQ(SaveJson(*loaded), text);
  Function f = loaded->Find("f");
  EXPECT_EQ(ToString(f->span), "k.py:1:1") << "spans are kept";
  EXPECT_TRUE(f->params[0].tensor_type()->shape[0].as<VarNode>());
}

TEST_F(JsonTest, FloatsAreExact) {
  double payload = std::bit_cast<double>(uint64_t(0x7FF0000000000123)), inf = INFINITY;
  std::vector<double> values{0.1,          -0.0,          5e-324, 1.7976931348623157e308, inf, -inf,
                             std::nan(""), -std::nan(""), payload};
  Builder b;
  for (double value : values) b.Bind("x", FloatImm(Float(64), value));
  IRModule module({b.Finish("f")});
  auto loaded = LoadJson(SaveJson(module));
  ASSERT_TRUE(loaded.ok()) << diag::Render(loaded.diagnostics());
  auto* body = loaded->Find("f")->body.as<SeqNode>();
  ASSERT_EQ(body->stmts.size(), values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    double value = body->stmts[i].as<BindNode>()->value.as<FloatImmNode>()->value;
    EXPECT_EQ(std::bit_cast<uint64_t>(value), std::bit_cast<uint64_t>(values[i])) << i;
  }
  std::string text = SaveJson(module);
  std::string bits = std::to_string(std::bit_cast<uint64_t>(payload));
  ASSERT_NE(text.find(bits), std::string::npos);
  EXPECT_NE(ErrorOf(text.replace(text.find(bits), bits.size(), "0x1")), "");
}

TEST_F(JsonTest, SharedPartsAreSharedAgain) {
  Builder b;
  Expr e = b.Param("x", Int(32));
  for (int k = 0; k < 60; ++k) e = Binary(BinaryOp::Add, e, e);
  b.Evaluate(e);
  IRModule module({b.Finish("f")});
  std::string text = SaveJson(module);
  EXPECT_LT(text.size(), 20000u);
  auto loaded = LoadJson(text);
  ASSERT_TRUE(loaded.ok()) << diag::Render(loaded.diagnostics());
  EXPECT_EQ(SaveJson(*loaded), text);
}

TEST_F(JsonTest, TypesAreTheSharedObjectsAgain) {
  auto loaded = LoadJson(SaveJson(Sample()));
  ASSERT_TRUE(loaded.ok());
  EXPECT_TRUE(loaded->Find("f")->ret_type.same_as(VoidType()));
}

TEST_F(JsonTest, TvmFfiReadsAndWritesTheSameGraph) {
  IRModule module = Sample();
  static auto from = ffi::Function::GetGlobalRequired("ffi.FromJSONGraphString");
  static auto to = ffi::Function::GetGlobalRequired("ffi.ToJSONGraphString");
  EXPECT_TRUE(StructuralEqual(from(String(SaveJson(module))), Any(module)));
  Map<String, Any> metadata{{"format", String("tirx.ir")}, {"version", kJsonVersion}};
  auto loaded = LoadJson(View(to(module, metadata).cast<String>()));
  ASSERT_TRUE(loaded.ok()) << diag::Render(loaded.diagnostics());
  EXPECT_TRUE(StructuralEqual(Any(module), Any(*loaded)));
}

TEST_F(JsonTest, ALongFunctionAndASharedExpression) {
  Builder b;
  Var a = b.Param("A", MakeTensorType(Float(32), {Int32(8)}));
  for (int k = 0; k < 50000; ++k) {
    Var x = b.Bind("x", b.Load(a, {Int32(k % 8)}));
    b.Store(a, {Int32(k % 8)}, x);
  }
  Expr doubled = b.Load(a, {Int32(0)});
  for (int k = 0; k < 60; ++k) doubled = Binary(BinaryOp::Add, doubled, doubled);
  b.Store(a, {Int32(0)}, doubled);
  IRModule module({b.Finish("f")});
  std::clock_t start = std::clock();  // of the processor: others may be busy
  auto loaded = LoadJson(SaveJson(module));
  double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
  ASSERT_TRUE(loaded.ok()) << diag::Render(loaded.diagnostics());
  EXPECT_TRUE(StructuralEqual(Any(module), Any(*loaded)));
  EXPECT_LT(seconds, 60);
  RecordProperty("seconds", std::to_string(seconds));
}

TEST_F(JsonTest, NewerVersionsAreRefused) {
  EXPECT_EQ(ErrorOf(Edited("\"version\":1", "\"version\":7")),
            "error: `m.json` was saved in version 7 of the format; this library reads up to 1 "
            "[NewerJson]\n");
  EXPECT_NE(ErrorOf(Edited("\"version\":1", "\"version\":0")), "");
  EXPECT_NE(ErrorOf(Edited("tirx.ir\"", "other\"")), "");
}

TEST_F(JsonTest, CorruptTextGivesADiagnostic) {
  std::string text = SaveJson(Sample());
  for (const std::string& bad :
       {std::string(), std::string("{"), std::string("[1]"), std::string("{}"), std::string("\"x"),
        text.substr(0, text.size() / 2), text + "x", std::string(1 << 20, '['),
        Edited("\"root_index\":", "\"root_index\":9"), Edited("\"root_index\":", "\"root_index\":-"),
        Edited("\"nodes\":[", "\"nodes\":[5,"), Edited("\"type\":\"ffi.Array\"", "\"type\":5")}) {
    if (bad == text) continue;
    std::string error = ErrorOf(bad);
    EXPECT_NE(error.find("`m.json` is not a saved module: "), std::string::npos) << bad.substr(0, 60);
    EXPECT_NE(error.find("[BadJson]"), std::string::npos) << error;
  }
}

TEST_F(JsonTest, NodesThatNoConstructorWouldMakeAreRefused) {
  struct Case {
    const char *from, *to, *message;
  };
  for (const Case& c :
       {Case{"\"op\":11", "\"op\":99", "an unknown operator"},
        Case{"\"kind\":3", "\"kind\":4", "an unknown kind of loop"},
        Case{"tirx.ir.PrimType", "tirx.ir.Expr", "there is no node type `tirx.ir.Expr`"},
        Case{"tirx.ir.PrimType", "tirx.ir.Nothing", "there is no node type `tirx.ir.Nothing`"},
        Case{"tirx.ir.PrimType", "ffi.Tensor", "there is no node type `ffi.Tensor`"},
        Case{"\"dtype\":\"int64\"", "\"dtype\":\"int65\"", "has the wrong kind"},
        Case{"\"elem_offset\"", "\"elem\"", "has no `elem_offset`"}, Case{"\"tensor\":", "\"tensor\":1", ""},
        Case{"\"condition\":", "\"condition\":0, \"x\":", "has the wrong kind"}}) {
    std::string error = ErrorOf(Edited(c.from, c.to));
    EXPECT_NE(error, "") << c.to;
    EXPECT_NE(error.find(c.message), std::string::npos) << error;
  }
}

TEST_F(JsonTest, DeepNestingIsRefused) {
  Builder b;
  Expr e = b.Param("x", Float(32));
  for (int k = 0; k < 1500; ++k) e = Unary(UnaryOp::Neg, e);
  b.Evaluate(e);
  EXPECT_NE(ErrorOf(SaveJson(IRModule({b.Finish("f")}))).find("[NestingTooDeep]"), std::string::npos);
}

// Random damage never crashes: it is refused, or it is another sound module, which saves and loads again.
TEST_F(JsonTest, RandomDamage) {
  std::string text = SaveJson(Sample());
  std::mt19937 random(7);
  int refused = 0;
  for (int round = 0; round < 300; ++round) {
    std::string bad = text;
    for (int edits = 0; edits < 2; ++edits) {
      size_t at = random() % bad.size();
      if (bad[at] >= '0' && bad[at] <= '9') {
        bad[at] = char('0' + random() % 10);
      } else {
        bad[at] = text[random() % text.size()];
      }
    }
    auto loaded = LoadJson(bad);
    if (!loaded.ok()) {
      ++refused;
      continue;
    }
    EXPECT_TRUE(LoadJson(SaveJson(*loaded)).ok());
  }
  EXPECT_GT(refused, 30);
}

}  // namespace
}  // namespace tirx::ir
