// SPDX-License-Identifier: Apache-2.0
// `@T.jit` functions: names, equal values, optional tensors, values from the caller.
#include <gtest/gtest.h>

#include "backend/loader.h"
#include "script/elaborated.h"

namespace tirx::script {
namespace {

constexpr const char* kCopy = R"(
@T.jit
def copy(A: T.Tensor(("n", N), dtype), bias: T.Optional[T.Tensor((N,), dtype)], *, N: T.constexpr,
         dtype: T.constexpr = "float32", twice: T.constexpr = False):
    for j in range(N):
        if bias is not None:
            A[0, j] = bias[j]
        if twice:
            A[0, j] = A[0, j] * 2.0

)";

class TemplateTest : public testing::Test {
 protected:
  void SetUp() override { backend::LoadAtStart(); }

  static std::string Made(std::map<std::string, Any, std::less<>> values) {
    Options options;
    options.specialize = std::move(values);
    return Elaborated(kCopy, options);
  }
  static std::string NameOf(std::map<std::string, Any, std::less<>> values, const std::string& text = kCopy) {
    SourceFile file("k.py", "from tirx import script as T\n" + text);
    auto made = Specialize(file, "copy", std::move(values));
    return made.ok() ? made->function : diag::Render(made.diagnostics());
  }
};

TEST_F(TemplateTest, ConstantsTakeTheirPlaceEverywhere) {
  EXPECT_EQ(Made({{"N", Any(int64_t(8))}, {"twice", Any(true)}}), R"(@T.function
def copy_N8_dtype_float32_twice_True(A: T.Tensor(("n", 8), "float32"), bias: T.Tensor((8,), "float32")):
    for j in range(8):
        A[0, j] = bias[j]
        A[0, j] = A[0, j] * 2.0
)");
}

TEST_F(TemplateTest, ATensorThatIsNoneDisappears) {
  EXPECT_EQ(Made({{"N", Any(int64_t(8))}, {"twice", Any(true)}, {"bias", Any(nullptr)}}), R"(@T.function
def copy_no_bias_N8_dtype_float32_twice_True(A: T.Tensor(("n", 8), "float32")):
    for j in range(8):
        A[0, j] = A[0, j] * 2.0
)");
}

TEST_F(TemplateTest, NamesAreMadeOfTheValues) {
  EXPECT_EQ(NameOf({{"N", Any(int64_t(8))}}), "copy_N8_dtype_float32_twice_False");
  EXPECT_EQ(NameOf({{"N", Any(int64_t(8))}, {"dtype", Any(Float(16))}}), "copy_N8_dtype_float16_twice_False");
  std::string any = "@T.jit\ndef copy(*, x: T.constexpr):\n  pass\n";
  EXPECT_EQ(NameOf({{"x", Any(int64_t(-3))}}, any), "copy_x_m3");
  EXPECT_EQ(NameOf({{"x", Any(0.5)}}, any), "copy_x0p5");
  EXPECT_EQ(NameOf({{"x", Any(nullptr)}}, any), "copy_x_None");
  // What cannot stand in a name is a hash, of the value alone.
  std::string odd = NameOf({{"x", Any(String("a-b"))}}, any);
  EXPECT_TRUE(odd.size() == 14 || odd.size() == 15) << odd;
  EXPECT_EQ(odd, NameOf({{"x", Any(String("a-b"))}}, any));
  EXPECT_NE(odd, NameOf({{"x", Any(String("a+b"))}}, any));
}

TEST_F(TemplateTest, EqualValuesGiveOneFunction) {
  EXPECT_EQ(Elaborated(R"(
@T.jit(private=True)
def scaled(x: T.float32, *, by: T.constexpr) -> T.float32:
    return x * by

@T.inline
def act(x):
    return x + 1.0

@T.jit(private=True)
def applied(x: T.float32, *, fn: T.constexpr) -> T.float32:
    return fn(x)

twice = scaled.specialize(by=2.0)

@T.function
def f(A: T.Tensor((4,), "float32")):
    A[0] = twice(A[1])
    A[1] = scaled.specialize(by=2.0)(A[2])
    A[2] = scaled.specialize(by=3.0)(A[2])
    A[3] = applied.specialize(fn=act)(A[3])
)"),
            R"(@T.function(private=True)
def scaled_by2p0(x: T.float32) -> T.float32:
    return x * 2.0
@T.function(private=True)
def scaled_by3p0(x: T.float32) -> T.float32:
    return x * 3.0
@T.function(private=True)
def applied_fn_act(x: T.float32) -> T.float32:
    return x + 1.0
@T.function
def f(A: T.Tensor((4,), "float32")):
    A[0] = scaled_by2p0(A[1])
    A[1] = scaled_by2p0(A[2])
    A[2] = scaled_by3p0(A[2])
    A[3] = applied_fn_act(A[3])
)");
}

TEST_F(TemplateTest, OneAndTrueAreDifferent) {
  std::string any = "@T.jit\ndef copy(*, x: T.constexpr):\n  pass\n";
  EXPECT_EQ(NameOf({{"x", Any(int64_t(1))}}, any), "copy_x1");
  EXPECT_EQ(NameOf({{"x", Any(true)}}, any), "copy_x_True");
  EXPECT_EQ(NameOf({{"x", Any(1.0)}}, any), "copy_x1p0");
}

TEST_F(TemplateTest, ConstantsFromText) {
  auto parsed = [](const char* text) { return ParseConstant(SourceFile("--specialize", text)); };
  EXPECT_EQ(parsed("128")->cast<int64_t>(), 128);
  EXPECT_EQ(std::string(parsed("float16")->cast<String>()), "float16");
  EXPECT_EQ(parsed("(4, 8)")->cast<Array<Any>>().size(), 2u);
  EXPECT_EQ(parsed("None")->type_index(), ffi::TypeIndex::kTVMFFINone);
  EXPECT_FALSE(parsed("").ok());
  EXPECT_FALSE(parsed("x = 1").ok());
  EXPECT_FALSE(parsed("lambda: 1").ok());
}

}  // namespace
}  // namespace tirx::script
