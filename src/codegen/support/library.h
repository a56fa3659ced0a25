// SPDX-License-Identifier: Apache-2.0
// What an exported library has of its own: its place in tvm-ffi, and the kernels of its device modules, which
// tvm-ffi finds among the modules that the library brings along.
#ifndef TIRX_LIBRARY_H_
#define TIRX_LIBRARY_H_

#include "runtime/host_calls.h"

// What an exported function and those that it calls share.
typedef struct tirx_context {
  int32_t device_id;  // of the tensors; -1 while none says
  int32_t depth;      // of calls between host functions
} tirx_context;

// tvm-ffi sets it to the library's module when it loads it.
TIRX_LIBRARY_SYMBOL void* TIRX_LIBRARY_CTX = NULL;

// A function of a device module, looked up once; the module owns it and lives as long as the library's.
typedef struct tirx_kernel {
  const char* name;
  TVMFFIObjectHandle function;
} tirx_kernel;

static inline TVMFFIObjectHandle tirx_find_kernel(tirx_kernel* kernel) {
  TVMFFIObjectHandle function = __atomic_load_n(&kernel->function, __ATOMIC_ACQUIRE);
  if (function != NULL) return function;
  if (TIRX_LIBRARY_CTX == NULL) {
    tirx_raise("RuntimeError",
               "the library was not loaded by tvm-ffi, so its kernels cannot be found: load it with "
               "tirx.load_module, tvm_ffi.load_module or ffi::Module::LoadFromFile; where it is part of the "
               "program, with ffi.SystemLib");
    return NULL;
  }
  if (TVMFFIEnvModLookupFromImports(TIRX_LIBRARY_CTX, kernel->name, &function) != 0) return NULL;
  __atomic_store_n(&kernel->function, function, __ATOMIC_RELEASE);
  return function;
}

static inline int tirx_call_kernel(tirx_kernel* kernel, TVMFFIAny* args, int32_t num_args) {
  TVMFFIObjectHandle function = tirx_find_kernel(kernel);
  TVMFFIAny result = tirx_any(kTVMFFINone, tirx_of_int(0));
  return function == NULL ? -1 : TVMFFIFunctionCall(function, args, num_args, &result);
}

// Whether kernels can run at all, asked before arguments are looked at: where there is no device they are on
// the CPU, and that is not what to complain about.
static inline int tirx_check_ready(void) {
  static tirx_kernel ready = {"__tirx_check_ready", NULL};
  return tirx_call_kernel(&ready, NULL, 0);
}

#endif
