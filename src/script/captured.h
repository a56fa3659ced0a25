// SPDX-License-Identifier: Apache-2.0
// What a caller of the front end can hand over besides values: names of the language, definitions with their
// own source, functions with what they call, calls and instances that were made outside of any kernel. The
// elaborator takes them apart where they are used.
#pragma once

#include "ir/function.h"
#include "script/value.h"

namespace tirx::script {

// A name of the language that the caller gave another name: `gpu = T.gpu`.
struct LanguageNameNode : Object {
  String path;  // what stands after `T.`; modules begin with a colon, as in NamespaceValue
  static constexpr TVMFFISEqHashKind _type_s_eq_hash_kind = kTVMFFISEqHashKindTreeNode;
  TIRX_FIELDS(f("path", &LanguageNameNode::path))
  TIRX_NODE(LanguageName, LanguageNameNode, "tirx.script.LanguageName", ObjectRef, Object)
  explicit LanguageName(String path);
};

// A function or class that the front end reads from its own source, with the names that this source mentions.
struct DefinitionNode : Object {
  String name, text, file;
  int64_t first_line = 1;
  int64_t key = 0;         // equal for equal definitions: each is read once
  ffi::Function captured;  // () -> Map<String, Any>: asked for when the definition is read
  static constexpr TVMFFISEqHashKind _type_s_eq_hash_kind = kTVMFFISEqHashKindUnsupported;
  TIRX_FIELDS(f("name", &DefinitionNode::name); f("text", &DefinitionNode::text);
              f("file", &DefinitionNode::file); f("first_line", &DefinitionNode::first_line);
              f("key", &DefinitionNode::key))
  TIRX_NODE(Definition, DefinitionNode, "tirx.script.Definition", ObjectRef, Object)
  Definition(String name, String text, String file, int64_t first_line, int64_t key, ffi::Function captured);
};

// A function that has been elaborated before, and the module with the functions that it calls.
struct LinkedFunctionNode : Object {
  ir::Function function;
  ir::IRModule module;
  static constexpr TVMFFISEqHashKind _type_s_eq_hash_kind = kTVMFFISEqHashKindTreeNode;
  TIRX_FIELDS(f("function", &LinkedFunctionNode::function); f("module", &LinkedFunctionNode::module))
  TIRX_NODE(LinkedFunction, LinkedFunctionNode, "tirx.script.LinkedFunction", ObjectRef, Object)
  LinkedFunction(ir::Function function, ir::IRModule module);
};

// A name of the language that was called or indexed outside of any kernel: `X = T.Tensor((4,), "float32")`.
struct LanguageCallNode : Object {
  ObjectRef callee;  // a name of the language, or a value of it
  Array<Any> positional;
  Map<String, Any> keywords;
  bool subscript = false;  // `callee[positional[0]]`
  Span at;                 // undefined: unknown
  static constexpr TVMFFISEqHashKind _type_s_eq_hash_kind = kTVMFFISEqHashKindUnsupported;
  TIRX_FIELDS(f("callee", &LanguageCallNode::callee); f("positional", &LanguageCallNode::positional);
              f("keywords", &LanguageCallNode::keywords); f("subscript", &LanguageCallNode::subscript);
              f("at", &LanguageCallNode::at))
  TIRX_NODE(LanguageCall, LanguageCallNode, "tirx.script.LanguageCall", ObjectRef, Object)
  LanguageCall(ObjectRef callee, Array<Any> positional, Map<String, Any> keywords, bool subscript, Span at);
};

// What such a call made, where it has no form outside of the front end: a launch configuration.
struct LanguageValueNode : Object {
  Value value;
  static constexpr TVMFFISEqHashKind _type_s_eq_hash_kind = kTVMFFISEqHashKindUnsupported;
  TIRX_FIELDS((void)f)
  TIRX_NODE(LanguageValue, LanguageValueNode, "tirx.script.LanguageValue", ObjectRef, Object)
  explicit LanguageValue(Value value);
};

// An object of a `@T.meta_class` that was made outside of any kernel.
struct CapturedInstanceNode : Object {
  Definition type;
  int64_t key = 0;       // equal for the same object
  ffi::Function fields;  // () -> Map<String, Any>: asked for once
  static constexpr TVMFFISEqHashKind _type_s_eq_hash_kind = kTVMFFISEqHashKindUnsupported;
  TIRX_FIELDS(f("type", &CapturedInstanceNode::type); f("key", &CapturedInstanceNode::key))
  TIRX_NODE(CapturedInstance, CapturedInstanceNode, "tirx.script.CapturedInstance", ObjectRef, Object)
  CapturedInstance(Definition type, int64_t key, ffi::Function fields);
};

// Once per process, before the first of them is made.
void RegisterCapturedNodes();

}  // namespace tirx::script
