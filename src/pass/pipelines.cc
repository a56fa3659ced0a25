// SPDX-License-Identifier: Apache-2.0
#include "pass/pipelines.h"

namespace tirx::pass {

std::vector<std::string_view> GpuPipeline() {
  return {
      // Before functions get their targets: what only the simulator needs has none.
      "drop-references",
      // Before lengths are passed: the copies are private functions like any other.
      "copy-exported",
      // Before flattening, which makes a call's tensors forget their extents.
      "pass-extents",
      // First of the others: everything else asks a function where it runs.
      "bind-target",
      // Before anything that depends on the architecture: each device entry may name its own.
      "bind-backend-config",
      // Before tile operations expand, each for the target of the function that it stands in.
      "specialize-entry-helpers",
      // Before anything that reads accesses: tile operations expand into loops and accesses.
      "tile-dispatch",
      "lower-masked-access",
      // Before flattening, while extents and indices are as the author wrote them; constant branches go here,
      // so
      // that later passes do not look at dead code.
      "simplify",
      // Before narrowing: it makes the index arithmetic that narrowing looks at.
      "flatten-tensors",
      "narrow-index",
      // Once indices are flat: what are neighbours in memory can be seen.
      "vectorize-loops",
      // After narrowing, which then looks at one loop instead of its copies.
      "unroll-loops",
      // What flattening and unrolling left: sums with constants.
      "simplify",
      // Once the indices of vector accesses have their last form.
      "align-tensors",
      // Once nothing rewrites expressions any more.
      "share-subexpressions",
      // Before the split, while tensors are as the author declared them.
      "verify-elements",
      // Likewise, which takes the host's own accesses for correct.
      "verify-memory",
      // Before the split, while the launch's extents stand around its uses.
      "lower-thread-allreduce",
      "annotate-entry",
      // After everything that wants to see host and device code together: thread extents, captured values.
      "split-host-device",
      // Once there are kernels: what is compiled apart has its own helpers.
      "specialize-device-helpers",
      // Now that each function has the target that it runs on.
      "legalize-compute",
      // Afterwards exported host functions have another calling convention.
      "make-packed-api",
      // Last: the host has checked tensors by the types that the script gave them.
      "legalize-storage",
  };
}

std::vector<std::string_view> SimulatorPipeline() {
  return {
      "use-references",       // before functions get their targets: the references run on the device
      "copy-exported",        // before lengths are passed: the copies are private functions like any other
      "pass-extents",         // private host functions have nothing else to read lengths from
      "bind-target",          // first of the others: everything else asks a function where it runs
      "bind-backend-config",  // options say how arithmetic behaves
      "tile-dispatch",        // tile operations expand into loops and accesses
      "lower-masked-access",
      "simplify",           // constant branches go; flattening, narrowing and unrolling are left out
      "promise-alignment",  // before the split, while functions are as the device's passes want them
      "verify-elements",    // before the split, while tensors are as the author declared them
      "verify-memory",      // likewise, which takes the host's own accesses for correct
      "lower-thread-allreduce",
      "annotate-entry",
      "split-host-device",
      "make-packed-api",  // last: afterwards exported host functions have another calling convention
  };
}

const PipelineRow kPipelines[1] = {
    {"simulator", SimulatorPipeline,
     "Lowers to what the simulator runs; accesses keep the script's indices."},
};

}  // namespace tirx::pass
