// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/pass/simd_loops.h"

#include "ir/arith.h"
#include "pass/flow_rewriter.h"
#include "pass/lane_conflicts.h"
#include "pass/loop_exits.h"
#include "pass/map_functions.h"
#include "pass/vectorize_loops.h"

namespace tirx::cpu {
namespace {

using namespace ir;  // NOLINT: this file is about IR only
using arith::Analyzer;

// What the proofs below take as the count of a loop of unknown length.
constexpr int64_t kManyTrips = int64_t{1} << 31;

// Names and ranges of the body, before anything is asked about it.
void Learn(const Stmt& body, pass::LaneValues* lanes) {
  Analyzer& analyzer = lanes->analyzer();
  WalkStatements(body, [&](const Stmt& stmt) {
    auto* bind = stmt.as<BindNode>();
    if (bind && !bind->var.is_tensor()) {
      if (lanes->Varies(bind->value))
        lanes->Define(bind->var, bind->value);
      else
        analyzer.Define(bind->var, bind->value);
    }
    auto* loop = stmt.as<ForNode>();
    if (loop && !lanes->Varies(loop->min) && !lanes->Varies(loop->extent))
      analyzer.DefineLoop(loop->var, loop->min, loop->extent, loop->step);
    return true;
  });
}

bool Returns(const Stmt& body) {
  bool found = false;
  WalkStatements(body, [&](const Stmt& stmt) {
    found = found || stmt.as<ReturnNode>();
    return !found;
  });
  return found;
}

// Why the iterations cannot be computed side by side; nothing when they can.
std::optional<std::string> FindObstacle(Analyzer* analyzer, const For& loop, const pass::TensorRoots& roots) {
  auto step = ConstInt(loop->step), extent = ConstInt(loop->extent);
  if (!step || *step <= 0) return "its step is no positive constant";
  if (pass::HasLoopExit(loop->body) || Returns(loop->body)) return "it is left early";
  int64_t trips = extent ? (*extent + *step - 1) / *step : kManyTrips;
  Analyzer::Assumption inside(analyzer, True());
  pass::LaneValues lanes(analyzer, loop, *step, trips);
  Learn(loop->body, &lanes);
  return pass::FindLaneConflict(lanes, loop->body, roots);
}

class LoopMarker : public pass::FlowRewriter {
 public:
  explicit LoopMarker(const Function& function) : roots_(function->body) {}

 protected:
  Expr Value(const Expr& e) override { return e; }

  For Loop(const For& loop) override {
    if (loop->kind != ForKind::Vectorized) return loop;
    std::optional<std::string> obstacle = FindObstacle(&analyzer(), loop, roots_);
    if (!obstacle) return loop;
    Attrs annotations = loop->annotations;
    annotations.Set(pass::kNotVectorized, String(*obstacle));
    return For(loop->var, loop->min, loop->extent, loop->body, ForKind::Serial, loop->step, annotations,
               loop->span);
  }

 private:
  pass::TensorRoots roots_;
};

}  // namespace

Result<IRModule> SimdLoops(IRModule module, const pass::PassContext&) {
  return pass::MapFunctions(module,
                            [](const Function& function) { return LoopMarker(function).Rewrite(function); });
}

}  // namespace tirx::cpu
