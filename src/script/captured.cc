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

void RegisterCapturedNodes() {
  RegisterNode<LanguageNameNode>();
  RegisterNode<DefinitionNode>();
  RegisterNode<LinkedFunctionNode>();
}

}  // namespace tirx::script
