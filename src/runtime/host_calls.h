// SPDX-License-Identifier: Apache-2.0
// Calls that leave host code: values as tvm-ffi's, functions of its registry; in the common subset of C and
// C++, for the bytecode machine and for exported libraries (codegen/c_support.h).
#ifndef TIRX_HOST_CALLS_H_
#define TIRX_HOST_CALLS_H_

// NOLINTBEGIN(modernize-use-nullptr): also C

#include "runtime/host_error.h"

static inline tirx_value tirx_of_int(int64_t i) {
  tirx_value value;
  value.i = i;
  return value;
}
static inline tirx_value tirx_of_float(double f) {
  tirx_value value;
  value.f = f;
  return value;
}
static inline tirx_value tirx_of_pointer(void* p) {
  tirx_value value;
  value.u = 0;
  value.p = p;
  return value;
}

static inline TVMFFIAny tirx_any(int32_t type_index, tirx_value value) {
  TVMFFIAny any;
  any.type_index = type_index;
  any.zero_padding = 0;
  any.v_uint64 = value.u;
  return any;
}
static inline TVMFFIAny tirx_any_int(int64_t value) {
  return tirx_any(kTVMFFIInt, tirx_of_int(value));
}
static inline TVMFFIAny tirx_any_bool(int64_t value) {
  return tirx_any(kTVMFFIBool, tirx_of_int(value));
}
static inline TVMFFIAny tirx_any_float(double value) {
  return tirx_any(kTVMFFIFloat, tirx_of_float(value));
}
static inline TVMFFIAny tirx_any_pointer(void* value) {
  return tirx_any(kTVMFFIOpaquePtr, tirx_of_pointer(value));
}
static inline TVMFFIAny tirx_any_tensor(void* value) {
  return tirx_any(kTVMFFIDLTensorPtr, tirx_of_pointer(value));
}
static inline TVMFFIAny tirx_any_text(const char* value) {
  return tirx_any(kTVMFFIRawStr, tirx_of_pointer((void*)(uintptr_t)value));
}

// What a called function returned, as one of the types that a script can give it ('n': none, 'i', 'b', 'f',
// 'p'); 0 when it does not convert.
static inline int tirx_take(const TVMFFIAny* any, char type, tirx_value* value) {
  const int is_int = any->type_index == kTVMFFIInt || any->type_index == kTVMFFIBool;
  switch (type) {
    case 'n':
      return 1;
    case 'i':
      value->i = any->v_int64;
      return is_int;
    case 'b':
      value->i = any->v_int64 != 0;
      return is_int;
    case 'f':
      value->f = is_int ? (double)any->v_int64 : any->v_float64;
      return is_int || any->type_index == kTVMFFIFloat;
    default:
      value->p = any->type_index == kTVMFFINone ? NULL : any->v_ptr;
      return any->type_index == kTVMFFINone || any->type_index == kTVMFFIOpaquePtr;
  }
}

// Calls a function of tvm-ffi's global registry. 0, or -1 with the error raised.
static inline int tirx_call_global(const char* caller, const char* name, const TVMFFIAny* args,
                                   int32_t num_args, char type, tirx_value* value) {
  TVMFFIByteArray name_bytes;
  TVMFFIObjectHandle function = NULL;
  TVMFFIAny result;
  tirx_text text = {NULL, 0, 0};
  int status, fits;
  name_bytes.data = name;
  name_bytes.size = strlen(name);
  if (TVMFFIFunctionGetGlobal(&name_bytes, &function) != 0) return -1;
  if (function == NULL) {
    tirx_add(&text, "`");
    tirx_add(&text, caller);
    tirx_add(&text, "` calls the global function `");
    tirx_add(&text, name);
    tirx_add(&text, "`, which is not registered");
    return tirx_raise_text("RuntimeError", &text);
  }
  result = tirx_any(kTVMFFINone, tirx_of_int(0));
  status = TVMFFIFunctionCall(function, (TVMFFIAny*)(uintptr_t)args, num_args, &result);
  TVMFFIObjectDecRef(function);
  if (status != 0) return -1;
  fits = tirx_take(&result, type, value);
  if (result.type_index >= kTVMFFIStaticObjectBegin) TVMFFIObjectDecRef(result.v_obj);
  if (fits) return 0;
  tirx_add(&text, "`");
  tirx_add(&text, name);
  tirx_add(&text, "` returned a value of another type than the script says");
  return tirx_raise_text("TypeError", &text);
}

// The library's functions, one signature a line.
static inline int tirx_list_functions(const char* list, size_t size, TVMFFIAny* result) {
  TVMFFIByteArray bytes;
  bytes.data = list;
  bytes.size = size;
  return TVMFFIStringFromByteArray(&bytes, result);
}

// NOLINTEND(modernize-use-nullptr)
#endif
