// SPDX-License-Identifier: Apache-2.0
// Error messages of host code, in the common subset of C and C++: exported libraries carry this text
// (codegen/c_support.h). Includers provide tvm-ffi's C interface.
#ifndef TIRX_HOST_ERROR_H_
#define TIRX_HOST_ERROR_H_

// NOLINTBEGIN(modernize-use-nullptr): also C

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What a register of host code holds.
typedef union tirx_value {
  int64_t i;
  uint64_t u;
  double f;
  void* p;
} tirx_value;

// Of an exported function, for messages: "scale", "scale(x: Tensor((n,), float32), s: float32)".
typedef struct tirx_function {
  const char* name;
  const char* signature;
} tirx_function;

// A text that grows. Where memory runs out it stays as it is: it is for messages.
typedef struct tirx_text {
  char* data;
  size_t size, room;
} tirx_text;

static inline void tirx_add_bytes(tirx_text* text, const char* bytes, size_t size) {
  if (text->size + size + 1 > text->room) {
    const size_t room = 2 * text->room + size + 128;
    char* data = (char*)realloc(text->data, room);
    if (data == NULL) return;
    text->data = data;
    text->room = room;
  }
  memcpy(text->data + text->size, bytes, size);
  text->size += size;
  text->data[text->size] = '\0';
}
static inline void tirx_add(tirx_text* text, const char* part) {
  tirx_add_bytes(text, part, strlen(part));
}
static inline void tirx_add_int(tirx_text* text, int64_t value) {
  char digits[32];
  snprintf(digits, sizeof(digits), "%" PRId64, value);
  tirx_add(text, digits);
}
static inline void tirx_add_uint(tirx_text* text, uint64_t value) {
  char digits[32];
  snprintf(digits, sizeof(digits), "%" PRIu64, value);
  tirx_add(text, digits);
}
static inline void tirx_add_float(tirx_text* text, double value) {
  char digits[32];
  snprintf(digits, sizeof(digits), "%.9g", value);
  tirx_add(text, digits);
}
static inline void tirx_add_bool(tirx_text* text, int64_t value) {
  tirx_add(text, value != 0 ? "True" : "False");
}

// Sets the calling thread's pending tvm-ffi error; -1, so that callers can return it. The error carries no
// backtrace: collecting one reads debug information, which takes 0.2 s the first time.
static inline int tirx_raise_bytes(const char* kind, const char* message, size_t size) {
  TVMFFIByteArray kind_bytes, message_bytes, no_backtrace;
  TVMFFIObjectHandle error = NULL;
  kind_bytes.data = kind;
  kind_bytes.size = strlen(kind);
  message_bytes.data = message;
  message_bytes.size = size;
  no_backtrace.data = "";
  no_backtrace.size = 0;
  if (TVMFFIErrorCreate(&kind_bytes, &message_bytes, &no_backtrace, &error) != 0) {
    TVMFFIErrorSetRaisedFromCStr(kind, message);
    return -1;
  }
  TVMFFIErrorSetRaised(error);
  TVMFFIObjectDecRef(error);
  return -1;
}
static inline int tirx_raise(const char* kind, const char* message) {
  return tirx_raise_bytes(kind, message, strlen(message));
}
// Frees the text.
static inline int tirx_raise_text(const char* kind, tirx_text* text) {
  const int status = tirx_raise_bytes(kind, text->data != NULL ? text->data : "", text->size);
  free(text->data);
  text->data = NULL;
  return status;
}

// An operation of the script that has no result.
static inline int tirx_trap(const char* function, const char* reason) {
  tirx_text text = {NULL, 0, 0};
  tirx_add(&text, reason);
  tirx_add(&text, ", in `");
  tirx_add(&text, function);
  tirx_add(&text, "`");
  return tirx_raise_text("ValueError", &text);
}

// Backward jumps between two looks at signals, and how many inner calls may nest.
enum { TIRX_JUMPS_PER_LOOK = 1 << 20, TIRX_MAX_DEPTH = 256 };

// Now and then, a backward jump lets Ctrl-C through. The pending error is the environment's own: tvm-ffi
// knows it by this kind (error.h, EnvErrorAlreadySet).
static inline int tirx_look_at_signals(void) {
  return TVMFFIEnvCheckSignals() == 0 ? 0 : tirx_raise("EnvErrorAlreadySet", "");
}

static inline int tirx_too_deep(const char* function) {
  tirx_text text = {NULL, 0, 0};
  tirx_add(&text, "host functions call each other more than ");
  tirx_add_int(&text, TIRX_MAX_DEPTH);
  tirx_add(&text, " deep, in `");
  tirx_add(&text, function);
  tirx_add(&text, "`");
  return tirx_raise_text("RuntimeError", &text);
}

// NOLINTEND(modernize-use-nullptr)
#endif
