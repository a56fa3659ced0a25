// SPDX-License-Identifier: Apache-2.0
// Launch values against a device's limits, in the common subset of C and C++: the runtime calls these
// functions and exported hosts that launch by themselves carry their text (codegen/c_support.h).
#ifndef TIRX_LAUNCH_CHECK_H_
#define TIRX_LAUNCH_CHECK_H_

// NOLINTBEGIN(modernize-use-nullptr): also C

#include "runtime/host_error.h"

// Places in an array of launch values; groups of three are the axes x, y, z (LaunchSlot of launch_plan.h).
enum {
  TIRX_GRID = 0,
  TIRX_BLOCK = 3,
  TIRX_CLUSTER = 6,
  TIRX_PREFERRED_CLUSTER = 9,
  TIRX_DYNAMIC_SHARED = 12,
  TIRX_FIRST_OWN = 13  // fields that the launcher alone knows
};

// The largest values that a device takes.
typedef struct tirx_limits {
  int64_t grid[3], block[3];
  int64_t threads_per_block;
  int64_t blocks_per_cluster;  // 0: no clusters
  int64_t dynamic_shared_bytes;
} tirx_limits;

enum { TIRX_LAUNCH = 0, TIRX_NOTHING_TO_DO = 1, TIRX_RAISED = -1 };

static inline void tirx_add_slot(tirx_text* text, int slot) {
  static const char* const groups[] = {"grid", "block", "cluster", "preferred cluster"};
  static const char* const axes[] = {" dimension x", " dimension y", " dimension z"};
  if (slot >= TIRX_DYNAMIC_SHARED) {
    tirx_add(text, "dynamic shared memory in bytes");
    return;
  }
  tirx_add(text, groups[slot / 3]);
  tirx_add(text, axes[slot % 3]);
}

// "kernel `k`: grid dimension x is 5; "; the caller adds the rule.
static inline tirx_text tirx_bad_slot(const char* kernel, int slot, int64_t value) {
  tirx_text text = {NULL, 0, 0};
  tirx_add(&text, "kernel `");
  tirx_add(&text, kernel);
  tirx_add(&text, "`: ");
  tirx_add_slot(&text, slot);
  tirx_add(&text, " is ");
  tirx_add_int(&text, value);
  tirx_add(&text, "; ");
  return text;
}
static inline int tirx_out_of_range(const char* kernel, int slot, int64_t value, const char* rule) {
  tirx_text text = tirx_bad_slot(kernel, slot, value);
  tirx_add(&text, rule);
  return tirx_raise_text("ValueError", &text);
}
static inline int tirx_over_limit(const char* kernel, int slot, int64_t value, int64_t limit) {
  tirx_text text = tirx_bad_slot(kernel, slot, value);
  tirx_add(&text, "the limit is ");
  tirx_add_int(&text, limit);
  return tirx_raise_text("ValueError", &text);
}
static inline int tirx_too_many(const char* kernel, const char* what, int64_t count, const char* of,
                                int64_t limit) {
  tirx_text text = {NULL, 0, 0};
  tirx_add(&text, "kernel `");
  tirx_add(&text, kernel);
  tirx_add(&text, what);
  tirx_add_int(&text, count);
  tirx_add(&text, of);
  tirx_add_int(&text, limit);
  return tirx_raise_text("ValueError", &text);
}

// Three extents that must be at least 1; each at most 1024 or so once checked, so their product fits.
static inline int tirx_check_extents(const char* kernel, const int64_t* values, int first,
                                     const int64_t* limits) {
  int axis;
  for (axis = 0; axis < 3; ++axis) {
    const int64_t value = values[first + axis];
    if (value < 1) return tirx_out_of_range(kernel, first + axis, value, "it must be at least 1");
    if (value > limits[axis]) return tirx_over_limit(kernel, first + axis, value, limits[axis]);
  }
  return 0;
}

// "...; it must be a multiple of the `of`, which is 2".
static inline int tirx_check_multiple(const char* kernel, const int64_t* values, int slot, int of) {
  tirx_text text;
  if (values[slot] % values[of] == 0) return 0;
  text = tirx_bad_slot(kernel, slot, values[slot]);
  tirx_add(&text, "it must be a multiple of the ");
  tirx_add_slot(&text, of);
  tirx_add(&text, ", which is ");
  tirx_add_int(&text, values[of]);
  return tirx_raise_text("ValueError", &text);
}

static inline int tirx_check_cluster(const char* kernel, const int64_t* values, int first, int64_t most) {
  int64_t limits[3], blocks;
  int axis;
  if (most == 0) {
    tirx_text text = {NULL, 0, 0};
    tirx_add(&text, "kernel `");
    tirx_add(&text, kernel);
    tirx_add(&text, "` is launched in clusters, which the device lacks");
    return tirx_raise_text("ValueError", &text);
  }
  limits[0] = limits[1] = limits[2] = most;
  if (tirx_check_extents(kernel, values, first, limits) != 0) return -1;
  blocks = values[first] * values[first + 1] * values[first + 2];
  if (blocks > most) return tirx_too_many(kernel, "`: a cluster of ", blocks, " blocks; the limit is ", most);
  for (axis = 0; axis < 3; ++axis) {
    if (tirx_check_multiple(kernel, values, TIRX_GRID + axis, first + axis) != 0) return -1;
  }
  return 0;
}

// A preferred cluster is made of whole regular ones.
static inline int tirx_check_preferred_cluster(const char* kernel, const int64_t* values, int64_t most) {
  int axis;
  if (tirx_check_cluster(kernel, values, TIRX_PREFERRED_CLUSTER, most) != 0) return -1;
  for (axis = 0; axis < 3; ++axis) {
    if (tirx_check_multiple(kernel, values, TIRX_PREFERRED_CLUSTER + axis, TIRX_CLUSTER + axis) != 0)
      return -1;
  }
  return 0;
}

static inline int tirx_check_grid(const char* kernel, const int64_t* values, const tirx_limits* limits) {
  int axis, verdict = TIRX_LAUNCH;
  for (axis = 0; axis < 3; ++axis) {
    const int64_t value = values[TIRX_GRID + axis];
    if (value < 0) return tirx_out_of_range(kernel, TIRX_GRID + axis, value, "it must not be negative");
    if (value > limits->grid[axis])
      return tirx_over_limit(kernel, TIRX_GRID + axis, value, limits->grid[axis]);
    if (value == 0) verdict = TIRX_NOTHING_TO_DO;
  }
  return verdict;
}

// A zero in the grid means nothing to do. Anything else out of range raises a ValueError that names the
// kernel, the axis, the value and the limit.
static inline int tirx_check_launch(const char* kernel, const int64_t* values, int has_cluster,
                                    int has_preferred_cluster, const tirx_limits* limits) {
  const int64_t shared = values[TIRX_DYNAMIC_SHARED];
  int64_t threads;
  int verdict;
  if (tirx_check_extents(kernel, values, TIRX_BLOCK, limits->block) != 0) return TIRX_RAISED;
  threads = values[TIRX_BLOCK] * values[TIRX_BLOCK + 1] * values[TIRX_BLOCK + 2];
  if (threads > limits->threads_per_block)
    return tirx_too_many(kernel, "`: a block of ", threads, " threads; the limit is ",
                         limits->threads_per_block);
  if (shared < 0) return tirx_out_of_range(kernel, TIRX_DYNAMIC_SHARED, shared, "it must not be negative");
  if (shared > limits->dynamic_shared_bytes)
    return tirx_over_limit(kernel, TIRX_DYNAMIC_SHARED, shared, limits->dynamic_shared_bytes);
  verdict = tirx_check_grid(kernel, values, limits);
  if (verdict == TIRX_RAISED) return verdict;
  if (has_cluster && tirx_check_cluster(kernel, values, TIRX_CLUSTER, limits->blocks_per_cluster) != 0)
    return TIRX_RAISED;
  if (has_preferred_cluster && tirx_check_preferred_cluster(kernel, values, limits->blocks_per_cluster) != 0)
    return TIRX_RAISED;
  return verdict;
}

static inline void tirx_add_triple(tirx_text* text, const char* name, const int64_t* values) {
  tirx_add(text, name);
  tirx_add(text, "=(");
  tirx_add_int(text, values[0]);
  tirx_add(text, ", ");
  tirx_add_int(text, values[1]);
  tirx_add(text, ", ");
  tirx_add_int(text, values[2]);
  tirx_add(text, ")");
}

// "grid=(4, 1, 1) block=(128, 1, 1) dynamic shared memory=0", for error messages.
static inline void tirx_add_launch(tirx_text* text, const int64_t* values, int has_cluster) {
  tirx_add_triple(text, "grid", values + TIRX_GRID);
  tirx_add_triple(text, " block", values + TIRX_BLOCK);
  if (has_cluster) tirx_add_triple(text, " cluster", values + TIRX_CLUSTER);
  tirx_add(text, " dynamic shared memory=");
  tirx_add_int(text, values[TIRX_DYNAMIC_SHARED]);
}

// NOLINTEND(modernize-use-nullptr)
#endif
