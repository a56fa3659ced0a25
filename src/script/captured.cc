// SPDX-License-Identifier: Apache-2.0
#include "script/captured.h"

namespace tirx::script {

LanguageName::LanguageName(String path) {
  auto node = ffi::make_object<LanguageNameNode>();
  node->path = std::move(path);
  data_ = std::move(node);
}

Definition::Definition(String name, String text, String file, int64_t first_line, int64_t key,
                       ffi::Function captured) {
  auto node = ffi::make_object<DefinitionNode>();
  node->name = std::move(name);
  node->text = std::move(text);
  node->file = std::move(file);
  node->first_line = first_line;
  node->key = key;
  node->captured = std::move(captured);
  data_ = std::move(node);
}

LinkedFunction::LinkedFunction(ir::Function function, ir::IRModule module) {
  auto node = ffi::make_object<LinkedFunctionNode>();
  node->function = std::move(function);
  node->module = std::move(module);
  data_ = std::move(node);
}

LanguageCall::LanguageCall(ObjectRef callee, Array<Any> positional, Map<String, Any> keywords, bool subscript,
                           Span at) {
  auto node = ffi::make_object<LanguageCallNode>();
  node->callee = std::move(callee);
  node->positional = std::move(positional);
  node->keywords = std::move(keywords);
  node->subscript = subscript;
  node->at = std::move(at);
  data_ = std::move(node);
}

LanguageValue::LanguageValue(Value value) {
  auto node = ffi::make_object<LanguageValueNode>();
  node->value = std::move(value);
  data_ = std::move(node);
}

CapturedInstance::CapturedInstance(Definition type, int64_t key, ffi::Function fields) {
  auto node = ffi::make_object<CapturedInstanceNode>();
  node->type = std::move(type);
  node->key = key;
  node->fields = std::move(fields);
  data_ = std::move(node);
}

void RegisterCapturedNodes() {
  RegisterNode<LanguageNameNode>();
  RegisterNode<DefinitionNode>();
  RegisterNode<LinkedFunctionNode>();
  RegisterNode<LanguageCallNode>();
  RegisterNode<LanguageValueNode>();
  RegisterNode<CapturedInstanceNode>();
}

}  // namespace tirx::script
