// SPDX-License-Identifier: Apache-2.0
#include "pass/passes.h"

#include "pass/align_tensors.h"
#include "pass/annotate_entry.h"
#include "pass/bind_backend_config.h"
#include "pass/bind_target.h"
#include "pass/copy_exported.h"
#include "pass/drop_references.h"
#include "pass/flatten_tensors.h"
#include "pass/legalize_compute.h"
#include "pass/legalize_storage.h"
#include "pass/lower_masked_access.h"
#include "pass/lower_thread_allreduce.h"
#include "pass/make_packed_api.h"
#include "pass/narrow_index.h"
#include "pass/pass_extents.h"
#include "pass/promise_alignment.h"
#include "pass/share_subexpressions.h"
#include "pass/simplify.h"
#include "pass/specialize_device_helpers.h"
#include "pass/specialize_entry_helpers.h"
#include "pass/split_host_device.h"
#include "pass/tile_dispatch.h"
#include "pass/unroll_loops.h"
#include "pass/use_references.h"
#include "pass/vectorize_loops.h"
#include "pass/verify_elements.h"
#include "pass/verify_memory.h"

namespace tirx::pass {

// clang-format off
const PassRow kPasses[26] = {
    {"use-references", UseReferences, kAnyContent, kFunctionCalls, false, "Calls of foreign text call the function that computes the same."},
    {"drop-references", DropReferences, kReferences, kNothing, false, "Calls of foreign text have no reference, and the module none of those functions."},
    {"copy-exported", CopyExported, kFunctionCalls, kNothing, false, "Host code calls private copies of exported functions."},
    {"pass-extents", PassExtents, kFunctionCalls, kNothing, false, "Private functions get the lengths that their tensors name as parameters."},
    {"bind-target", BindTarget, kAnyContent, kNothing, false, "Every function knows the target that it runs on.", true},
    {"bind-backend-config", BindBackendConfig, kAnyContent, kNothing, false, "Functions and device entries know how they are compiled, and for which architecture."},
    {"specialize-entry-helpers", SpecializeEntryHelpers, kFunctionCalls, kNothing, false, "What a device entry calls has its target and configuration."},
    {"tile-dispatch", TileDispatch, kTileOperations, kAnyContent, false, "No tile operation is left."},
    {"lower-masked-access", LowerMaskedAccess, kMaskedAccess, kNothing, false, "Masked loads and stores are accesses under their mask."},
    {"simplify", Simplify, kAnyContent, kNothing, true, "Constants are folded, dead branches gone, index arithmetic in normal form."},
    {"flatten-tensors", FlattenTensors, kAnyContent, kNothing, false, "Every access has one index, into a one-dimensional tensor."},
    {"narrow-index", NarrowIndex, kAnyContent, kNothing, true, "Index arithmetic that provably fits is int32."},
    {"vectorize-loops", VectorizeLoops, kVectorizedLoops, kVectorAccess | kUnrolledLoops, true, "Vectorised loops are vector accesses and vector arithmetic."},
    {"unroll-loops", UnrollLoops, kUnrolledLoops, kNothing, true, "Small loops of kind unroll are expanded."},
    {"align-tensors", AlignTensors, kVectorAccess, kNothing, true, "Tensors promise the alignment that their vector accesses need."},
    {"promise-alignment", PromiseAlignment, kVectorAccess | kVectorizedLoops, kNothing, false, "Tensor parameters promise the alignment that they would on a device."},
    {"verify-elements", VerifyElements, kSubByteElements, kNothing, false, "Elements of tensors fill whole bytes."},
    {"share-subexpressions", ShareSubexpressions, kAnyContent, kNothing, true, "Device code computes what is worth a name once."},
    {"verify-memory", VerifyMemory, kAnyContent, kNothing, true, "No host code accesses device memory.", true},
    {"lower-thread-allreduce", LowerThreadAllreduce, kThreadAllreduce, kNothing, false, "Reductions over threads are shuffles and shared memory.", true},
    {"annotate-entry", AnnotateEntry, kAnyContent, kNothing, false, "The one exported function is marked as the entry."},
    {"split-host-device", SplitHostDevice, kAnyContent, kNothing, false, "Device entries are kernels, launched by the host functions.", true},
    {"specialize-device-helpers", SpecializeDeviceHelpers, kFunctionCalls, kNothing, false, "What a kernel calls has its target and configuration."},
    {"legalize-compute", LegalizeCompute, kOtherFloats, kNothing, false, "Arithmetic is on types that the target computes with."},
    {"make-packed-api", MakePackedApi, kAnyContent, kNothing, false, "Exported host functions take packed arguments and check them."},
    {"legalize-storage", LegalizeStorage, kOtherFloats, kNothing, false, "Values have types that the target stores.", true},
};
// clang-format on

}  // namespace tirx::pass
