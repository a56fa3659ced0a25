// SPDX-License-Identifier: Apache-2.0
// One wrong text for each diagnostic of the elaborator. The parser's are in parser_test.cc.
#include <gtest/gtest.h>

#include "backend/loader.h"
#include "diag/render.h"
#include "script/script.h"

namespace tirx::script {
namespace {

struct Case {
  const char* kind;
  const char* text;  // the body of a function, indented by two; or a whole file when it begins with a newline
};

// clang-format off
const Case kCases[] = {
    {"UnknownName", "  A[0] = nothing"},
    {"UnknownMember", "  A[0] = T.nothing(x)"},
    {"UnknownMember", "  A[0] = T.gpu.nothing()"},
    {"UnknownAttribute", "  k = A.nothing"},
    {"UnknownAttribute", "  k = \"a\".nothing"},
    {"UnknownDType", "  A[0] = T.cast(x, \"floot32\")"},
    {"OpaqueUse", "\nimport numpy as np\n@T.function\ndef f(A: T.Tensor((np.pi,), \"float32\")):\n  pass\n"},
    {"NotAValue", "  A[0] = A"},
    {"NotAValue", "  A[0] = \"text\""},
    {"NotCallable", "  A[0] = x(1)"},
    {"NotIterable", "  a, b = x"},
    {"NotIterable", "  xs = [j for j in range(i)]"},
    {"NotSubscriptable", "  k = 3[0]"},
    {"NotAssignable", "  (1, 2)[0] = 3"},
    {"NotAContext", "  with 3:\n    pass"},
    {"CompileTimeRequired", "  for j in T.static_range(i):\n    pass"},
    {"BadOperands", "  k = 1 + \"a\""},
    {"BadOperands", "  k = 1 < \"a\""},
    {"BadOperand", "  k = -\"a\""},
    {"NoIrOperator", "  A[0] = x ** 2"},
    {"IntegerOverflow", "  k = 9223372036854775807 + 1"},
    {"IntegerOverflow", "  k = 99999999999999999999"},
    {"FloatOverflow", "  k = 10.0 ** 400"},
    {"NegativeShift", "  k = 1 << -1"},
    {"DivisionByZero", "  k = 1 // 0"},
    {"MathDomain", "\nimport math\nN = math.sqrt(-1)\n@T.function\ndef f(A: T.Tensor((N,), \"float32\")):\n  pass\n"},
    {"TooManyItems", "  k = [0] * 100000000"},
    {"IndexOutOfRange", "  k = [1, 2][2]"},
    {"KeyNotFound", "  k = {\"a\": 1}[\"b\"]"},
    {"BadDictKey", "  k = {[1]: 2}"},
    {"CallsTooDeep", "\ndef g(n):\n  return g(n + 1)\nN = g(0)\n@T.function\ndef f(A: T.Tensor((N,), \"float32\")):\n  pass\n"},
    {"AssertionFailed", "  assert 1 == 2, \"no\""},
    {"AssertionFailed", "  T.static_assert(False)"},
    {"MissingArgument", "  A[0] = T.exp()"},
    {"UnknownArgument", "  A[0] = T.exp(y=x)"},
    {"TooManyArguments", "  A[0] = T.exp(x, x)"},
    {"RepeatedArgument", "  A[0] = T.exp(x, x=x)"},
    {"BadCallArgument", "  with T.device_entry(launch=3):\n    pass"},
    {"BadAttribute", "  k = T.gpu.thread_idx(\"w\")"},
    {"RecursiveCall", "\n@T.function(private=True)\ndef f(x: T.float32) -> T.float32:\n  return f(x)\n"},
    {"WrongValueType", "  B[0] = x"},
    {"WrongValueType", "  B[0] = n"},
    {"TypeMismatch", "  k = i + x"},
    {"TypeMismatch", "  k = i + 0.5"},
    {"WrongOperandType", "  k = i / 2"},
    {"WrongOperandType", "  k = T.exp(i)"},
    {"ConstantOutOfRange", "  B[0] = 5000000000"},
    {"CannotCast", "  p = A.data\n  k = T.cast(p, \"float32\")"},
    {"NotABool", "  if i:\n    pass"},
    {"NotAVectorAccess", "  A[0:i] = x"},
    {"WrongIndexCount", "  A[0, 0] = x"},
    {"NegativeIndex", "  A[-1] = x"},
    {"RebindIrValue", "  k = x + 1\n  k = x + 2"},
    {"AssignedParameter", "  i = i + 1"},
    {"RebindIrValue", "  k = x + 1\n  for j in range(3):\n    k = x + 2"},
    {"RebindIrValue", "  for j in range(3):\n    for j in range(3):\n      pass"},
    {"CompileTimeMutation", "  k = 0\n  for j in range(3):\n    k = 1"},
    {"CompileTimeMutation", "  k = []\n  if x > 0.0:\n    k.append(1)"},
    {"CompileTimeMutation", "  k = {}\n  while x > 0.0:\n    k[1] = 2"},
    {"RedeclaredCell", "  k: T.int32 = 0\n  for j in range(3):\n    k: T.int32 = 1"},
    {"WalrusOnIr", "  A[(k := i)] = x"},
    {"WrongUnpackCount", "  a, b = 1, 2, 3"},
    {"StatementInLazyOperand", "  k = x > 0.0 and 0.0 < T.gpu.atomic_add(A[0], x) < 5.0"},
    {"StatementOutsideFunction", "\nk = T.alloc_local((1,), \"int32\")\n@T.function\ndef f(A: T.Tensor((k,), \"int32\")):\n  pass\n"},
    {"OutsideLoop", "  break"},
    {"OutsideLoop", "  continue"},
    {"OutsideFunction", "\nif True:\n  N = 1\n  return\n@T.function\ndef f(A: T.Tensor((N,), \"int32\")):\n  pass\n"},
    {"JumpUnderIrCondition", "  for j in T.static_range(3):\n    if x > 0.0:\n      break"},
    {"ReturnUnderIrCondition", "  @T.inline\n  def g():\n    if x > 0.0:\n      return 1\n  g()"},
    {"UnexpectedReturnValue", "  return x"},
    {"LoopStep", "  for j in range(10, 0, -1):\n    pass"},
    {"NestedEntry", "  with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):\n    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):\n      pass"},
    {"NestedFunction", "  @T.function\n  def g():\n    pass"},
    {"NotInModuleClass", "\nfrom tirx.script import ir as I\n@I.ir_module\nclass M:\n  x = 1\n"},
    {"DuplicateFunction", "\n@T.function\ndef f():\n  pass\n@T.function\ndef f():\n  pass\n"},
    {"MissingAnnotation", "\n@T.function\ndef f(x):\n  pass\n"},
    {"BadAnnotation", "\n@T.function\ndef f(x: T.float32 = 1):\n  pass\n"},
    {"BadQuotedExtent", "\n@T.function\ndef f(A: T.Tensor((\"n n\",), \"int32\")):\n  pass\n"},
    {"UnboundLength", "\n@T.function\ndef f(A: T.Tensor((\"n * 2\",), \"int32\")):\n  pass\n"},
    {"NoFunctions", "\nx = 1\n"},
    {"OmittedText", "  T.omitted(\"much\")"},
    {"UnsupportedSyntax", "  del x"},
    {"CompileTimeRequired", "  k = f\"{x}\""},
    {"UnsupportedSyntax", "  k = {1, 2}"},
    {"BadAssignmentTarget", "  for A[0] in range(3):\n    pass"},
    {"NestingTooDeep", "\ndef g(e, n):\n  return e if n == 0 else g(lambda: (((e() + x) + x) + x) + x, n - 1)\n@T.function\ndef f(A: T.Tensor((1,), \"float32\"), x: T.float32):\n  pass\nN = 1\nfor k in range(1100):\n  N = -T.float32(1) + N\n@T.function\ndef h(x: T.float32):\n  T.evaluate(N)\n"},
    {"BadCallArgument", "  k = \"\\u00e9\".upper()"},
    {"BadCallArgument", "  k = []\n  k.append((1, k))"},
    {"BadCallArgument", "  k = []\n  k += [lambda y=k: y]"},
    {"BadCallArgument", "  k = {}\n  k[1] = [k.get]"},
    {"BadDictKey", "  k = {}\n  k[(1, [2])] = 3"},
    {"BadFString", "  k = f\"{}\""},
    {"BadFString", "  k = f\"a}\""},
    {"BadFString", "  k = f\"{i\""},
    {"BadFString", "  k = f\"{i!x}\""},
    {"BadFString", "  k = f\"{1:{2:{3}}}\""},
    {"UnexpectedToken", "  k = f\"{1 2}\""},
    {"UnknownName", "  k = f\"{1:{nothing}}\""},
    {"BadFormat", "  k = f\"{1:q}\""},
    {"BadFormat", "  k = f\"{1:n}\""},
    {"BadFormat", "  k = f\"{[1]:3}\""},
    {"BadFormat", "  k = f\"{1.5:d}\""},
    {"BadOperands", "  k = 1 is 1"},
    {"SuperOutsideMethod", "  super().__init__()"},
    {"BadClass", "  @T.meta_class\n  class C:\n    @property\n    def x(self):\n      return 1"},
    {"BadClass", "  @T.meta_class\n  class C:\n    def __add__(self, other):\n      return 1"},
    {"BadClass", "  @T.meta_class\n  class C:\n    @T.function\n    def x(self):\n      return 1"},
    {"BadClass", "  @T.meta_class\n  class C:\n    def x():\n      return 1"},
    {"BadClass", "  @T.meta_class\n  class C:\n    if True:\n      y = 1"},
    {"BadClass", "  @T.meta_class\n  class C(int):\n    pass"},
    {"BadClass", "  @T.meta_class\n  class C:\n    pass\n  @T.meta_class\n  class D(C, C):\n    pass"},
    {"BadClass", "\n@T.meta_class\nclass C(metaclass=1):\n  pass\n@T.function\ndef f():\n  C()\n"},
    {"OpaqueUse", "  class C:\n    pass\n  C()"},
    {"TooManyArguments", "  @T.meta_class\n  class C:\n    pass\n  C(1)"},
    {"MissingArgument", "  @T.meta_class\n  class C:\n    def __init__(self, n):\n      pass\n  C()"},
    {"UnexpectedReturnValue", "  @T.meta_class\n  class C:\n    def __init__(self):\n      return 1\n  C()"},
    {"UnknownAttribute", "  @T.meta_class\n  class C:\n    pass\n  k = C().size"},
    {"NotAssignable", "  @T.meta_class\n  class C:\n    size = 1\n  C.size = 2"},
    {"NotAssignable", "  k = (1, 2)\n  k.x = 2"},
    {"CompileTimeMutation", "  @T.meta_class\n  class C:\n    n = 1\n  c = C()\n  for j in range(3):\n    c.n = 2"},
    {"CompileTimeMutation", "  @T.meta_class\n  class C:\n    n = 1\n  c = C()\n  if x > 0.0:\n    c.n: T.int32 = 2"},
    {"CompileTimeMutation", "\nxs = []\n@T.function\ndef f():\n  xs.append(1)\n"},
    {"RebindIrValue", "  @T.meta_class\n  class C:\n    pass\n  c = C()\n  c.y = x + 1\n  c.y = x + 2"},
    {"RedeclaredCell", "  @T.meta_class\n  class C:\n    pass\n  c = C()\n  c.y = 1\n  c.y: T.int32 = 2"},
    {"NotSpecialized", "\n@T.jit\ndef k(*, N: T.constexpr):\n  pass\n"},
    {"NotSpecialized", "\n@T.jit\ndef k(*, N: T.constexpr):\n  pass\n@T.function\ndef f():\n  k()\n"},
    {"BadSpecialization", "\n@T.jit\ndef k(*, N: T.constexpr):\n  pass\n@T.function\ndef f():\n  k.specialize(N=[1])\n"},
    {"BadSpecialization", "\n@T.jit\ndef k(A: T.Optional[T.Tensor((4,), \"int32\")]):\n  pass\n@T.function\ndef f():\n  k.specialize(A=1)\n"},
    {"UnknownArgument", "\n@T.jit\ndef k(*, N: T.constexpr):\n  pass\n@T.function\ndef f():\n  k.specialize(M=1)\n"},
    {"MissingArgument", "\n@T.jit\ndef k(*, N: T.constexpr):\n  pass\n@T.function\ndef f():\n  k.specialize()\n"},
    {"TooManyArguments", "\n@T.jit\ndef k(*, N: T.constexpr):\n  pass\n@T.function\ndef f():\n  k.specialize(1)\n"},
    {"BadAnnotation", "\n@T.jit\ndef k(N: T.constexpr):\n  pass\n@T.function\ndef f():\n  k.specialize(N=1)\n"},
    {"BadAnnotation", "\n@T.jit\ndef k(*, x: T.int32):\n  pass\n@T.function\ndef f():\n  k.specialize(x=1)\n"},
    {"BadAnnotation", "\n@T.jit\ndef k(x: T.Optional[T.int32]):\n  pass\n@T.function\ndef f():\n  k.specialize()(1)\n"},
    {"BadDictKey", "  k = {[j]: 1 for j in range(2)}"},
};
// clang-format on

std::string TextOf(const Case& c) {
  std::string text = "from tirx import script as T\n";
  if (c.text[0] == '\n') return text + (c.text + 1);
  return text +
         "@T.function\n"
         "def f(A: T.Tensor((8,), \"float32\"), B: T.Tensor((8,), \"int32\"), x: T.float32, i: T.int32, n: "
         "T.int64):\n" +
         c.text + "\n";
}

TEST(Errors, EachKindIsProvokedOnceAndAlone) {
  backend::LoadAtStart();
  for (const Case& c : kCases) {
    auto module = ParseModule(SourceFile("k.py", TextOf(c)));
    ASSERT_FALSE(module.ok()) << c.text;
    ASSERT_FALSE(module.diagnostics().empty());
    std::string_view kind = diag::KindName(module.diagnostics().front().kind);
    EXPECT_EQ(kind, c.kind) << c.text << "\n" << diag::Render(module.diagnostics());
    EXPECT_EQ(module.diagnostics().size(), 1u) << c.text << "\n" << diag::Render(module.diagnostics());
    EXPECT_TRUE(module.diagnostics().front().span.defined()) << c.text;
  }
}

TEST(Errors, StepLimit) {
  backend::LoadAtStart();
  Options options;
  options.step_limit = 10000;
  SourceFile file("k.py", "def g():\n  while True:\n    pass\ng()\n");
  auto result = EvaluateExpression(file, options);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.diagnostics().front().kind, DK::StepLimit);
}

// A protocol that refuses everything, as a Python object whose operations raise would.
class Refusing : public ForeignProtocol {
 public:
  Result<Any> Apply(Operation operation, const std::vector<Any>&,
                    const std::vector<std::pair<std::string, Any>>&, const Span& at) override {
    if (operation == Operation::Define) return Any(nullptr);  // it has no source
    return Fail(DK::OpaqueUse, at, {"the object"});
  }
  Result<Any> Convert(const Any& object, const Span&) override { return object; }
};

TEST(Errors, ForeignObjects) {
  backend::LoadAtStart();
  Refusing refusing;
  Options options;
  options.foreign = &refusing;
  options.captured = {{"thing", Any(SourceFile("x", "y"))}};
  for (const char* text : {"thing.a", "thing(1)", "thing[0]", "thing + 1", "thing < 1", "-thing",
                           "len(thing)", "[k for k in thing]", "1 if thing else 2"}) {
    auto result = EvaluateExpression(SourceFile("k.py", text), options);
    ASSERT_FALSE(result.ok()) << text;
    EXPECT_EQ(result.diagnostics().front().message,
              "the object cannot be used here: the compiler knows nothing about it")
        << text;
  }
  auto passed = EvaluateExpression(SourceFile("k.py", "thing(len)"), options);
  ASSERT_FALSE(passed.ok());
  EXPECT_EQ(passed.diagnostics().front().kind, DK::NotForPython);
}

TEST(Errors, OneMistakeGivesOneMessage) {
  backend::LoadAtStart();
  SourceFile file("k.py",
                  "from tirx import script as T\n"
                  "@T.function\n"
                  "def f(A: T.Tensor((8,), \"float32\")):\n"
                  "    a = wrong1\n"
                  "    b = a + 1\n"
                  "    A[0] = b\n"
                  "    for i in wrong2:\n"
                  "        A[i] = a\n"
                  "    A[1] = wrong3\n"
                  "@T.function\n"
                  "def g(A: T.Tensor((8,), \"float32\")):\n"
                  "    A[0] = lenn(A.shape)\n");
  auto module = ParseModule(file);
  ASSERT_FALSE(module.ok());
  std::string lines;
  for (const auto& d : module.diagnostics()) lines += std::to_string(d.span->line) + " ";
  EXPECT_EQ(lines, "4 7 9 12 ") << diag::Render(module.diagnostics());
  EXPECT_EQ(diag::Render(module.diagnostics().back()),
            "k.py:12:12: error: unknown name `lenn` [UnknownName]\n"
            "        A[0] = lenn(A.shape)\n"
            "               ^~~~\n"
            "note: did you mean `len`?\n");
}

}  // namespace
}  // namespace tirx::script
