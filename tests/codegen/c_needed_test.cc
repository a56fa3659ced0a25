// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_needed.h"

#include <gtest/gtest.h>

namespace tirx::codegen {
namespace {

constexpr const char* kShapes = R"(// SPDX-License-Identifier: Apache-2.0
// About the file.
#ifndef TIRX_SHAPES_H_
#define TIRX_SHAPES_H_

#include <math.h>
#include "other.h"

// NOLINTBEGIN
// Two sides.
struct tirx_shape {
  int a, b;
};
enum { TIRX_ONE = 1, TIRX_TWO };
#define TIRX_LIST(use) \
  use(a)               \
  use(b)

// --- about what follows ---

// Its area.
static inline int tirx_area(const tirx_shape* shape) {
  return shape->a * shape->b;
}
static inline int tirx_unused() {
  return TIRX_TWO;
}
#endif
)";

constexpr const char* kUses = R"(#pragma once
#include <vector>
#include <math.h>
static const int tirx_table[] = {
    TIRX_ONE, 2};
static inline int tirx_twice(int x,
                             tirx_shape shape) {
  if (x) {
    return tirx_table[1];
  }
  return 2 * tirx_area(&shape);
}
)";

NeededText Needed(std::string_view user) {
  return NeededOf({{"shapes", kShapes}, {"uses", kUses}}, user);
}

TEST(Needed, NothingForWhoUsesNothing) {
  const NeededText needed = Needed("int tirxless = area(TIRX);");
  EXPECT_EQ(needed.includes, "#include <math.h>\n#include <vector>\n");
  EXPECT_EQ(needed.declarations, "");
  EXPECT_EQ(needed.definitions, "");
}

TEST(Needed, PrototypesBeforeAndDefinitionsBehind) {
  const NeededText needed = Needed("int main() { return tirx_twice(1, {}); }");
  EXPECT_EQ(needed.declarations, R"(
// Two sides.
struct tirx_shape {
  int a, b;
};

static inline int tirx_twice(int x,
                             tirx_shape shape);
)");
  EXPECT_EQ(needed.definitions, R"(
// --- shapes ---

enum { TIRX_ONE = 1, TIRX_TWO };

// Its area.
static inline int tirx_area(const tirx_shape* shape) {
  return shape->a * shape->b;
}

// --- uses ---

static const int tirx_table[] = {
    TIRX_ONE, 2};

static inline int tirx_twice(int x,
                             tirx_shape shape) {
  if (x) {
    return tirx_table[1];
  }
  return 2 * tirx_area(&shape);
}
)");
}

TEST(Needed, MacrosAndEnumerators) {
  EXPECT_EQ(Needed("TIRX_LIST(f)").declarations,
            "\n#define TIRX_LIST(use) \\\n  use(a)               \\\n  use(b)\n");
  EXPECT_EQ(Needed("int two = TIRX_TWO;").declarations, "\nenum { TIRX_ONE = 1, TIRX_TWO };\n");
}

}  // namespace
}  // namespace tirx::codegen
