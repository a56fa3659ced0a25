// SPDX-License-Identifier: Apache-2.0
// Operations whose semantics on the simulator are functions of Python: lanes cross the border as bytes, which
// NumPy reads without copying them again.
#include <cstring>

#include "diag/render.h"
#include "python/native/backend_rows.h"
#include "sim/op_context.h"

namespace tirx::python {
namespace {

using sim::OpContext;

// Calls `use` with a value of the type in which lanes of `type` are computed.
template <class Use>
auto WithLane(sim::Type type, const Use& use) {
  if (type == sim::Type::F64) return use(double());
  if (sim::IsFloat(type)) return use(float());
  if (type == sim::Type::I64) return use(int64_t());
  if (type == sim::Type::U64) return use(uint64_t());
  if (sim::IsSigned(type)) return use(int32_t());
  return use(uint32_t());
}

template <class T>
constexpr const char* kNumpyName = "";
template <>
constexpr const char* kNumpyName<float> = "float32";
template <>
constexpr const char* kNumpyName<double> = "float64";
template <>
constexpr const char* kNumpyName<int32_t> = "int32";
template <>
constexpr const char* kNumpyName<int64_t> = "int64";
template <>
constexpr const char* kNumpyName<uint32_t> = "uint32";
template <>
constexpr const char* kNumpyName<uint64_t> = "uint64";

template <class T>
Any BytesOf(const std::vector<T>& values) {
  return ffi::Bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

// [NumPy's dtype, bytes] of one argument.
Array<Any> ArgumentOf(const OpContext& ctx, int index) {
  return WithLane(ctx.arg_type(index), [&](auto zero) -> Array<Any> {
    using T = decltype(zero);
    std::vector<T> lanes;
    for (int lane = 0; lane < ctx.lanes(); ++lane) lanes.push_back(ctx.Arg<T>(index)[lane]);
    return {String(kNumpyName<T>), BytesOf(lanes)};
  });
}

Attrs AttributesOf(const OpContext& ctx, const ir::OpRow& row) {
  Attrs attrs;
  for (size_t i = 0; i < row.param_count(); ++i) {
    const ir::OpParam& param = row.params[i];
    if (!ir::IsAttribute(param.kind) || !ctx.HasAttribute(param.name)) continue;
    Any value;
    if (param.kind == ir::ParamKind::Int)
      value = ctx.IntAttribute(param.name, 0);
    else if (param.kind == ir::ParamKind::Bool)
      value = ctx.IntAttribute(param.name, 0) != 0;
    else
      value = String(std::string(ctx.TextAttribute(param.name, "")));
    attrs.Set(String(std::string(param.name)), value);
  }
  return attrs;
}

Array<int64_t> Extents(const sim::Dim3& dims) {
  return {int64_t(dims.x), int64_t(dims.y), int64_t(dims.z)};
}

Any LinearThreads(const OpContext& ctx) {
  std::vector<uint32_t> threads;
  for (int lane = 0; lane < sim::kLanes; ++lane) threads.push_back(ctx.LinearThread(lane));
  return BytesOf(threads);
}

// Copies `bytes` per active lane between memory, at the lane's address, and `data`.
ffi::Function MemoryService(OpContext& ctx, sim::MemoryAccess access) {
  return ffi::Function::FromTyped(
      [&ctx, access](const ffi::Bytes& addresses, const ffi::Bytes& given, int64_t bytes) {
        std::string data(given);
        data.resize(size_t(sim::kLanes * bytes));
        TIRX_SIM_ACTIVE(lane, ctx.mask()) {
          uint64_t address;
          std::memcpy(&address, addresses.data() + lane * sizeof(address), sizeof(address));
          void* place = ctx.CheckedAddress(lane, address, int(bytes), access);
          char* own = data.data() + lane * bytes;
          if (!place) continue;
          if (access == sim::MemoryAccess::Read)
            std::memcpy(own, place, size_t(bytes));
          else
            std::memcpy(place, own, size_t(bytes));
        }
        return ffi::Bytes(data);
      });
}

// What a function that is not of its operands alone may ask for (python/tirx/backend/_lanes.py).
Map<String, Any> ServicesOf(OpContext& ctx) {
  return {
      {"mask", int64_t(ctx.mask())},
      {"block_index", Extents(ctx.block_index())},
      {"grid_dim", Extents(ctx.grid_dim())},
      {"block_dim", Extents(ctx.block_dim())},
      {"threads", LinearThreads(ctx)},
      {"read", MemoryService(ctx, sim::MemoryAccess::Read)},
      {"write", MemoryService(ctx, sim::MemoryAccess::Write)},
      {"block_barrier", ffi::Function::FromTyped([&ctx] { ctx.BlockBarrier(); })},
      {"trap", ffi::Function::FromTyped([&ctx](int64_t lanes, const String& what) {
         ctx.Trap(sim::LaneMask(lanes), View(what));
       })},
  };
}

struct Semantics {
  const BackendCallback& call;
  const ir::OpRow& row;
};

void Simulate(const void* state, OpContext& ctx) {
  auto& semantics = *static_cast<const Semantics*>(state);
  Array<Any> arguments;
  for (int i = 0; i < ctx.arg_count(); ++i) arguments.push_back(ArgumentOf(ctx, i));
  Any services;
  if (semantics.row.effect != ir::Effect::Pure) services = ServicesOf(ctx);
  Any result_name;
  if (ctx.result_used())
    result_name = WithLane(ctx.result_type(), [](auto zero) { return String(kNumpyName<decltype(zero)>); });
  auto made = semantics.call(arguments, AttributesOf(ctx, semantics.row), services, result_name,
                             int64_t(ctx.lanes()));
  if (!made.ok()) return ctx.Trap(ctx.mask(), diag::Render(made.diagnostics()));
  if (!ctx.result_used()) return;
  auto bytes = made->cast<ffi::Bytes>();
  WithLane(ctx.result_type(),
           [&](auto zero) { std::memcpy(ctx.Result<decltype(zero)>(), bytes.data(), bytes.size()); });
}

}  // namespace

ir::SimFn SimulatedBy(const BackendCallback& callback, const ir::OpRow& row, RowStore& store) {
  return {Simulate, &store.Keep(Semantics{callback, row})};
}

}  // namespace tirx::python
