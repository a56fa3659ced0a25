// SPDX-License-Identifier: Apache-2.0
// How host functions read packed arguments and check them, in the common subset of C and C++: the bytecode
// machine calls these functions and exported libraries carry their text (codegen/c_support.h), so that both
// accept the same and say the same. Wrong types are TypeErrors, wrong values ValueErrors.
#ifndef TIRX_HOST_ARGUMENTS_H_
#define TIRX_HOST_ARGUMENTS_H_

// NOLINTBEGIN(modernize-use-nullptr): also C

#include "runtime/device_type_names.h"
#include "runtime/host_error.h"

// Parameter of an exported function.
typedef struct tirx_param {
  int32_t index;         // among the arguments
  const char* name;      // in the script
  const char* expected;  // the end of "Mismatched type on argument ...": "Tensor", "int"
  DLDataType dtype;
  int32_t ndim;  // of a tensor
} tirx_param;

// A number that something must equal, and how the script spells it.
typedef struct tirx_number {
  int64_t value;
  const char* text;  // null: a constant, spelled by its value; "": anything is fine
} tirx_number;

// Where tensors must be.
typedef struct tirx_place {
  uint32_t types;    // bit k: device type k (a DLDeviceType) will do
  const char* name;  // of the device, for messages
  int64_t id;        // -1: any
} tirx_place;

static inline void tirx_add_dtype(tirx_text* text, DLDataType dtype) {
  // dlpack.h, DLDataTypeCode
  static const char* const names[] = {"int",
                                      "uint",
                                      "float",
                                      "handle",
                                      "bfloat",
                                      "complex",
                                      "bool",
                                      "float8_e3m4",
                                      "float8_e4m3",
                                      "float8_e4m3b11fnuz",
                                      "float8_e4m3fn",
                                      "float8_e4m3fnuz",
                                      "float8_e5m2",
                                      "float8_e5m2fnuz",
                                      "float8_e8m0fnu",
                                      "float6_e2m3fn",
                                      "float6_e3m2fn",
                                      "float4_e2m1fn"};
  if (dtype.code < sizeof(names) / sizeof(names[0])) {
    tirx_add(text, names[dtype.code]);
  } else {
    tirx_add(text, "dtype");
    tirx_add_int(text, dtype.code);
    tirx_add(text, "_");
  }
  if (dtype.code < 6 && dtype.code != 3) tirx_add_int(text, dtype.bits);
  if (dtype.code == 6 && dtype.bits != 8) tirx_add_int(text, dtype.bits);
  if (dtype.lanes == 1) return;
  tirx_add(text, "x");
  tirx_add_int(text, dtype.lanes);
}

static inline void tirx_add_device_type(tirx_text* text, int32_t type) {
  const int32_t count = (int32_t)(sizeof(tirx_device_type_names) / sizeof(tirx_device_type_names[0]));
  if (type >= 0 && type < count && tirx_device_type_names[type][0] != '\0') {
    tirx_add(text, tirx_device_type_names[type]);
    return;
  }
  tirx_add(text, "device type ");
  tirx_add_int(text, type);
}

static inline void tirx_add_type_of(tirx_text* text, const TVMFFIAny* any) {
  // c_api.h, TVMFFITypeIndex
  static const char* const names[] = {"None",      "int",    "bool",      "float", "a pointer",
                                      "dtype",     "Device", "DLTensor*", "str",   "bytes",
                                      "an object", "str",    "bytes"};
  const TVMFFITypeInfo* info;
  if (any->type_index >= 0 && any->type_index < (int32_t)(sizeof(names) / sizeof(names[0]))) {
    tirx_add(text, names[any->type_index]);
    return;
  }
  if (any->type_index == kTVMFFIBigInt) {
    tirx_add(text, "an int of more than 64 bits");
    return;
  }
  if (any->type_index == kTVMFFIStr || any->type_index == kTVMFFIBytes) {
    tirx_add(text, any->type_index == kTVMFFIStr ? "str" : "bytes");
    return;
  }
  info = TVMFFIGetTypeInfo(any->type_index);
  if (info == NULL) {
    tirx_add(text, "an object");
  } else {
    tirx_add_bytes(text, info->type_key.data, info->type_key.size);
  }
}

static inline void tirx_add_number(tirx_text* text, const tirx_number* number) {
  if (number->text != NULL) {
    tirx_add(text, number->text);
    tirx_add(text, " = ");
  }
  tirx_add_int(text, number->value);
}

// "Mismatched type on argument #1 when calling: `f(...)`, expected "; `field` after the parameter's name, or
// `what` alone.
static inline tirx_text tirx_mismatch(const tirx_function* function, const tirx_param* param,
                                      const char* what) {
  tirx_text text = {NULL, 0, 0};
  tirx_add(&text, "Mismatched ");
  if (what[0] == '.') tirx_add(&text, param->name);
  tirx_add(&text, what);
  tirx_add(&text, " on argument #");
  tirx_add_int(&text, param->index);
  tirx_add(&text, " when calling: `");
  tirx_add(&text, function->signature);
  tirx_add(&text, "`, expected ");
  return text;
}
// The same for `what`, with both values.
static inline int tirx_mismatched(const char* kind, const tirx_function* function, const tirx_param* param,
                                  const char* what, const char* expected, const char* got) {
  tirx_text text = tirx_mismatch(function, param, what);
  tirx_add(&text, expected);
  tirx_add(&text, ", got ");
  tirx_add(&text, got);
  return tirx_raise_text(kind, &text);
}
static inline int tirx_wrong_type(const tirx_function* function, const tirx_param* param,
                                  const TVMFFIAny* any) {
  tirx_text text = tirx_mismatch(function, param, "type");
  tirx_add(&text, param->expected);
  tirx_add(&text, ", got ");
  tirx_add_type_of(&text, any);
  return tirx_raise_text("TypeError", &text);
}
static inline int tirx_wrong_number(const tirx_function* function, const tirx_param* param, const char* what,
                                    const tirx_number* expected, int64_t got) {
  tirx_text text = tirx_mismatch(function, param, what);
  tirx_add_number(&text, expected);
  tirx_add(&text, ", got ");
  tirx_add_int(&text, got);
  return tirx_raise_text("ValueError", &text);
}

static inline int tirx_check_count(const tirx_function* function, const TVMFFIAny* args, int32_t got,
                                   int32_t expected) {
  tirx_text text = {NULL, 0, 0};
  if (got == expected && (got == 0 || args != NULL)) return 0;
  tirx_add(&text, got == expected ? "NULL arguments when calling: `"
                                  : "Mismatched number of arguments when calling: `");
  tirx_add(&text, function->signature);
  tirx_add(&text, "`");
  if (got != expected) {
    tirx_add(&text, ", expected ");
    tirx_add_int(&text, expected);
    tirx_add(&text, ", got ");
    tirx_add_int(&text, got);
  }
  return tirx_raise_text("TypeError", &text);
}

static inline int tirx_is_int(const TVMFFIAny* any) {
  return any->type_index == kTVMFFIInt || any->type_index == kTVMFFIBool;
}

// Whether an integer is a value of the type; 64-bit ones always are, an unsigned one by its bits.
static inline int tirx_fits(int64_t value, DLDataType dtype) {
  int64_t span;
  if (dtype.bits >= 64) return 1;
  span = (int64_t)1 << dtype.bits;
  if (dtype.code == kDLUInt) return value >= 0 && value < span;
  return value >= -span / 2 && value < span / 2;
}

// An integer that int64 does not hold: tvm-ffi has its words, the least significant first, and the sign in
// the last one (c_api.h, TVMFFIBigIntGetContentByteArray). Whether uint64 holds it.
static inline int tirx_as_uint64(const TVMFFIAny* any, uint64_t* value) {
  const TVMFFIByteArray words = TVMFFIBigIntGetContentByteArray(any);
  uint64_t sign = 1;
  if (words.size != 2 * sizeof(sign)) return 0;
  memcpy(value, words.data, sizeof(*value));
  memcpy(&sign, words.data + sizeof(*value), sizeof(sign));
  return sign == 0;
}

static inline int tirx_wrong_value(const tirx_function* function, const tirx_param* param, const char* got) {
  tirx_text text = tirx_mismatch(function, param, "value");
  tirx_add(&text, "a value of ");
  tirx_add_dtype(&text, param->dtype);
  tirx_add(&text, ", got ");
  tirx_add(&text, got);
  return tirx_raise_text("ValueError", &text);
}

static inline int tirx_arg_big_int(const tirx_function* function, const tirx_param* param,
                                   const TVMFFIAny* any, int64_t* value) {
  uint64_t bits = 0;
  char digits[32] = "an int of more than 64 bits";
  if (tirx_as_uint64(any, &bits)) {
    *value = (int64_t)bits;
    if (param->dtype.code == kDLUInt && param->dtype.bits == 64) return 0;
    snprintf(digits, sizeof(digits), "%" PRIu64, bits);
  }
  return tirx_wrong_value(function, param, digits);
}

static inline int tirx_arg_int(const tirx_function* function, const tirx_param* param, const TVMFFIAny* args,
                               int64_t* value) {
  const TVMFFIAny* any = &args[param->index];
  if (any->type_index == kTVMFFIBigInt) return tirx_arg_big_int(function, param, any, value);
  if (!tirx_is_int(any)) return tirx_wrong_type(function, param, any);
  if (!tirx_fits(any->v_int64, param->dtype)) {
    char digits[32];
    snprintf(digits, sizeof(digits), "%" PRId64, any->v_int64);
    return tirx_wrong_value(function, param, digits);
  }
  *value = any->v_int64;
  return 0;
}

static inline int tirx_arg_bool(const tirx_function* function, const tirx_param* param, const TVMFFIAny* args,
                                int64_t* value) {
  const TVMFFIAny* any = &args[param->index];
  if (!tirx_is_int(any)) return tirx_wrong_type(function, param, any);
  *value = any->v_int64 != 0;
  return 0;
}

static inline int tirx_arg_float(const tirx_function* function, const tirx_param* param,
                                 const TVMFFIAny* args, double* value) {
  const TVMFFIAny* any = &args[param->index];
  if (any->type_index == kTVMFFIFloat) {
    *value = any->v_float64;
    return 0;
  }
  if (!tirx_is_int(any)) return tirx_wrong_type(function, param, any);
  *value = (double)any->v_int64;
  return 0;
}

// Null where the argument is none.
static inline const DLTensor* tirx_tensor_of(const TVMFFIAny* any) {
  if (any->type_index == kTVMFFIDLTensorPtr) return (const DLTensor*)any->v_ptr;
  // An object's address is its header's, which the DLTensor follows.
  if (any->type_index == kTVMFFITensor) return (const DLTensor*)(any->v_obj + 1);
  return NULL;
}

static inline int tirx_arg_handle(const tirx_function* function, const tirx_param* param,
                                  const TVMFFIAny* args, void** value) {
  const TVMFFIAny* any = &args[param->index];
  const DLTensor* tensor = tirx_tensor_of(any);
  if (any->type_index == kTVMFFINone) {
    *value = NULL;
  } else if (any->type_index == kTVMFFIOpaquePtr) {
    *value = any->v_ptr;
  } else if (tensor != NULL) {
    *value = (char*)tensor->data + tensor->byte_offset;
  } else if (any->type_index >= kTVMFFIStaticObjectBegin && any->type_index != kTVMFFIBigInt) {
    *value = any->v_obj;
  } else {
    return tirx_wrong_type(function, param, any);
  }
  return 0;
}

static inline int tirx_wrong_dtype(const tirx_function* function, const tirx_param* param, DLDataType got) {
  tirx_text text = tirx_mismatch(function, param, ".dtype");
  tirx_add_dtype(&text, param->dtype);
  tirx_add(&text, ", got ");
  tirx_add_dtype(&text, got);
  return tirx_raise_text("TypeError", &text);
}

static inline int tirx_arg_tensor(const tirx_function* function, const tirx_param* param,
                                  const TVMFFIAny* args, void** value) {
  const TVMFFIAny* any = &args[param->index];
  const DLTensor* tensor = tirx_tensor_of(any);
  const DLDataType want = param->dtype;
  int same, sub_byte;
  if (tensor == NULL) {
    // None and a null pointer have the right type but no tensor.
    if (any->type_index == kTVMFFIDLTensorPtr || any->type_index == kTVMFFINone)
      return tirx_mismatched("ValueError", function, param, "value", "a Tensor that is not NULL", "NULL");
    return tirx_wrong_type(function, param, any);
  }
  if (tensor->ndim != param->ndim) {
    const tirx_number ndim = {param->ndim, NULL};
    return tirx_wrong_number(function, param, ".ndim", &ndim, tensor->ndim);
  }
  same =
      tensor->dtype.code == want.code && tensor->dtype.bits == want.bits && tensor->dtype.lanes == want.lanes;
  // Producers disagree on how to declare integers of less than a byte.
  sub_byte = want.bits < 8 && (want.code == kDLInt || want.code == kDLUInt);
  if (!same && !sub_byte) return tirx_wrong_dtype(function, param, tensor->dtype);
  *value = (void*)tensor;
  return 0;
}

// Row-major stride of dimension `k`, which null strides stand for. Products wrap: a shape so large is no real
// one.
static inline int64_t tirx_compact_stride(const DLTensor* tensor, int k) {
  uint64_t stride = 1;
  int d;
  for (d = tensor->ndim - 1; d > k; --d) stride *= (uint64_t)tensor->shape[d];
  return (int64_t)stride;
}
static inline int64_t tirx_stride(const DLTensor* tensor, int k) {
  return tensor->strides != NULL ? tensor->strides[k] : tirx_compact_stride(tensor, k);
}

static inline int tirx_is_empty(const DLTensor* tensor) {
  int k;
  for (k = 0; k < tensor->ndim; ++k) {
    if (tensor->shape[k] == 0) return 1;
  }
  return 0;
}

static inline int tirx_is_compact(const DLTensor* tensor) {
  uint64_t stride = 1;
  int k;
  for (k = tensor->ndim - 1; k >= 0; --k) {
    if (tensor->shape[k] != 1 && (uint64_t)tensor->strides[k] != stride) return 0;
    stride *= (uint64_t)tensor->shape[k];
  }
  return 1;
}

static inline int tirx_meets(const tirx_number* number, int64_t value) {
  return value == number->value || (number->text != NULL && number->text[0] == '\0');
}

static inline int tirx_check_shape(const tirx_function* function, const tirx_param* param,
                                   const DLTensor* tensor, const tirx_number* shape) {
  int k;
  for (k = 0; k < param->ndim; ++k) {
    const int64_t value = tensor->shape[k];
    char what[32];
    if (value >= 0 && tirx_meets(&shape[k], value)) continue;
    snprintf(what, sizeof(what), ".shape[%d]", k);
    if (value < 0) {
      tirx_text text = tirx_mismatch(function, param, what);
      tirx_add(&text, "0 or more, got ");
      tirx_add_int(&text, value);
      return tirx_raise_text("ValueError", &text);
    }
    return tirx_wrong_number(function, param, what, &shape[k], value);
  }
  return 0;
}

static inline int tirx_not_compact(const tirx_function* function, const tirx_param* param,
                                   const DLTensor* tensor) {
  tirx_text text = tirx_mismatch(function, param, ".strides");
  int k;
  tirx_add(&text, "a compact row-major array, got (");
  for (k = 0; k < tensor->ndim; ++k) {
    if (k != 0) tirx_add(&text, ", ");
    tirx_add_int(&text, tensor->strides[k]);
  }
  tirx_add(&text, tensor->ndim == 1 ? ",)" : ")");
  return tirx_raise_text("ValueError", &text);
}

// Null strides: the tensor must be compact.
static inline int tirx_check_strides(const tirx_function* function, const tirx_param* param,
                                     const DLTensor* tensor, const tirx_number* strides) {
  int k;
  if (strides == NULL) {
    if (tensor->strides == NULL || tirx_is_compact(tensor) || tirx_is_empty(tensor)) return 0;
    return tirx_not_compact(function, param, tensor);
  }
  for (k = 0; k < param->ndim; ++k) {
    char what[32];
    if (tensor->shape[k] == 1 || tirx_meets(&strides[k], tirx_stride(tensor, k))) continue;
    snprintf(what, sizeof(what), ".strides[%d]", k);
    return tirx_wrong_number(function, param, what, &strides[k], tirx_stride(tensor, k));
  }
  return 0;
}

static inline int tirx_check_place(const tirx_function* function, const tirx_param* param,
                                   const DLTensor* tensor, const tirx_place* place) {
  const int32_t type = (int32_t)tensor->device.device_type;
  if (type < 0 || type > 31 || (place->types >> type & 1) == 0) {
    tirx_text text = tirx_mismatch(function, param, ".device_type");
    tirx_add(&text, place->name);
    tirx_add(&text, ", got ");
    tirx_add_device_type(&text, type);
    return tirx_raise_text("ValueError", &text);
  }
  if (place->id >= 0 && place->id != tensor->device.device_id) {
    const tirx_number id = {place->id, NULL};
    return tirx_wrong_number(function, param, ".device_id", &id, tensor->device.device_id);
  }
  return 0;
}

static inline int tirx_check_data(const tirx_function* function, const tirx_param* param,
                                  const DLTensor* tensor, uint64_t alignment) {
  const uint64_t address = (uint64_t)(uintptr_t)tensor->data + tensor->byte_offset;
  tirx_text text = {NULL, 0, 0};
  if (tensor->data == NULL) {
    if (tirx_is_empty(tensor)) return 0;
    return tirx_mismatched("ValueError", function, param, ".data", "a pointer that is not NULL", "NULL");
  }
  // A division takes as long as all other checks of a tensor; nearly every alignment is a power of two.
  if ((alignment & (alignment - 1)) == 0 ? (address & (alignment - 1)) == 0 : address % alignment == 0)
    return 0;
  tirx_add(&text, "Misaligned data of `");
  tirx_add(&text, param->name);
  tirx_add(&text, "` on argument #");
  tirx_add_int(&text, param->index);
  tirx_add(&text, " when calling: `");
  tirx_add(&text, function->signature);
  tirx_add(&text, "`, expected a multiple of ");
  tirx_add_uint(&text, alignment);
  tirx_add(&text, " bytes, got one off by ");
  tirx_add_uint(&text, address % alignment);
  return tirx_raise_text("ValueError", &text);
}

// What is checked of a tensor once every symbol is bound. `offset` is in bytes and must be a multiple of
// `offset_factor`.
static inline int tirx_check_tensor(const tirx_function* function, const tirx_param* param,
                                    const void* handle, const tirx_number* shape, const tirx_number* strides,
                                    const tirx_number* offset, uint64_t offset_factor, uint64_t alignment,
                                    const tirx_place* place) {
  const DLTensor* tensor = (const DLTensor*)handle;
  if (tirx_check_shape(function, param, tensor, shape) != 0) return -1;
  if (tirx_check_strides(function, param, tensor, strides) != 0) return -1;
  if (!tirx_meets(offset, (int64_t)tensor->byte_offset))
    return tirx_wrong_number(function, param, ".byte_offset", offset, (int64_t)tensor->byte_offset);
  if (tensor->byte_offset != 0 && tensor->byte_offset % offset_factor != 0) {
    tirx_text text = tirx_mismatch(function, param, ".byte_offset");
    tirx_add(&text, "a multiple of ");
    tirx_add_uint(&text, offset_factor);
    tirx_add(&text, ", got ");
    tirx_add_uint(&text, tensor->byte_offset);
    return tirx_raise_text("ValueError", &text);
  }
  if (tirx_check_place(function, param, tensor, place) != 0) return -1;
  return tirx_check_data(function, param, tensor, alignment);
}

// NOLINTEND(modernize-use-nullptr)
#endif
