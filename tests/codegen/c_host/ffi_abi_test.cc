// SPDX-License-Identifier: Apache-2.0
// What generated C declares of tvm-ffi is what tvm-ffi declares.
#include <gtest/gtest.h>
#include <tvm/ffi/c_api.h>

#include <cstddef>

#undef TVM_FFI_C_API_H_
#define TIRX_FFI_TYPES_ONLY
namespace declared {
#include "codegen/support/ffi_abi.h"
}  // namespace declared

namespace {

#define SAME_MEMBER(type, member)                                             \
  static_assert(offsetof(declared::type, member) == offsetof(type, member) && \
                sizeof(declared::type::member) == sizeof(type::member))
#define SAME_VALUE(name) static_assert(int(declared::name) == int(name))

SAME_MEMBER(DLDevice, device_type);
SAME_MEMBER(DLDevice, device_id);
SAME_MEMBER(DLDataType, code);
SAME_MEMBER(DLDataType, bits);
SAME_MEMBER(DLDataType, lanes);
SAME_MEMBER(DLTensor, data);
SAME_MEMBER(DLTensor, device);
SAME_MEMBER(DLTensor, ndim);
SAME_MEMBER(DLTensor, dtype);
SAME_MEMBER(DLTensor, shape);
SAME_MEMBER(DLTensor, strides);
SAME_MEMBER(DLTensor, byte_offset);
SAME_MEMBER(TVMFFIAny, type_index);
SAME_MEMBER(TVMFFIAny, zero_padding);
SAME_MEMBER(TVMFFIAny, v_int64);
SAME_MEMBER(TVMFFIAny, v_obj);  // NOLINT(bugprone-sizeof-expression): the size of the pointer is meant
SAME_MEMBER(TVMFFIByteArray, data);
SAME_MEMBER(TVMFFIByteArray, size);
SAME_MEMBER(TVMFFITypeInfo, type_index);
SAME_MEMBER(TVMFFITypeInfo, type_key);
SAME_VALUE(kDLInt);
SAME_VALUE(kDLUInt);
SAME_VALUE(kTVMFFINone);
SAME_VALUE(kTVMFFIInt);
SAME_VALUE(kTVMFFIBool);
SAME_VALUE(kTVMFFIFloat);
SAME_VALUE(kTVMFFIOpaquePtr);
SAME_VALUE(kTVMFFIDLTensorPtr);
SAME_VALUE(kTVMFFIRawStr);
SAME_VALUE(kTVMFFIStaticObjectBegin);
SAME_VALUE(kTVMFFIStr);
SAME_VALUE(kTVMFFIBytes);
SAME_VALUE(kTVMFFITensor);
SAME_VALUE(kTVMFFIBigInt);

TEST(FfiAbi, SizesAreTvmFfis) {
  EXPECT_EQ(sizeof(declared::TVMFFIAny), sizeof(TVMFFIAny));
  EXPECT_EQ(sizeof(declared::TVMFFIObject), sizeof(TVMFFIObject));
  EXPECT_EQ(sizeof(declared::DLTensor), sizeof(DLTensor));
}

}  // namespace
