// SPDX-License-Identifier: Apache-2.0
// The null backend: the smallest legal one, and the template for a new one (docs/adding/backend.md).
//
// The machine. There is none. Device functions become plain C11 that a person can read and a C compiler
// accepts; a kernel's place in its launch stands in four variables that a caller would set. A real backend
// begins with an essay about its machine here: what runs at once, what is scarce, how memory is ordered, what
// the generated text looks like.
#include "backend/backend.h"

#include "backends/null/dialect.h"
#include "pass/pipelines.h"

namespace tirx::null {
namespace {

const target::TargetKindRow kKinds[] = {
    {.name = "null", .device_type = kDLExtDev, .doc = "Plain C to read; nothing runs it."},
};

const codegen::GeneratorRow kGenerators[] = {
    {.name = "null", .generate = GenerateNull, .doc = "Plain C."},
};

const pass::PipelineRow kPipelineRows[] = {
    {.name = "null", .passes = pass::GpuPipeline, .doc = "The order that all C-like GPU languages share."},
};

void Register(backend::Registrar& registrar) {
  registrar.Add(kKinds);
  registrar.Add(kGenerators);
  registrar.Add(kPipelineRows);
}

}  // namespace

extern constinit const backend::Backend kBackend{
    "null", Register, "Nothing in particular: plain C to read, the template for a new backend."};

}  // namespace tirx::null
