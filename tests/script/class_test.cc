// SPDX-License-Identifier: Apache-2.0
// Classes that live while compiling: what their instances leave in the program.
#include <gtest/gtest.h>

#include "backend/loader.h"
#include "script/elaborated.h"

namespace tirx::script {
namespace {

class ClassTest : public testing::Test {
 protected:
  void SetUp() override { backend::LoadAtStart(); }

  // The body of a function over A (float32, 64 elements) and i (int32), after definitions at file level;
  // indented by four columns, as is the result.
  static std::string Body(const std::string& before, const std::string& body) {
    std::string head = "def f(A: T.Tensor((64,), \"float32\"), i: T.int32):\n";
    std::string out = Elaborated(before + "@T.function\n" + head + body);
    size_t begin = out.find(head);
    return begin == std::string::npos ? out : out.substr(begin + head.size());
  }
};

constexpr const char* kRing = R"(
@T.meta_class
class Ring:
    DEPTH = 2

    def __init__(self, n, dtype="float32"):
        self.n = n
        self.bar = T.alloc_local((n * self.DEPTH,), dtype)
        self.stage: T.int32 = 0

    @T.inline
    def put(self, value):
        self.bar[self.stage] = value
        self.stage = (self.stage + 1) % self.n

    def capacity(self):
        return self.n * self.DEPTH

)";

TEST_F(ClassTest, FieldsAreNamedAfterTheInstance) {
  EXPECT_EQ(Body(kRing, R"(
    ring = Ring(4)
    ring.put(A[i])
    A[0] = ring.bar[ring.capacity() - 1]
    A[1] = T.cast(ring.stage, "float32")
)"),
            R"(    ring_bar = T.alloc_local((8,), "float32")
    ring_stage: T.int32 = 0
    value = A[i]
    ring_bar[ring_stage] = value
    ring_stage = (ring_stage + 1) % 4
    A[0] = ring_bar[7]
    A[1] = T.cast(ring_stage, "float32")
)");
}

TEST_F(ClassTest, BasesAndOverriding) {
  EXPECT_EQ(Body(std::string(kRing) + R"(
@T.meta_class
class Pair(Ring):
    DEPTH = 3

    def __init__(self, n):
        super().__init__(n, "float16")
        self.second = Ring(1)

    @T.inline
    def put(self, value):
        super().put(T.cast(value, "float16"))
        self.second.put(value)

)",
                 R"(
    pair = Pair(2)
    pair.put(A[i])
)"),
            R"(    pair_bar = T.alloc_local((6,), "float16")
    pair_stage: T.int32 = 0
    pair_second_bar = T.alloc_local((2,), "float32")
    pair_second_stage: T.int32 = 0
    value = A[i]
    value_1 = T.cast(value, "float16")
    pair_bar[pair_stage] = value_1
    pair_stage = (pair_stage + 1) % 2
    pair_second_bar[pair_second_stage] = value
    pair_second_stage = (pair_second_stage + 1) % 1
)");
}

TEST_F(ClassTest, ListsOfInstancesAndReferences) {
  EXPECT_EQ(Body(std::string(kRing) + R"(
@T.inline
def fill(ring, value):
    ring.put(value)

)",
                 R"(
    rings = [Ring(k + 1) for k in range(2)]
    for ring in rings:
        fill(ring, 1.0)
    last, first = rings[-1], rings[0]
    assert last.n == 2 and first is rings[0] and first is not last
    named = {"a": Ring(1)}
    named["a"].put(A[i])
)"),
            R"(    rings_0_bar = T.alloc_local((2,), "float32")
    rings_0_stage: T.int32 = 0
    rings_1_bar = T.alloc_local((4,), "float32")
    rings_1_stage: T.int32 = 0
    rings_0_bar[rings_0_stage] = 1.0
    rings_0_stage = (rings_0_stage + 1) % 1
    rings_1_bar[rings_1_stage] = 1.0
    rings_1_stage = (rings_1_stage + 1) % 2
    named_bar = T.alloc_local((2,), "float32")
    named_stage: T.int32 = 0
    value = A[i]
    named_bar[named_stage] = value
    named_stage = (named_stage + 1) % 1
)");
}

TEST_F(ClassTest, ValuesOfTheProgramAreBoundOnce) {
  EXPECT_EQ(Body(R"(
@T.meta_class
class Tile:
    def __init__(self, row):
        self.base = row * 8
        self.limit = self.base + 8

    def at(self, k):
        return self.base + k

)",
                 R"(
    tile = Tile(i)
    for k in range(tile.limit):
        A[tile.at(k)] = 0.0
)"),
            R"(    tile_base = i * 8
    tile_limit = tile_base + 8
    for k in range(tile_limit):
        A[tile_base + k] = 0.0
)");
}

TEST_F(ClassTest, InstancesOfTheFileLevelAreShared) {
  EXPECT_EQ(Body(R"(
@T.meta_class
class Config:
    def __init__(self, width, **more):
        self.width = width
        self.names = [f"{key}{value:02d}" for key, value in more.items()]

    def area(self, *, height):
        return self.width * height

CONFIG = Config(4, lanes=8)

)",
                 R"(
    assert CONFIG.names == ["lanes08"]
    assert isinstance(CONFIG, Config)
    A[CONFIG.area(height=3)] = 1.0
)"),
            "    A[12] = 1.0\n");
}

TEST_F(ClassTest, ClassesMayStandInFunctions) {
  EXPECT_EQ(Body("", R"(
    k = 3

    @T.meta_class
    class Local:
        def __init__(self):
            self.where = k

    A[Local().where] = 1.0
)"),
            "    A[3] = 1.0\n");
}

}  // namespace
}  // namespace tirx::script
