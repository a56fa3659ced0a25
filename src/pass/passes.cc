// SPDX-License-Identifier: Apache-2.0
#include "pass/passes.h"

#include "pass/annotate_entry.h"
#include "pass/bind_target.h"
#include "pass/flatten_tensors.h"
#include "pass/make_packed_api.h"
#include "pass/split_host_device.h"
#include "pass/tile_dispatch.h"
#include "pass/verify_memory.h"

namespace tirx::pass {

// clang-format off
const PassRow kPasses[7] = {
    {"bind-target", BindTarget, false, "Every function knows the target that it runs on."},
    {"tile-dispatch", TileDispatch, false, "No tile operation is left."},
    {"flatten-tensors", FlattenTensors, false, "Every access has one index, into a one-dimensional tensor."},
    {"verify-memory", VerifyMemory, true, "No host code accesses device memory."},
    {"annotate-entry", AnnotateEntry, false, "The one exported function is marked as the entry."},
    {"split-host-device", SplitHostDevice, false, "Device entries are kernels, launched by the host functions."},
    {"make-packed-api", MakePackedApi, false, "Exported host functions check and bind packed arguments."},
};
// clang-format on

}  // namespace tirx::pass
