// SPDX-License-Identifier: Apache-2.0
// A C program that loads an exported kernel and calls it through tvm-ffi's C interface: examples/saxpy.py as
// a shared library. See the Makefile.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tvm/ffi/c_api.h>

enum { kCount = 1000 };

// Ends the program with the pending error.
static void Fail(const char* doing) {
  TVMFFIObjectHandle error = NULL;
  TVMFFIErrorMoveFromRaised(&error);
  const TVMFFIErrorCell* cell = (const TVMFFIErrorCell*)((const char*)error + sizeof(TVMFFIObject));
  fprintf(stderr, "%s: %.*s: %.*s\n", doing, (int)cell->kind.size, cell->kind.data, (int)cell->message.size,
          cell->message.data);
  TVMFFIObjectDecRef(error);
  exit(1);
}

static TVMFFIAny Any(int32_t type_index) {
  TVMFFIAny any;
  memset(&any, 0, sizeof(any));
  any.type_index = type_index;
  return any;
}
static TVMFFIAny Int(int64_t value) {
  TVMFFIAny any = Any(kTVMFFIInt);
  any.v_int64 = value;
  return any;
}
static TVMFFIAny Float(double value) {
  TVMFFIAny any = Any(kTVMFFIFloat);
  any.v_float64 = value;
  return any;
}
static TVMFFIAny Text(const char* value) {
  TVMFFIAny any = Any(kTVMFFIRawStr);
  any.v_c_str = value;
  return any;
}
static TVMFFIAny HostTensor(DLTensor* tensor) {
  TVMFFIAny any = Any(kTVMFFIDLTensorPtr);
  any.v_ptr = tensor;
  return any;
}

// The caller owns the result, if it is an object.
static TVMFFIAny Call(TVMFFIObjectHandle function, const char* name, TVMFFIAny* args, int32_t count) {
  TVMFFIAny result = Any(kTVMFFINone);
  if (TVMFFIFunctionCall(function, args, count, &result) != 0) Fail(name);
  return result;
}
static TVMFFIAny CallGlobal(const char* name, TVMFFIAny* args, int32_t count) {
  TVMFFIByteArray bytes = {name, strlen(name)};
  TVMFFIObjectHandle function = NULL;
  if (TVMFFIFunctionGetGlobal(&bytes, &function) != 0) Fail(name);
  if (function == NULL) {
    fprintf(stderr, "%s: not registered\n", name);
    exit(1);
  }
  TVMFFIAny result = Call(function, name, args, count);
  TVMFFIObjectDecRef(function);
  return result;
}

static TVMFFIAny Empty(DLDevice device) {
  TVMFFIAny length = Int(kCount), args[4];
  args[0] = CallGlobal("ffi.Shape", &length, 1);
  args[1] = Any(kTVMFFINone);  // strides
  args[2] = Any(kTVMFFIDataType);
  args[2].v_dtype = (DLDataType){kDLFloat, 32, 1};
  args[3] = Any(kTVMFFIDevice);
  args[3].v_device = device;
  TVMFFIAny tensor = CallGlobal("tirx.runtime.empty", args, 4);
  TVMFFIObjectDecRef(args[0].v_obj);
  return tensor;
}
static void Copy(TVMFFIAny from, TVMFFIAny to) {
  TVMFFIAny args[] = {from, to};
  CallGlobal("tirx.runtime.copy", args, 2);
}

static int Check(const float* y) {
  for (int i = 0; i < kCount; ++i) {
    if (y[i] == 2.0f * (float)i + 1.0f) continue;
    printf("y[%d] is %g\n", i, y[i]);
    return 1;
  }
  printf("%d values are right\n", kCount);
  return 0;
}

int main(int argc, char** argv) {
  if (argc != 3 || (strcmp(argv[2], "cuda") != 0 && strcmp(argv[2], "opencl") != 0)) {
    fprintf(stderr, "usage: %s ./saxpy.so cuda|opencl\n", argv[0]);
    return 2;
  }
  DLDevice device = {strcmp(argv[2], "cuda") == 0 ? kDLCUDA : kDLOpenCL, 0};
  TVMFFIAny path = Text(argv[1]);
  TVMFFIAny library = CallGlobal("ffi.ModuleLoadFromFile", &path, 1);
  TVMFFIAny lookup[] = {library, Text("saxpy"), Any(kTVMFFIBool)};  // false: not in what the library embeds
  TVMFFIAny saxpy = CallGlobal("ffi.ModuleGetFunction", lookup, 3);

  float x[kCount], y[kCount];
  for (int i = 0; i < kCount; ++i) {
    x[i] = (float)i;
    y[i] = 1.0f;
  }
  int64_t shape[] = {kCount};
  DLTensor host_x = {x, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, shape, NULL, 0}, host_y = host_x;
  host_y.data = y;
  TVMFFIAny args[] = {Empty(device), Empty(device), Float(2.0)};
  Copy(HostTensor(&host_x), args[0]);
  Copy(HostTensor(&host_y), args[1]);
  Call(saxpy.v_obj, "saxpy", args, 3);
  Copy(args[1], HostTensor(&host_y));
  TVMFFIAny where = Any(kTVMFFIDevice);
  where.v_device = device;
  CallGlobal("tirx.runtime.synchronize", &where, 1);

  TVMFFIObjectDecRef(args[0].v_obj);
  TVMFFIObjectDecRef(args[1].v_obj);
  TVMFFIObjectDecRef(saxpy.v_obj);
  TVMFFIObjectDecRef(library.v_obj);
  return Check(y);
}
