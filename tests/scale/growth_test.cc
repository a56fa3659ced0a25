// SPDX-License-Identifier: Apache-2.0
// Every stage takes sixteen times as much for sixteen times the program. Counted, not timed: allocations,
// their bytes (copies of growing lists are many bytes) and visits of IR nodes.
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "codegen/host_bytecode.h"
#include "diag/render.h"
#include "driver/compile.h"
#include "driver/library.h"
#include "ir/json.h"
#include "ir/printer.h"
#include "long_program.h"
#include "script/script.h"

#if !TIRX_INSTRUMENTED
namespace {
thread_local size_t g_allocations = 0, g_bytes = 0;
}  // namespace

// glibc's own allocator under the names that every library calls (The GNU C Library, "Replacing malloc").
extern "C" {
void* __libc_malloc(size_t size);
void* __libc_realloc(void* old, size_t size);
void* __libc_calloc(size_t count, size_t size);
void __libc_free(void* memory);

void* malloc(size_t size) {
  ++g_allocations;
  g_bytes += size;
  return __libc_malloc(size);
}
void* realloc(void* old, size_t size) {
  ++g_allocations;
  g_bytes += size;
  return __libc_realloc(old, size);
}
void* calloc(size_t count, size_t size) {
  ++g_allocations;
  g_bytes += count * size;
  return __libc_calloc(count, size);
}
void free(void* memory) {
  __libc_free(memory);
}
}

namespace tirx {
namespace {

size_t g_visits = 0;
std::vector<NodeOps> g_plain;  // by type index, as registered

void CountedVisit(const Object* node, const ChildVisitor& visit) {
  ++g_visits;
  g_plain[size_t(node->type_index())].visit(node, visit);
}
ObjectRef CountedMap(const ObjectRef& node, const ChildMapper& mapper) {
  ++g_visits;
  return g_plain[size_t(node->type_index())].map(node, mapper);
}
void CountedFields(const Object* node, const FieldReceiver& receive) {
  ++g_visits;
  g_plain[size_t(node->type_index())].compared_fields(node, receive);
}

// Puts counting functions in the place of every node's own. The table is constant for everyone else.
void CountVisits() {
  driver::EnsureLibrary();
  if (!g_plain.empty()) return;
  g_plain.resize(4096);
  for (size_t i = 0; i < g_plain.size(); ++i) {
    const NodeOps& ops = NodeOpsOf(int32_t(i));
    if (!ops.visit) continue;
    g_plain[i] = ops;
    const_cast<NodeOps&>(ops) = {CountedVisit, CountedMap, CountedFields};
  }
}

struct Work {
  size_t visits, allocations, bytes;
};

template <class F>
Work Counted(F&& work) {
  Work before{g_visits, g_allocations, g_bytes};
  work();
  return {g_visits - before.visits, g_allocations - before.allocations, g_bytes - before.bytes};
}

template <class T>
T Sure(Result<T> result) {
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : diag::Render(result.diagnostics()).substr(0, 2000));
  return *result;
}

// --- programs: `{k}` is a number that differs from group to group ---

struct Program {
  std::string name, group;
  int statements;                       // in a group
  std::string before = "", after = "";  // all groups
};

const Program kPrograms[] = {
    {"mixed",
     "        x{k} = A[t] * 2.0 + {k}.0\n"
     "        acc = acc + x{k}\n"
     "        if acc > {k}.5 and t < n:\n"
     "            B[t] = T.max(acc, x{k}) / 3.0\n"
     "        A[(t + {k}) % 64] = T.exp(acc) - B[t]\n",
     5},
    {"guards",
     "        if t + {k} > n * 3 + {k}:\n"
     "            return\n"
     "        B[t] = A[t] + {k}.0\n",
     3},
    {"same guard",
     "        if t >= n:\n"
     "            return\n"
     "        B[t] = A[t] + {k}.0\n",
     3},
    {"asserts", "        assert n > t - {k}, \"n is too small\"\n", 1},
    {"cells",
     "        c{k}: T.int32 = t + {k}\n"
     "        c{k} = c{k} * 2\n",
     2},
    // Each item waits for those after it, which emit statements.
    {"items", "            scaled(A, {k}),\n", 3, "        xs = [\n", "        ]\n        B[t] = xs[0]\n"},
    {"disturbed items", "            marked(A, {k}, B),\n", 2, "        xs = [\n",
     "        ]\n        B[t] = xs[0]\n"},
};

std::string TextOf(const Program& program, int statements) {
  std::string text =
      "from tirx import script as T\n\n\n"
      "@T.inline\n"
      "def scaled(A, i):\n"
      "    x: T.float32 = A[i % 64]\n"
      "    x += 1.0\n"
      "    return x * 2.0\n\n\n"
      "@T.inline\n"
      "def marked(A, i, B):\n"
      "    B[i % 64] = 1.0\n"
      "    return A[i % 64]\n\n\n"
      "@T.function\n"
      "def kernel(A: T.Tensor((64,), \"float32\"), B: T.Tensor((64,), \"float32\"), n: T.int32):\n"
      "    with T.device_entry(launch=T.gpu.LaunchConfig(grid=n, block=64)):\n"
      "        t = T.gpu.thread_idx(\"x\")\n"
      "        acc: T.float32 = 0.0\n" +
      program.before;
  for (int k = 0; k < statements / program.statements; ++k) {
    std::string group = program.group, number = std::to_string(k + 1000);
    for (size_t at = 0; (at = group.find("{k}", at)) != std::string::npos;) group.replace(at, 3, number);
    text += group;
  }
  return text + program.after;
}

// --- stages ---

using Stages = std::vector<std::pair<std::string, Work>>;

void CountPasses(const ir::IRModule& parsed, driver::CompileOptions options, Stages* stages) {
  class Counter : public pass::Instrument {
   public:
    explicit Counter(Stages* stages) : stages_(*stages) {}
    void BeforePass(std::string_view, const ir::IRModule&) override {
      before_ = {g_visits, g_allocations, g_bytes};
    }
    void AfterPass(std::string_view name, const ir::IRModule&) override {
      stages_.emplace_back(name, Work{g_visits - before_.visits, g_allocations - before_.allocations,
                                      g_bytes - before_.bytes});
    }

   private:
    Stages& stages_;
    Work before_{};
  } counter(stages);
  options.instruments = {&counter};
  Sure(driver::Lower(parsed, options));
}

Stages Count(const Program& program, int statements) {
  Stages stages;
  auto stage = [&](const char* name, auto&& work) { stages.emplace_back(name, Counted(work)); };
  SourceFile file("long.py", TextOf(program, statements));
  ir::IRModule parsed;
  std::string json;
  stage("read", [&] { parsed = Sure(script::ParseModule(file)); });
  stage("print", [&] { ir::Print(parsed); });
  stage("save", [&] { json = ir::SaveJson(parsed); });
  stage("load", [&] { Sure(ir::LoadJson(json)); });
  driver::CompileOptions options;
  options.target = Sure(target::WithArch(Sure(target::Parse("cuda")), "sm_90a"));
  CountPasses(parsed, options, &stages);
  stage("to CUDA text", [&] { Sure(driver::Generate(parsed, options)); });
  options.executor = driver::Executor::Simulator;
  stage("for the simulator", [&] { Sure(driver::Generate(parsed, options)); });
  return stages;
}

// A power of two, so that arrays which double have done so equally often per statement.
constexpr int kSmall = 500, kGrowth = 16, kLarge = kGrowth * kSmall;

void ExpectLinear(const std::string& what, size_t small, size_t large) {
  EXPECT_LE(double(large), 1.1 * kGrowth * double(small)) << what << ": " << small << " and then " << large;
}

class Growth : public testing::TestWithParam<Program> {};

TEST_P(Growth, IsLinear) {
  CountVisits();
  Count(GetParam(), 100);  // whatever is made once
  Stages small = Count(GetParam(), kSmall), large = Count(GetParam(), kLarge);
  ASSERT_EQ(small.size(), large.size());
  for (size_t i = 0; i < small.size(); ++i) {
    const auto& [name, a] = small[i];
    const Work& b = large[i].second;
    ExpectLinear(name + ", visits", a.visits, b.visits);
    ExpectLinear(name + ", allocations", a.allocations, b.allocations);
    ExpectLinear(name + ", bytes", a.bytes, b.bytes);
    if (std::getenv("TIRX_SHOW_GROWTH"))
      printf("%-20s %9.1f visits %9.1f allocations %9.0f bytes a statement\n", name.c_str(),
             double(b.visits) / kLarge, double(b.allocations) / kLarge, double(b.bytes) / kLarge);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Growth, testing::ValuesIn(kPrograms), [](const auto& info) {
  std::string name = info.param.name;
  for (char& c : name)
    if (c == ' ') c = '_';
  return name;
});

}  // namespace
}  // namespace tirx
#endif
