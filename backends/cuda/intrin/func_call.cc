// SPDX-License-Identifier: Apache-2.0
// Calls of functions whose CUDA text the script brings along.
#include "backends/cuda/intrin/intrin.h"
#include "ir/op.h"

namespace tirx::cuda {
namespace {

using ir::Effect;
using ir::Expr;
using ir::OpRow;
using ir::ParamKind;
using ir::Type;

Result<Type> ReturnType(const OpRow& row, const Array<Expr>&, const Attrs& attrs, const Span& span) {
  if (!ir::HasAttr(attrs, "source_code"))
    return Fail(DK::MissingArgument, span, {"T." + std::string(row.name), "source_code"});
  DType dtype = ParseDType(View(attrs["return_type"].cast<String>())).value_or(Void());
  return IsVoid(dtype) ? ir::VoidType() : Type(ir::PrimType(dtype));
}

// clang-format off
const OpRow kRows[] = {
    {.name = "cuda.func_call",
     .params = {{{"function", ParamKind::Text}, {"return_type", ParamKind::DType, "", "void"}, {"source_code", ParamKind::Text, "", "None"},
                 {"reference", ParamKind::Text, "", "None"}, {"args", ParamKind::Values}}},
     .type = ReturnType, .effect = Effect::Opaque,
     .doc = "Calls a function given as CUDA text, which stands once in the file; the simulator runs `reference`, a function of the script.",
     .source = "CUDA C++ Programming Guide: Function Execution Space Specifiers"},
};
// clang-format on

const ir::OpFamilyRow kFamily{"cuda text", "Functions that the script brings along.", kRows};

}  // namespace

void RegisterFuncCall(backend::Registrar& registrar) {
  registrar.AddFamily(kFamily);
}

}  // namespace tirx::cuda
