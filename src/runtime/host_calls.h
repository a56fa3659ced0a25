// SPDX-License-Identifier: Apache-2.0
// Calls that leave host code: values as tvm-ffi's, functions of its registry; in the common subset of C and
// C++, for the bytecode machine and for exported libraries (codegen/c_support.h).
#ifndef TIRX_HOST_CALLS_H_
#define TIRX_HOST_CALLS_H_

// NOLINTBEGIN(modernize-use-nullptr): also C

#include "runtime/host_arguments.h"

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
// One that int64 does not hold is an object, which the caller owns; none where there is no memory for it.
static inline TVMFFIAny tirx_any_uint(uint64_t value) {
  const uint64_t words[2] = {value, 0};
  TVMFFIAny any = tirx_any_int((int64_t)value);
  TVMFFIByteArray bytes;
  if (any.v_int64 >= 0) return any;
  bytes.data = (const char*)words;
  bytes.size = sizeof(words);
  any.type_index = kTVMFFINone;
  TVMFFIBigIntFromByteArray(&bytes, &any);
  return any;
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

// What a called function returned, as one of the types that a script can give it ('n': none, 'i', 'u', 'b',
// 'f', 'p'); 0 when it does not convert.
static inline int tirx_take(const TVMFFIAny* any, char type, tirx_value* value) {
  const int is_int = tirx_is_int(any);
  switch (type) {
    case 'n':
      return 1;
    case 'u':
      if (any->type_index == kTVMFFIBigInt) return tirx_as_uint64(any, &value->u);
      value->i = any->v_int64;
      return is_int;
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

static inline void tirx_release(const TVMFFIAny* any) {
  if (any->type_index >= kTVMFFIStaticObjectBegin) TVMFFIObjectDecRef(any->v_obj);
}

static inline int tirx_call_registered(const char* caller, const char* name, const TVMFFIAny* args,
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
  tirx_release(&result);
  if (fits) return 0;
  tirx_add(&text, "`");
  tirx_add(&text, name);
  tirx_add(&text, "` returned a value of another type than the script says");
  return tirx_raise_text("TypeError", &text);
}

// Calls a function of tvm-ffi's global registry; objects among the arguments are released. 0, or -1 with the
// error raised.
static inline int tirx_call_global(const char* caller, const char* name, const TVMFFIAny* args,
                                   int32_t num_args, char type, tirx_value* value) {
  const int status = tirx_call_registered(caller, name, args, num_args, type, value);
  int32_t i;
  for (i = 0; i < num_args; ++i) tirx_release(&args[i]);
  return status;
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
