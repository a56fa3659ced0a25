// SPDX-License-Identifier: Apache-2.0
#include "base/structural.h"

#include <tvm/ffi/container/shape.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/check.h"
#include "base/hash.h"

namespace tirx {
namespace {

using TypeIndex = ffi::TypeIndex;

bool IsObject(const Any& value) {
  return value.type_index() >= TypeIndex::kTVMFFIStaticObjectBegin;
}
bool IsString(const Any& value) {
  return value.type_index() == TypeIndex::kTVMFFISmallStr || value.type_index() == TypeIndex::kTVMFFIStr;
}
const Object* ObjectOf(const Any& value) {
  return value.as<Object>();
}
TVMFFISEqHashKind KindOf(const Object* object) {
  const TVMFFITypeInfo* info = TVMFFIGetTypeInfo(object->type_index());
  return info->metadata ? info->metadata->structural_eq_hash_kind : kTVMFFISEqHashKindUnsupported;
}
uint64_t PlainBits(const Any& value) {
  return ffi::AnyView(value).CopyToTVMFFIAny().v_uint64;
}

// The entries of an attribute map in key order.
std::vector<std::pair<String, Any>> SortedEntries(const Any& value) {
  std::vector<std::pair<String, Any>> entries;
  for (const auto& [key, item] : value.cast<Map<Any, Any>>()) {
    TIRX_CHECK(IsString(key), "only maps with string keys can be compared");
    entries.emplace_back(key.cast<String>(), item);
  }
  std::sort(entries.begin(), entries.end(),
            [](const auto& x, const auto& y) { return View(x.first) < View(y.first); });
  return entries;
}

struct PairHash {
  size_t operator()(const std::pair<const Object*, const Object*>& p) const {
    return std::hash<const void*>()(p.first) * 31 + std::hash<const void*>()(p.second);
  }
};

// Walks both sides in step with an explicit stack; children are pushed in reverse so that they are compared
// in field order, which makes definitions come before uses.
class EqualWalk {
 public:
  explicit EqualWalk(bool map_free_vars) : map_free_vars_(map_free_vars) {}

  bool Run(const Any& a, const Any& b) {
    stack_.push_back({a, b, false});
    while (!stack_.empty()) {
      Item item = std::move(stack_.back());
      stack_.pop_back();
      if (!Step(item.a, item.b, item.defining)) return false;
    }
    return true;
  }

 private:
  struct Item {
    Any a, b;
    bool defining;
  };

  bool Step(const Any& a, const Any& b, bool defining) {
    if (IsString(a) || IsString(b)) {
      return IsString(a) && IsString(b) && a.cast<String>() == b.cast<String>();
    }
    if (a.type_index() != b.type_index()) return false;
    if (!IsObject(a)) return PlainBits(a) == PlainBits(b);
    switch (a.type_index()) {
      case TypeIndex::kTVMFFIArray:
        return StepArray(a, b, defining);
      case TypeIndex::kTVMFFIMap:
        return StepMap(a, b, defining);
      default:
        return StepNode(a, b, defining);
    }
  }

  bool StepArray(const Any& a, const Any& b, bool defining) {
    auto x = a.cast<Array<Any>>(), y = b.cast<Array<Any>>();
    if (x.size() != y.size()) return false;
    for (size_t i = x.size(); i-- > 0;) stack_.push_back({x[i], y[i], defining});
    return true;
  }

  bool StepMap(const Any& a, const Any& b, bool defining) {
    auto x = SortedEntries(a), y = SortedEntries(b);
    if (x.size() != y.size()) return false;
    for (size_t i = x.size(); i-- > 0;) {
      if (x[i].first != y[i].first) return false;
      stack_.push_back({x[i].second, y[i].second, defining});
    }
    return true;
  }

  bool StepNode(const Any& a, const Any& b, bool defining) {
    const Object *x = ObjectOf(a), *y = ObjectOf(b);
    TVMFFISEqHashKind kind = KindOf(x);
    if (kind == kTVMFFISEqHashKindFreeVar) return StepVar(a, b, defining);
    const NodeOps& ops = NodeOpsOf(x->type_index());
    if (kind == kTVMFFISEqHashKindUniqueInstance || ops.compared_fields == nullptr) return x == y;
    // A pair seen before was equal under a subset of today's variable map, or the walk has already failed.
    // The same object on both sides still needs the walk: its variables may be mapped to others.
    if (!defining && !seen_.insert({x, y}).second) return true;
    PushFields(x, y, ops, defining);
    return true;
  }

  void PushFields(const Object* x, const Object* y, const NodeOps& ops, bool defining) {
    std::vector<std::pair<Any, int64_t>> left;
    ops.compared_fields(x, [&](const Any& value, int64_t flags) { left.emplace_back(value, flags); });
    size_t base = stack_.size(), i = 0;
    stack_.resize(base + left.size());
    ops.compared_fields(y, [&](const Any& value, int64_t) {
      auto& [mine, flags] = left[i];
      stack_[base + left.size() - 1 - i] = {std::move(mine), value, defining || (flags & kDefine) != 0};
      ++i;
    });
  }

  bool StepVar(const Any& a, const Any& b, bool defining) {
    const Object *x = ObjectOf(a), *y = ObjectOf(b);
    auto forward = forward_.find(x);
    auto backward = backward_.find(y);
    if (forward != forward_.end() || backward != backward_.end())
      return forward != forward_.end() && backward != backward_.end() && forward->second == y;
    if (!defining && !map_free_vars_) return x == y;
    forward_[x] = y;
    backward_[y] = x;
    PushFields(x, y, NodeOpsOf(x->type_index()), true);  // the type, whose free variables are defined with it
    return true;
  }

  bool map_free_vars_;
  std::vector<Item> stack_;
  std::unordered_map<const Object*, const Object*> forward_, backward_;
  std::unordered_set<std::pair<const Object*, const Object*>, PairHash> seen_;
};

// Post-order with an explicit stack. A variable hashes as the number of its first appearance. That number
// depends on where a shared part is met first, which is the same on both sides of an equality: field order is
// fixed.
class HashWalk {
 public:
  uint64_t Run(const Any& value) {
    stack_.push_back({value, 0, false, false});
    while (!stack_.empty()) {
      if (stack_.back().expanded) {
        Finish();
      } else {
        Expand();
      }
    }
    return results_.back();
  }

 private:
  struct Item {
    Any value;
    size_t first_result;
    bool expanded;
    bool by_fields;
  };

  void Leaf(uint64_t hash) {
    results_.push_back(hash);
    stack_.pop_back();
  }

  void Expand() {
    Any value = stack_.back().value;
    if (IsString(value)) return Leaf(HashBytes(View(value.cast<String>())));
    if (!IsObject(value)) return Leaf(MixHash(uint64_t(value.type_index()), PlainBits(value)));
    const Object* object = ObjectOf(value);
    if (auto it = memo_.find(object); it != memo_.end()) return Leaf(it->second);
    stack_.back().expanded = true;
    stack_.back().first_result = results_.size();
    size_t base = stack_.size();
    PushParts(value, object);
    std::reverse(stack_.begin() + int64_t(base), stack_.end());
  }

  void Push(const Any& value) { stack_.push_back({value, 0, false, false}); }

  void PushParts(const Any& value, const Object* object) {
    if (value.type_index() == TypeIndex::kTVMFFIArray) {
      for (const Any& element : value.cast<Array<Any>>()) Push(element);
    } else if (value.type_index() == TypeIndex::kTVMFFIMap) {
      for (const auto& [key, item] : SortedEntries(value)) {
        Push(Any(key));
        Push(item);
      }
    } else if (auto* fields = NodeOpsOf(object->type_index()).compared_fields) {
      if (KindOf(object) == kTVMFFISEqHashKindFreeVar) Push(Any(int64_t(++variables_)));
      fields(object, [&](const Any& field, int64_t) { Push(field); });
    }
  }

  void Finish() {
    Item item = std::move(stack_.back());
    stack_.pop_back();
    const Object* object = ObjectOf(item.value);
    // Type keys, not type indices: those depend on the order in which libraries were loaded.
    uint64_t h = HashBytes(object->GetTypeKey());
    for (size_t i = item.first_result; i < results_.size(); ++i) h = MixHash(h, results_[i]);
    results_.resize(item.first_result);
    results_.push_back(h);
    memo_.emplace(object, h);
    keep_alive_.push_back(std::move(item.value));
  }

  std::vector<Item> stack_;
  std::vector<uint64_t> results_;
  std::unordered_map<const Object*, uint64_t> memo_;
  std::vector<Any>
      keep_alive_;  // fields made on the fly must not be freed while the memo holds their address
  int64_t variables_ = 0;
};

}  // namespace

bool StructuralEqual(const Any& a, const Any& b, bool map_free_vars) {
  return EqualWalk(map_free_vars).Run(a, b);
}

uint64_t StructuralHash(const Any& value) {
  return HashWalk().Run(value);
}

}  // namespace tirx
