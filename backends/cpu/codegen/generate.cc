// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/codegen/generate.h"

#include "backends/cpu/codegen/dialect.h"
#include "codegen/c_family.h"
#include "ir/arith.h"
#include "ir/visit.h"
#include "pass/launch_tags.h"

namespace tirx::cpu {
namespace {

using namespace ir;  // NOLINT: IR to IR, then to text
using codegen::DeviceSource;

bool IsBlockIndex(const Expr& e) {
  auto* call = e.as<CallNode>();
  return call && call->op_name() == "gpu.block_idx";
}

// A kernel is launched with a block to each iteration of its parallel loop, or with one.
bool IsParallel(const Function& kernel) {
  Attrs extents = AttrOr<Attrs>(kernel->attrs, pass::kThreadExtent, {});
  return AttrOr<int64_t>(extents, "blockIdx.x", 0) != 1;
}

class BlockIndex : public Rewriter {
 public:
  explicit BlockIndex(Expr index) : index_(std::move(index)) {}

 protected:
  Expr RewriteExpr(const Expr& e) override { return IsBlockIndex(e) ? index_ : Rewriter::RewriteExpr(e); }

 private:
  Expr index_;
};

// The index under the name that the author gave it: `i = block_idx`, or that as an int64.
bool NamesBlockIndex(const BindNode& bind) {
  auto* cast = bind.value.as<CastNode>();
  DType t = bind.value->dtype();
  return IsBlockIndex(cast ? cast->value : bind.value) && (t == Int(32) || t == Int(64));
}

// `kernel` with a loop over the blocks `begin` to `end`, two more parameters.
Function WithLoop(const Function& kernel) {
  Var index("block", PrimType(Int(32)));
  std::vector<Stmt> before, inside;
  auto* seq = kernel->body.as<SeqNode>();
  bool named = false;
  for (const Stmt& stmt : seq ? seq->stmts : Array<Stmt>{kernel->body}) {
    auto* bind = stmt.as<BindNode>();
    auto* call = bind ? bind->value.as<CallNode>() : nullptr;
    if (inside.empty() && call && call->op_name() == "decl_tensor")
      before.push_back(stmt);
    else if (bind && !named && (named = NamesBlockIndex(*bind)))
      index = bind->var;
    else
      inside.push_back(stmt);
  }
  DType t = index->dtype();
  Var begin("begin", PrimType(t)), end("end", PrimType(t));
  Stmt body = BlockIndex(CastInt(index, Int(32))).Rewrite(MakeSeq(inside, kernel->span));
  before.push_back(
      For(index, begin, Expr(end) - Expr(begin), body, ForKind::Serial, MakeConst(t, 1), {}, kernel->span));
  Array<Var> params = kernel->params;
  params.push_back(begin);
  params.push_back(end);
  return kernel.WithParams(params).WithBody(MakeSeq(before, kernel->body->span));
}

std::string ParamType(DType t) {
  const codegen::TypeRow* row = codegen::FindType(CpuDialect(), t);
  return row ? std::string(row->name) : "void*";
}

// What the runtime calls: arguments are in cells of 8 bytes.
std::string Adapter(const codegen::KernelSignature& kernel, bool parallel) {
  std::string name = kernel.name, text = "\n";
  text += "void tirx_call_" + name + "(const unsigned long long* cells, int begin, int end) {\n";
  if (!parallel) text += "  (void)begin;\n  (void)end;\n";
  if (kernel.arg_types.empty()) text += "  (void)cells;\n";
  text += "  " + name + "(";
  for (size_t i = 0; i < kernel.arg_types.size(); ++i)
    text += (i ? ", " : "") + std::string("*(") + ParamType(kernel.arg_types[i]) + "*)&cells[" +
            std::to_string(i) + "]";
  if (parallel) text += kernel.arg_types.empty() ? "begin, end" : ", begin, end";
  return text + ");\n}\n";
}

// What a machine must have to run what these options made, by the compiler's own account;
// runtime/loaded_object.h.
constexpr std::string_view kNeeds =
    "#if defined(__AVX512F__)\n"
    "const char tirx_needs[] = \"x86-64-v4\";\n"
    "#elif defined(__AVX2__)\n"
    "const char tirx_needs[] = \"x86-64-v3\";\n"
    "#elif defined(__SSE4_2__)\n"
    "const char tirx_needs[] = \"x86-64-v2\";\n"
    "#endif\n";

void Prepend(std::string head, DeviceSource* source) {
  size_t lines = 0;
  for (char c : head) lines += c == '\n';
  source->line_spans.insert(source->line_spans.begin(), lines, Span());
  source->text = std::move(head) + source->text;
}

}  // namespace

std::string MachineOptions(const target::Target& target) {
  std::string arch = target->arch(), options = "-march=" + (arch.empty() ? std::string("native") : arch);
  int64_t bits = AttrOr<int64_t>(target->attrs, "vector_bits", 0);
  return bits ? options + " -mprefer-vector-width=" + std::to_string(bits) : options;
}

Result<DeviceSource> GenerateCpu(const Array<Function>& functions, const target::Target& target) {
  Array<Function> looped;
  std::vector<bool> parallel;
  for (const Function& function : functions) {
    bool kernel = function->calling_conv() == CallingConv::DeviceKernel;
    if (kernel) parallel.push_back(IsParallel(function));
    looped.push_back(kernel && parallel.back() ? WithLoop(function) : function);
  }
  TIRX_TRY(DeviceSource source, codegen::GenerateC(looped, target, CpuDialect()));
  for (size_t i = 0; i < source.kernels.size(); ++i) {
    codegen::KernelSignature& kernel = source.kernels[i];
    for (int part = 0; parallel[i] && part < 2; ++part) {
      kernel.arg_types.pop_back();
      kernel.arg_extra_tags.pop_back();
    }
    source.text += Adapter(kernel, parallel[i]);
  }
  std::string head = "// Written by tirx.\n" + std::string(kOptionsLine) + MachineOptions(target) + "\n";
  head += kNeeds;
  if (int64_t threads = AttrOr<int64_t>(target->attrs, "num_threads", 0))
    head += "const int tirx_threads = " + std::to_string(threads) + ";\n";
  Prepend(head, &source);
  return source;
}

}  // namespace tirx::cpu
