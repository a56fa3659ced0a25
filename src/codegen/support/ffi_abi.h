// SPDX-License-Identifier: Apache-2.0
// The part of tvm-ffi's and DLPack's C interfaces that generated C uses, so that a C compiler alone builds
// it. Layouts and numbers: tvm/ffi/c_api.h, tvm/ffi/extra/c_env_api.h and dlpack/dlpack.h of the versions
// that docs/dependencies.md names; tests/codegen/c_host/ffi_abi_test.cc compares them. A file that includes
// those headers first gets theirs.
#ifndef TVM_FFI_C_API_H_
#include <stddef.h>
#include <stdint.h>

enum { kDLInt = 0, kDLUInt = 1 };
enum {
  kTVMFFINone = 0,
  kTVMFFIInt = 1,
  kTVMFFIBool = 2,
  kTVMFFIFloat = 3,
  kTVMFFIOpaquePtr = 4,
  kTVMFFIDLTensorPtr = 7,
  kTVMFFIRawStr = 8,
  kTVMFFIStaticObjectBegin = 64,
  kTVMFFIStr = 65,
  kTVMFFIBytes = 66,
  kTVMFFITensor = 70,
  kTVMFFIBigInt = 78
};

typedef struct {
  int32_t device_type;
  int32_t device_id;
} DLDevice;
typedef struct {
  uint8_t code, bits;
  uint16_t lanes;
} DLDataType;
typedef struct {
  void* data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t* shape;
  int64_t* strides;
  uint64_t byte_offset;
} DLTensor;

typedef void* TVMFFIObjectHandle;
typedef struct {
  uint64_t combined_ref_count;
  int32_t type_index;
  uint32_t padding;
  void (*deleter)(void* self, int flags);
} TVMFFIObject;
typedef struct {
  int32_t type_index;
  uint32_t zero_padding;
  union {
    int64_t v_int64;
    double v_float64;
    void* v_ptr;
    const char* v_c_str;
    TVMFFIObject* v_obj;
    uint64_t v_uint64;
  };
} TVMFFIAny;
typedef struct {
  const char* data;
  size_t size;
} TVMFFIByteArray;
// Its first members; it is only read.
typedef struct {
  int32_t type_index;
  int32_t type_depth;
  TVMFFIByteArray type_key;
} TVMFFITypeInfo;

#ifndef TIRX_FFI_TYPES_ONLY
#ifdef __cplusplus
extern "C" {
#endif
const TVMFFITypeInfo* TVMFFIGetTypeInfo(int32_t type_index);
int TVMFFIBigIntFromByteArray(const TVMFFIByteArray* words, TVMFFIAny* integer);
TVMFFIByteArray TVMFFIBigIntGetContentByteArray(const TVMFFIAny* value);
int TVMFFIObjectDecRef(TVMFFIObjectHandle object);
int TVMFFIFunctionGetGlobal(const TVMFFIByteArray* name, TVMFFIObjectHandle* function);
int TVMFFIFunctionCall(TVMFFIObjectHandle function, TVMFFIAny* args, int32_t num_args, TVMFFIAny* result);
int TVMFFIStringFromByteArray(const TVMFFIByteArray* bytes, TVMFFIAny* string);
int TVMFFIErrorCreate(const TVMFFIByteArray* kind, const TVMFFIByteArray* message,
                      const TVMFFIByteArray* backtrace, TVMFFIObjectHandle* error);
void TVMFFIErrorSetRaised(TVMFFIObjectHandle error);
void TVMFFIErrorSetRaisedFromCStr(const char* kind, const char* message);
int TVMFFIEnvCheckSignals(void);
int TVMFFIEnvModLookupFromImports(TVMFFIObjectHandle library, const char* name, TVMFFIObjectHandle* function);
int TVMFFIEnvModRegisterSystemLibSymbol(const char* name, void* symbol);
#ifdef __cplusplus
}
#endif
#endif
#endif
