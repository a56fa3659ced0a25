// SPDX-License-Identifier: Apache-2.0
// The node pattern: one field list per class drives reflection (Python, JSON), structural equality and hash,
// child visiting and copy-on-write mapping. Nodes are tvm-ffi objects and immutable once made.
//
//   struct AddNode : ExprNode {
//     Expr a, b;
//     TIRX_FIELDS(f("a", &AddNode::a); f("b", &AddNode::b))
//     TIRX_NODE(Add, AddNode, "tirx.ir.Add", Expr, ExprNode)
//   };                                  // TIRX_NODE closes AddNode and opens Add: add constructors here
//
// Fields of a base class come first, with its own list. In a class that binds variables the bound value
// stands before the variable. RegisterNode<AddNode>() is called from the one registration function of its
// library.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/cast.h>
#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/map.h>
#include <tvm/ffi/dtype.h>
#include <tvm/ffi/function.h>
#include <tvm/ffi/object.h>
#include <tvm/ffi/string.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/function_ref.h"

namespace tirx {

namespace ffi = tvm::ffi;
using ffi::Any;
using ffi::Array;
using ffi::Map;
using ffi::Object;
using ffi::ObjectRef;
using ffi::String;

// Lets clang warn about a view of a temporary (Clang's attribute reference, "lifetimebound").
#if defined(__clang__)
#define TIRX_LIFETIME_BOUND [[clang::lifetimebound]]
#else
#define TIRX_LIFETIME_BOUND
#endif

// Valid as long as `string` lives: short strings are stored in the String itself.
inline std::string_view View(const String& string TIRX_LIFETIME_BOUND) {
  return {string.data(), string.size()};
}

using Attrs = Map<String, Any>;

// What fields begin with: one shared empty container, copied when it is written to. The default constructors
// of the containers allocate, which every node would pay for again.
const Attrs& NoAttrs();
template <class T>
Array<T> NoItems();

// Field flags; the numbers are tvm-ffi's (c_api.h, TVMFFIFieldFlagBitMask).
enum FieldFlag : int64_t {
  kChild = 0,
  kIgnore = 1 << 3,  // not part of structural equality, not a child: spans, names of variables
  kDefine = 1 << 4,  // the variables in this field are defined here (with the free variables of their types)
  kAttribute =
      int64_t(1) << 40,  // compared and hashed, but not visited or mapped as a child: types, op names
  // Told to visitors: the child stands in an array that belongs to several nodes.
  kInSharedArray = int64_t(1) << 41,
};

// A reference that is not counted, to an object that somebody else keeps alive for as long: counting is
// atomic and would be most of the cost of a walk.
class Borrowed {
 public:
  explicit Borrowed(const Object* object)
      : ref_(ffi::details::ObjectUnsafe::ObjectRefFromObjectPtr<ObjectRef>(
            ffi::details::ObjectUnsafe::ObjectPtrFromOwned<Object>(const_cast<Object*>(object)))) {}
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;
  ~Borrowed() {
    (void)ffi::details::ObjectUnsafe::MoveObjectPtrToTVMFFIObjectPtr(
        ffi::details::ObjectUnsafe::ObjectPtrFromObjectRef<Object>(std::move(ref_)));
  }
  const ObjectRef& ref() const TIRX_LIFETIME_BOUND { return ref_; }

 private:
  ObjectRef ref_;
};

using ChildVisitor = FunctionRef<void(const ObjectRef& child, int64_t flags)>;
using ChildMapper = FunctionRef<ObjectRef(const ObjectRef& child, int64_t flags)>;
using FieldReceiver = FunctionRef<void(const Any& value, int64_t flags)>;

struct NodeOps {
  void (*visit)(const Object*, const ChildVisitor&) = nullptr;
  ObjectRef (*map)(const ObjectRef&, const ChildMapper&) = nullptr;
  void (*compared_fields)(const Object*, const FieldReceiver&) = nullptr;
};

const NodeOps& NodeOpsOf(int32_t type_index);

// Whether what a visitor or mapper is given may be met again on the same walk: not where one field alone
// refers to it.
inline bool MayMeetAgain(const ObjectRef& child, int64_t flags) {
  return child.use_count() > 1 || (flags & kInSharedArray);
}

// Calls `visit` for each child object in field order; elements of arrays and map values are children.
inline void VisitChildren(const Object* node, const ChildVisitor& visit) {
  if (auto* fn = NodeOpsOf(node->type_index()).visit) fn(node, visit);
}

// Returns `node` itself when no child changed, else a copy with the mapped children. The mapper must keep
// each child's type. Attribute maps are not entered.
inline ObjectRef MapChildren(const ObjectRef& node, const ChildMapper& mapper) {
  auto* fn = NodeOpsOf(node->type_index()).map;
  return fn ? fn(node, mapper) : node;
}

// Checked by name at the use site: `ref` is known to hold a T.
template <class Ref>
inline Ref RefCast(const ObjectRef& ref) {
  return ffi::details::ObjectUnsafe::ObjectRefFromObjectPtr<Ref>(
      ffi::details::ObjectUnsafe::ObjectPtrFromObjectRef<Object>(ref));
}
template <class Ref>
inline Ref RefCast(ObjectRef&& ref) {
  return ffi::details::ObjectUnsafe::ObjectRefFromObjectPtr<Ref>(
      ffi::details::ObjectUnsafe::ObjectPtrFromObjectRef<Object>(std::move(ref)));
}
// The same without a copy: reference classes add nothing to the pointer.
template <class Ref>
inline const Ref& RefView(const ObjectRef& ref TIRX_LIFETIME_BOUND) {
  static_assert(std::is_base_of_v<ObjectRef, Ref> && sizeof(Ref) == sizeof(ObjectRef));
  return static_cast<const Ref&>(ref);
}

namespace node_detail {

struct FieldType {
  TVMFFIFieldGetter get;
  TVMFFIFieldSetter set;
  int32_t static_index, size, align;
  std::string (*schema)();
};

template <class T>
int GetField(void* field, TVMFFIAny* result) {
  TVM_FFI_SAFE_CALL_BEGIN();
  *result = ffi::details::AnyUnsafe::MoveAnyToTVMFFIAny(Any(*static_cast<T*>(field)));
  TVM_FFI_SAFE_CALL_END();
}
template <class T>
int SetField(void* field, const TVMFFIAny* value) {
  TVM_FFI_SAFE_CALL_BEGIN();
  *static_cast<T*>(field) = ffi::AnyView::CopyFromTVMFFIAny(*value).cast<T>();
  TVM_FFI_SAFE_CALL_END();
}
template <class T>
std::string SchemaOf() {
  return ffi::details::TypeSchema<T>::v();
}
template <class T>
inline const FieldType kFieldType{
    GetField<T>,        SetField<T>,         ffi::TypeToFieldStaticTypeIndex<T>::value,
    int32_t(sizeof(T)), int32_t(alignof(T)), SchemaOf<T>};

template <class Node>
int CreateNode(TVMFFIObjectHandle* result) {
  TVM_FFI_SAFE_CALL_BEGIN();
  *result = ffi::details::ObjectUnsafe::MoveObjectPtrToTVMFFIObjectPtr(ffi::make_object<Node>());
  TVM_FFI_SAFE_CALL_END();
}

void RegisterField(int32_t type_index, const char* name, int64_t offset, const FieldType& type,
                   int64_t flags);
void RegisterType(int32_t type_index, int32_t size, TVMFFISEqHashKind kind, TVMFFIObjectCreator creator,
                  NodeOps ops);

template <class T>
struct IsArray : std::false_type {};
template <class T>
struct IsArray<Array<T>> : std::true_type {};
template <class T>
struct IsMap : std::false_type {};
template <class K, class V>
struct IsMap<Map<K, V>> : std::true_type {};

// The object in an element of an array; null for other values.
inline const Object* ObjectIn(const Any& element) {
  if (element.type_index() < ffi::TypeIndex::kTVMFFIStaticObjectBegin) return nullptr;
  return ffi::details::AnyUnsafe::CopyFromAnyViewAfterCheck<const Object*>(element);
}

template <class T>
void VisitField(const T& value, int64_t flags, const ChildVisitor& visit) {
  if constexpr (IsArray<T>::value) {
    if (!value.defined()) return;
    if (value.use_count() > 1) flags |= kInSharedArray;
    for (const Any& element : *static_cast<const ffi::ArrayObj*>(value.get()))
      if (const Object* object = ObjectIn(element)) visit(Borrowed(object).ref(), flags);
  } else if constexpr (std::is_base_of_v<ObjectRef, T> && !IsMap<T>::value) {
    if (value.defined()) visit(value, flags);
  }
}

// The node's field with its children mapped goes to `update` when one of them changed.
template <class T, class Update>
void MapField(const T& value, int64_t flags, const ChildMapper& mapper, Update&& update) {
  if constexpr (std::is_same_v<T, Array<Any>>) {  // values of any kind are not rewritten
  } else if constexpr (IsArray<T>::value) {
    if (!value.defined()) return;
    if (value.use_count() > 1) flags |= kInSharedArray;
    T updated(ffi::UnsafeInit{});
    int64_t i = -1;
    for (const Any& element : *static_cast<const ffi::ArrayObj*>(value.get())) {
      ++i;
      const Object* object = ObjectIn(element);
      if (!object) continue;
      ObjectRef mapped = mapper(Borrowed(object).ref(), flags);
      if (mapped.get() == object) continue;
      if (!updated.defined()) updated = value;
      updated.Set(i, RefCast<typename T::value_type>(std::move(mapped)));
    }
    if (updated.defined()) update(std::move(updated));
  } else if constexpr (std::is_base_of_v<ObjectRef, T> && !IsMap<T>::value) {
    if (!value.defined()) return;
    ObjectRef mapped = mapper(value, flags);
    if (!mapped.same_as(value)) update(RefCast<T>(std::move(mapped)));
  }
}

// The fields of the base classes first, then the node's own.
template <class Node, class F>
void ForAllFields(F&& f) {
  if constexpr (!std::is_same_v<typename Node::ParentNode, Object>)
    ForAllFields<typename Node::ParentNode>(f);
  Node::Fields(f);
}

template <class Node>
struct OpsOf {
  static constexpr int64_t kNotAChild = kIgnore | kAttribute;
  static void Visit(const Object* object, const ChildVisitor& visit) {
    auto* node = static_cast<const Node*>(object);
    ForAllFields<Node>([&](const char*, auto member, int64_t flags = 0) {
      if (!(flags & kNotAChild)) VisitField(node->*member, flags, visit);
    });
  }
  static ObjectRef MapAll(const ObjectRef& ref, const ChildMapper& mapper) {
    auto* node = static_cast<const Node*>(ref.get());
    ffi::ObjectPtr<Node> copy;
    ForAllFields<Node>([&](const char*, auto member, int64_t flags = 0) {
      if (flags & kNotAChild) return;
      MapField(node->*member, flags, mapper, [&](auto value) {
        if (!copy) copy = ffi::make_object<Node>(*node);
        copy.get()->*member = std::move(value);
      });
    });
    return copy ? ObjectRef(std::move(copy)) : ref;
  }
  static void ComparedFields(const Object* object, const FieldReceiver& receive) {
    auto* node = static_cast<const Node*>(object);
    ForAllFields<Node>([&](const char*, auto member, int64_t flags = 0) {
      if (!(flags & kIgnore)) receive(Any(node->*member), flags);
    });
  }
};

}  // namespace node_detail

template <class T>
Array<T> NoItems() {
  static const auto* none = new Array<T>;
  return *none;
}

template <class Node>
void RegisterNode() {
  int32_t type_index = Node::_GetOrAllocRuntimeTypeIndex();
  Node::Fields([&](const char* name, auto member, int64_t flags = 0) {
    using T = std::decay_t<decltype(std::declval<Node&>().*member)>;
    // An address inside storage that is never read: offsetof for a pointer to member.
    alignas(Node) static char storage[sizeof(Node)];
    Node* node = reinterpret_cast<Node*>(storage);
    int64_t offset =
        reinterpret_cast<char*>(&(node->*member)) - reinterpret_cast<char*>(static_cast<Object*>(node));
    node_detail::RegisterField(type_index, name, offset, node_detail::kFieldType<T>, flags & ~kAttribute);
  });
  using Ops = node_detail::OpsOf<Node>;
  node_detail::RegisterType(type_index, sizeof(Node), Node::_type_s_eq_hash_kind,
                            node_detail::CreateNode<Node>,
                            NodeOps{Ops::Visit, Ops::MapAll, Ops::ComparedFields});
}

}  // namespace tirx

#define TIRX_FIELDS(...)      \
  template <class F>          \
  static void Fields(F&& f) { \
    __VA_ARGS__;              \
  }
// Closes the node class and opens its reference class; `Base` is the reference's base, nullable.
#define TIRX_NODE(Ref, Node, Key, Base, BaseNode)         \
  using ParentNode = BaseNode;                            \
  TVM_FFI_DECLARE_OBJECT_INFO_FINAL(Key, Node, BaseNode); \
  }                                                       \
  ;                                                       \
  struct Ref : Base {                                     \
    TVM_FFI_DEFINE_OBJECT_REF_METHODS_NULLABLE(Ref, Base, Node);

// For abstract base classes: closes nothing; write it last in the class, then declare the reference by hand.
#define TIRX_BASE_NODE(Node, Key, BaseNode)                                             \
  using ParentNode = BaseNode;                                                          \
  static constexpr TVMFFISEqHashKind _type_s_eq_hash_kind = kTVMFFISEqHashKindTreeNode; \
  static constexpr uint32_t _type_child_slots = 64;                                     \
  TVM_FFI_DECLARE_OBJECT_INFO(Key, Node, BaseNode)
