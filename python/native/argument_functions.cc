// SPDX-License-Identifier: Apache-2.0
// Arguments that Python cannot hand over as they are, and targets.
#include <tvm/ffi/container/tensor.h>

#include "python/native/failure.h"
#include "python/native/native.h"
#include "target/target.h"

namespace tirx::python {
namespace {

// The memory of a tensor as elements of another type of the same size: NumPy hands over bfloat16 and float8
// as integers, because its DLPack knows no such types.
struct Retyped {
  ffi::Tensor owner;
  DLManagedTensorVersioned managed;
};

ffi::Tensor WithDType(const ffi::Tensor& tensor, DLDataType dtype) {
  const DLTensor& given = *tensor.GetDLTensorPtr();
  TIRX_CHECK(dtype.bits * dtype.lanes == given.dtype.bits * given.dtype.lanes, "the types differ in size");
  auto* made = new Retyped{tensor, {}};
  made->managed.version = {DLPACK_MAJOR_VERSION, DLPACK_MINOR_VERSION};
  made->managed.manager_ctx = made;
  made->managed.deleter = [](DLManagedTensorVersioned* self) {
    delete static_cast<Retyped*>(self->manager_ctx);
  };
  made->managed.dl_tensor = given;
  made->managed.dl_tensor.dtype = dtype;
  return ffi::Tensor::FromDLPackVersioned(&made->managed);
}

}  // namespace

void RegisterArgumentFunctions() {
  Define("with_dtype", WithDType);
  Define("parse_target", [](const String& text) { return ToPython(target::Parse(View(text))); });
  Define("target_json", [](const target::Target& target) { return String(target::ToJson(target)); });
}

}  // namespace tirx::python
