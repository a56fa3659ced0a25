// SPDX-License-Identifier: Apache-2.0
// Atomics of the portable GPU language. The element is A[i] or a pointer; it stays a load in the IR and means
// its address. Which of the types a device has, its backend's table says.
#include "backend/core/core.h"
#include "ir/op.h"
#include "sim/ops/semantics.h"

namespace tirx::backend {
namespace {

using ir::Effect;
using ir::OpRow;
using ir::ParamKind;
namespace rule = ir::rule;

constexpr ir::OpParam kScope{"scope", ParamKind::Text, "block|device|system", "device"};
constexpr TypeSet kWords = kInteger32 | kInteger64, kAdded = kWords | kReal;
constexpr std::string_view kSource = "docs/language.md: Operations";

// clang-format off
const OpRow kAtomicOps[] = {
    {.name = "gpu.atomic_add", .params = {{ir::Element("element", kAdded), {"value"}, kScope}}, .type = rule::OfElement, .effect = Effect::Update, .sim = sim::AtomicAdd, .doc = "Adds to the element; gives its value before.", .source = kSource},
    {.name = "gpu.atomic_min", .params = {{ir::Element("element", kAdded), {"value"}, kScope}}, .type = rule::OfElement, .effect = Effect::Update, .sim = sim::AtomicMin, .doc = "Minimum into the element; gives its value before.", .source = kSource},
    {.name = "gpu.atomic_max", .params = {{ir::Element("element", kAdded), {"value"}, kScope}}, .type = rule::OfElement, .effect = Effect::Update, .sim = sim::AtomicMax, .doc = "Maximum into the element; gives its value before.", .source = kSource},
    {.name = "gpu.atomic_and", .params = {{ir::Element("element", kWords), {"value"}, kScope}}, .type = rule::OfElement, .effect = Effect::Update, .sim = sim::AtomicAnd, .doc = "Bitwise and into the element; gives its value before.", .source = kSource},
    {.name = "gpu.atomic_or", .params = {{ir::Element("element", kWords), {"value"}, kScope}}, .type = rule::OfElement, .effect = Effect::Update, .sim = sim::AtomicOr, .doc = "Bitwise or into the element; gives its value before.", .source = kSource},
    {.name = "gpu.atomic_xor", .params = {{ir::Element("element", kWords), {"value"}, kScope}}, .type = rule::OfElement, .effect = Effect::Update, .sim = sim::AtomicXor, .doc = "Bitwise exclusive or into the element; gives its value before.", .source = kSource},
    {.name = "gpu.atomic_exchange", .params = {{ir::Element("element", kAdded), {"value"}, kScope}}, .type = rule::OfElement, .effect = Effect::Update, .sim = sim::AtomicExchange, .doc = "Replaces the element; gives its value before.", .source = kSource},
    {.name = "gpu.atomic_cas", .params = {{ir::Element("element", kAdded | kI16 | kU16), {"expected"}, {"value"}, kScope}}, .type = rule::OfElement, .effect = Effect::Update, .sim = sim::AtomicCas, .doc = "Replaces the element if its bits are those of `expected`; gives its value before.", .source = kSource},
};
// clang-format on

const ir::OpFamilyRow kAtomics{"atomics", "Updates of memory that no other thread comes between.",
                               kAtomicOps};

}  // namespace

void RegisterAtomicOps(Registrar& registrar) {
  registrar.AddFamily(kAtomics);
}

}  // namespace tirx::backend
