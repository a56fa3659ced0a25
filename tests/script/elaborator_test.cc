// SPDX-License-Identifier: Apache-2.0
// What the elaborator builds, seen through the printer: each case is a body of a function and what it
// becomes.
#include <gtest/gtest.h>

#include "backend/loader.h"
#include "script/captured.h"
#include "script/elaborated.h"

namespace tirx::script {
namespace {

class ElaboratorTest : public testing::Test {
 protected:
  void SetUp() override { backend::LoadAtStart(); }

  static std::string Module(const std::string& text, bool verified = true) {
    return Elaborated(text, {}, verified);
  }

  // The body of a function over A and B (float32, 64 elements), x (float32), i (int32), n (int64), c (bool);
  // indented by four columns, as is the result.
  static std::string Body(const std::string& text, const std::string& before = "", bool verified = true) {
    std::string signature =
        "@T.function\n"
        "def f(A: T.Tensor((64,), \"float32\"), B: T.Tensor((8, 8), \"float32\"), x: T.float32, i: T.int32, "
        "n: T.int64,\n"
        "        c: T.bool):\n";
    std::string out = Module(before + signature + text, verified);
    size_t begin = out.find("):\n", std::min(out.rfind("def f("), out.size()));
    return begin == std::string::npos ? out : out.substr(begin + 3);
  }
};

TEST_F(ElaboratorTest, BindsCellsAndStores) {
  EXPECT_EQ(Body(R"(
    y = x + 1
    A[i] = y * 2
    z: T.int32 = 5
    z = z + i
    z += 1
    B[i, 0] = -x
    w: T.float32
    w = 0
    k = 3
    k = k + 1
    A[k] = k
)"),
            R"(    y = x + 1.0
    A[i] = y * 2.0
    z: T.int32 = 5
    z = z + i
    z = z + 1
    B[i, 0] = -x
    w: T.float32 = 0.0
    A[4] = 4.0
)");
}

TEST_F(ElaboratorTest, TypesMixByTheRules) {
  EXPECT_EQ(Body(R"(
    a = i + n
    b = T.cast(i, "float32") * x
    d = T.float16(1.5)
    e = d + x
    q = i // 4 % 3
    g = T.truncdiv(i, 2)
    h = i << 2 | 1
    k = T.int64(i) < n
    m = T.min(x, 0, T.float32(2))
    p = T.ceildiv(n, 128)
)"),
            R"(    a = T.cast(i, "int64") + n
    b = T.cast(i, "float32") * x
    d = T.float16(1.5)
    e = T.cast(d, "float32") + x
    q = i // 4 % 3
    g = T.truncdiv(i, 2)
    h = i << 2 | 1
    k = T.cast(i, "int64") < n
    m = T.min(T.min(x, 0.0), 2.0)
    p = (n + 127) // 128
)");
}

TEST_F(ElaboratorTest, LogicIsLazyAndComparisonsChain) {
  EXPECT_EQ(Body(R"(
    a = c and i < 3 or not c
    b = 0 <= i < 10
    d = 0 <= i + 1 < 10
    e = A[i] if i < 64 else 0
    q = T.Select(c, x, 1)
    g = c and True
    h = True and c
)"),
            R"(    a = c and i < 3 or not c
    b = 0 <= i and i < 10
    middle = i + 1
    d = 0 <= middle and middle < 10
    e = T.if_then_else(i < 64, A[i], 0.0)
    q = T.Select(c, x, 1.0)
    g = c
    h = c
)");
}

TEST_F(ElaboratorTest, ChainsInOperandsThatMayNotBeEvaluated) {
  EXPECT_EQ(Body("    a = c and 0 <= A[i] + 1 < x\n"), R"(    a = c and (0.0 <= A[i] + 1.0 and A[i] + 1.0 < x)
)");
  EXPECT_NE(Body("    a = c and 0 <= T.gpu.atomic_add(A[i], 1) < x\n").find("[StatementInLazyOperand]"),
            std::string::npos);
}

TEST_F(ElaboratorTest, LetWithAType) {
  EXPECT_EQ(Body("    y: T.let = x + 1.0\n    z: T.let[T.int64] = i + 1\n    w: T.let[T.int32] = 3\n"),
            R"(    y = x + 1.0
    z = T.cast(i + 1, "int64")
    w = T.int32(3)
)");
}

// `T.grid` is one `for` statement: `break` leaves all of its loops, `continue` goes on with the next point.
TEST_F(ElaboratorTest, BreakLeavesTheWholeGrid) {
  EXPECT_EQ(Body(R"(
    for j, k in T.grid(2, 3):
        for m in range(3):
            break
        if c:
            break
        continue
    for j, k in T.grid(2, 3):
        for m in range(3):
            break
)"),
            R"(    left: T.bool = T.bool(False)
    for j in range(2):
        for k in range(3):
            for m in range(3):
                break
            if c:
                left = T.bool(True)
                break
            continue
        if left:
            break
    for j in range(2):
        for k in range(3):
            for m in range(3):
                break
)");
}

TEST_F(ElaboratorTest, LoopsAndControl) {
  EXPECT_EQ(Body(R"(
    for j in range(4):
        A[j] = x
    for j in range(i, n, 2):
        if j == 5:
            continue
        elif c:
            break
        else:
            A[j] = 0
    for j in T.unroll(4):
        pass
    for j, k in T.grid(2, (3, 5)):
        B[j, k] = x
    for j in T.static_range(3):
        if j == 1:
            continue
        A[j] = j
    for name, value in {"a": 1, "b": 2}.items():
        A[value] = len(name)
    while c:
        A[0] = 1
    while True:
        if c:
            break
    assert c, "bad"
    assert i < 3, ("ValueError", ["i is ", i])
    if c:
        return
    T.evaluate(x)
)"),
            R"(    for j in range(4):
        A[j] = x
    for j in range(T.cast(i, "int64"), n, 2):
        if j == 5:
            continue
        elif c:
            break
        else:
            A[j] = 0.0
    for j in T.unroll(4):
        pass
    for j in range(2):
        for k in range(3, 5):
            B[j, k] = x
    A[0] = 0.0
    A[2] = 2.0
    A[1] = 1.0
    A[2] = 1.0
    while c:
        A[0] = 1.0
    while T.bool(True):
        if c:
            break
    assert c, ("RuntimeError", ["bad"])
    assert i < 3, ("ValueError", ["i is ", i])
    if c:
        return
    T.evaluate(x)
)");
}

TEST_F(ElaboratorTest, VectorsAndRegions) {
  EXPECT_EQ(Body(R"(
    v = A[0:4]
    A[i:i + 4] = v * 2
    B[i, 4:8] = v
    A[0:8:2] = A[8:12]
    u = A[T.Ramp(i, 1, 4)]
    s = T.Broadcast(x, 4) + v
    k: T.int32 = i
    w = A[k:k + 4]
    k = k + 1
    A[0:4] = w
)"),
            R"(    A[T.Ramp(i, 1, 4)] = A[T.Ramp(0, 1, 4)] * T.Broadcast(2.0, 4)
    B[i, T.Ramp(4, 1, 4)] = A[T.Ramp(0, 1, 4)]
    A[T.Ramp(0, 2, 4)] = A[T.Ramp(8, 1, 4)]
    u = A[T.Ramp(i, 1, 4)]
    s = T.Broadcast(x, 4) + A[T.Ramp(0, 1, 4)]
    k: T.int32 = i
    w_0 = k
    k = k + 1
    A[T.Ramp(0, 1, 4)] = A[T.Ramp(w_0, 1, 4)]
)");
}

TEST_F(ElaboratorTest, DeviceEntries) {
  EXPECT_EQ(Body(R"(
    blocks = T.ceildiv(n, 128)
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=(blocks, 2), block=128, dynamic_smem_bytes=1024)):
        tx = T.gpu.thread_idx("x")
        tile = T.alloc_shared((32, 33), "float32")
        tile[tx, 0] = x
        T.gpu.sync()
        own = T.alloc_local((4,), "float16")
        own[0] = 1
        y = T.gpu.shuffle_xor(x, 16)
        T.gpu.atomic_add(A[tx], y)
    T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32), backend_config={"cuda": {"ptxas": ["-O1"], "arch": "sm_90a"}})
    tx = T.gpu.thread_idx("x")
    if tx == 0:
        return
    A[tx] = T.exp(x)
)"),
            R"(    blocks = (n + 127) // 128
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=(blocks, 2), block=128, dynamic_smem_bytes=1024)):
        tx = T.gpu.thread_idx("x")
        tile = T.alloc_shared((32, 33), "float32")
        tile[tx, 0] = x
        T.gpu.sync()
        own = T.alloc_local((4,), "float16")
        own[0] = 1.0
        y = T.gpu.shuffle_xor(x, 16)
        T.gpu.atomic_add(A[tx], y)
    with T.device_entry(
        launch=T.gpu.LaunchConfig(grid=1, block=32),
        backend_config={"cuda": {"arch": "sm_90a", "ptxas": ["-O1"]}},
    ):
        tx = T.gpu.thread_idx("x")
        if tx == 0:
            return
        A[tx] = T.exp(x)
)");
}

TEST_F(ElaboratorTest, InlineFunctionsBindTheirValuesOnce) {
  EXPECT_EQ(Body(R"(
    total: T.float32 = 0
    add(total, x * 2)
    add(total, x)
    A[0] = twice(total)
)",
                 R"(
@T.inline
def add(cell, value):
    cell = cell + value * value

@T.inline
def twice(value):
    half = value + 1
    return half * 2
)"),
            R"(    total: T.float32 = 0.0
    value = x * 2.0
    total = total + value * value
    total = total + x * x
    half = total + 1.0
    A[0] = half * 2.0
)");
}

TEST_F(ElaboratorTest, CompileTimeFunctionsAndNamesOfTheFile) {
  EXPECT_EQ(Body(R"(
    for size in SIZES:
        A[size] = scale(size)
    xs = [x + k for k in T_RANGE if k % 2]
    A[1] = sum(xs)
)",
                 R"(
import math
import numpy as np

SIZES = []
for i in range(3):
    SIZES.append(2 ** i)
T_RANGE = range(4)

def scale(size, factor=FACTOR_DEFAULT if False else 3):
    result = 0
    while size > 0:
        result += factor
        size -= 1
    return result * math.sqrt(4)

def never_used():
    return np.zeros(3) + f"{1}"

if __name__ == "__main__":
    print(never_used())
)"),
            R"(    A[1] = 6.0
    A[2] = 12.0
    A[4] = 24.0
    xs_0 = x + 1.0
    xs_1 = x + 3.0
    A[1] = xs_0 + xs_1
)");
}

TEST_F(ElaboratorTest, QuotedLengths) {
  EXPECT_EQ(Module(R"(
@T.function
def f(A: T.Tensor(("m + 1", "n"), "float32", strides=("s", 1)), B: T.Tensor(("m",), "float32"), n: T.int32):
    """Doc."""
    T.func_attr({"tags": ["a", 1], "on": True})
    A[0, m] = T.cast(n, "float32")
    B[0] = T.cast(A.shape[1] + A.ndim, A.dtype)
)"),
            R"(@T.function
def f(A: T.Tensor(("m + 1", "n"), "float32", strides=("s", 1)), B: T.Tensor(("m",), "float32"), n: T.int32):
    """Doc."""
    T.func_attr({"on": True, "tags": ["a", 1]})
    A[0, m] = T.cast(n, "float32")
    B[0] = T.cast(n + 2, "float32")
)");
}

TEST_F(ElaboratorTest, FunctionsCallOneAnother) {
  EXPECT_EQ(Module(R"(
@T.function
def main(A: T.Tensor((8,), "float32"), p: T.handle("float32"), h: T.handle) -> T.int32:
    fill(A, helper(A[0], 2))
    view = T.decl_tensor((4,), "float32", data=p)
    view[0] = 1
    return 3

@T.function(private=True)
def helper(x: T.float32, k: T.int32) -> T.float32:
    return x * T.cast(k, "float32")

@T.function(private=True)
def fill(A: T.Tensor((8,), "float32"), x: T.float32):
    A[0] = x

@T.function(private=True)
def declared(x: T.float32) -> T.float32: ...
)"),
            R"(@T.function
def main(A: T.Tensor((8,), "float32"), p: T.handle("float32"), h: T.handle) -> T.int32:
    fill(A, helper(A[0], 2))
    view = T.decl_tensor((4,), "float32", data=p)
    view[0] = 1.0
    return 3
@T.function(private=True)
def helper(x: T.float32, k: T.int32) -> T.float32:
    return x * T.cast(k, "float32")
@T.function(private=True)
def fill(A: T.Tensor((8,), "float32"), x: T.float32):
    A[0] = x
@T.function(private=True)
def declared(x: T.float32) -> T.float32: ...
)");
}

// Nodes that the verifier would refuse are kept as they stand, too.
TEST_F(ElaboratorTest, ExactForms) {
  std::string body = R"(    a = T.call("add", i, 0)
    b = T.call("cast", 4, ty=T.float32)
    d = T.call("const", attrs={"value": 7}, ty=T.handle)
    e = T.call("no.such", x, "s", attrs={"k": 1}, ty=T.float32)
    with T.region("some.region", i, attrs={"key": 1}, types=(T.int32, T.float32)) as (p, q):
        T.evaluate(p)
    g = T.uint64(18446744073709551615)
    h = g + 18446744073709551614
    k = T.float32("-inf")
    for j in T.serial(i, extent=8):
        pass
    for j in T.serial(8, annotations={"a": "b"}):
        pass
    m: T.int32
    m = T.ref(m)[i]
    o = T.StringImm("text")
    r = T.tensor_load(B, i)
    s = T.reinterpret("int32", x)
    T.host.check_tensor(0, T.tensor_data_ptr(A), n, n, n, strided=True)
)";
  EXPECT_EQ(Body("\n" + body, "", false), body);
}

TEST_F(ElaboratorTest, NamesThatStandForExpressions) {
  EXPECT_EQ(Body(R"(
    k = T.meta_var(i * 2)
    A[k] = x
    k = T.meta_var(k + 1)
    A[k] = 1.0 if f"{A.shape[0]:03d}" == "064" else 0.0
    with (T.region("first", types=(T.int32,)) as p,
          T.region("second")):
        A[p] = x
)",
                 "", false),
            R"(    A[i * 2] = x
    A[i * 2 + 1] = 1.0
    with T.region("first", types=(T.int32,)) as p:
        with T.region("second"):
            A[p] = x
)");
}

TEST_F(ElaboratorTest, AFunctionForTheDecorator) {
  Options options;
  options.captured = {{"T", LanguageName("")}, {"N", Any(int64_t(16))}, {"dtype", Any(String("float16"))}};
  SourceFile file("m.py",
                  "    @T.function\n"
                  "    def f(A: T.Tensor((N,), dtype)):\n"
                  "        A[0] = N\n",
                  40);
  auto module = ParseFunction(file, "f", options);
  ASSERT_TRUE(module.ok()) << diag::Render(module.diagnostics());
  EXPECT_EQ(ir::Print((*module)->functions[0], {.width = 110, .header = false}),
            "@T.function\ndef f(A: T.Tensor((16,), \"float16\")):\n    A[0] = 16.0\n");
  EXPECT_EQ(ToString((*module)->functions[0]->span), "m.py:41:9");
}

TEST_F(ElaboratorTest, TheExamplesReadBack) {
  for (std::string name : {"scale", "saxpy", "transpose", "softmax", "two_entries", "private_helper"}) {
    FILE* file = std::fopen((std::string(TIRX_SOURCE_DIR) + "/examples/" + name + ".py").c_str(), "r");
    ASSERT_NE(file, nullptr) << name;
    std::string text(1 << 16, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), file));
    std::fclose(file);
    std::string shown = Module(text);
    EXPECT_EQ(shown.substr(0, 11), "@T.function") << shown;
  }
}

}  // namespace
}  // namespace tirx::script
