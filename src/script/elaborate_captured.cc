// SPDX-License-Identifier: Apache-2.0
// What the caller handed over (captured.h), where the program uses it: names of the language, and definitions
// that are read from their own source, in the scope of their own names.
#include "script/captured.h"
#include "script/elaborator.h"
#include "script/parser.h"

namespace tirx::script {

// Statements of a file level compute while compiling, whatever function made them run.
class FileLevelScope {
 public:
  FileLevelScope(Elaborator* elaborator, std::shared_ptr<Scope> scope, std::shared_ptr<const Ast> ast)
      : e_(elaborator),
        builder_(std::exchange(e_->builder_, nullptr)),
        loops_(std::exchange(e_->loops_, {})),
        bodies_(std::exchange(e_->body_ids_, {})),
        lazy_(std::exchange(e_->lazy_depth_, 0)),
        hint_(std::exchange(e_->name_hint_, {})),
        entered_(e_, FrameOf(std::move(scope), std::move(ast))) {}
  ~FileLevelScope() {
    e_->builder_ = builder_;
    e_->loops_ = std::move(loops_);
    e_->body_ids_ = std::move(bodies_);
    e_->lazy_depth_ = lazy_;
    e_->name_hint_ = std::move(hint_);
  }
  FileLevelScope(const FileLevelScope&) = delete;
  FileLevelScope& operator=(const FileLevelScope&) = delete;

 private:
  static Frame FrameOf(std::shared_ptr<Scope> scope, std::shared_ptr<const Ast> ast) {
    Frame frame;
    frame.scope = std::move(scope);
    frame.ast = std::move(ast);
    return frame;
  }

  Elaborator* e_;
  ir::Builder* builder_;
  std::vector<Elaborator::Loop> loops_;
  std::vector<int64_t> bodies_;
  int lazy_;
  std::string hint_;
  FrameScope entered_;
};

void Elaborator::AtFileLevel(std::shared_ptr<Scope> scope, std::shared_ptr<const Ast> ast,
                             const std::function<void()>& body) {
  FileLevelScope entered(this, std::move(scope), std::move(ast));
  body();
}

Value Elaborator::Resolved(const Value& value, const Range& at) {
  auto* foreign = value.Get<ForeignValue>();
  if (!foreign) return value;
  if (auto name = foreign->object.as<LanguageName>()) return LanguageMember(std::string((*name)->path), at);
  if (auto definition = foreign->object.as<Definition>()) return ReadDefinition(*definition);
  return value;
}

Value Elaborator::ReadDefinition(const Definition& definition) {
  auto [known, is_new] = definitions_.try_emplace(definition->key);
  if (!is_new) return known->second;  // failed while it is being read: nothing reaches itself that early
  auto parsed = ParseFile(SourceFile(definition->file, definition->text, definition->first_line));
  if (!parsed.ok()) return Report(parsed);
  std::shared_ptr<const Ast> ast = *parsed;
  captured_asts_.push_back(ast);
  auto scope = NewScope(Scope::Kind::Function, nullptr);
  for (const auto& [name, object] : definition->captured().cast<Map<String, Any>>())
    scope->Set(View(name), {FromAny(object), {}, false});
  const Stmt* only = ast->body.empty() ? nullptr : ast->body.front();
  Value value;
  AtFileLevel(scope, ast, [&] {
    if (auto* def = As<FunctionDefStmt>(only)) value = DefineFunction(*def);
    if (auto* def = As<ClassDefStmt>(only)) value = DefineClass(*def);
  });
  scope->Set(View(definition->name), {value, {}, false});
  return definitions_[definition->key] = value;
}

// A value that came from the caller; lists and dicts are new here.
Value Elaborator::FromForeign(const Any& any) {
  Value value = FromAny(any);
  if (ListObject* list = value.list()) list->body_id = body_id();
  if (DictObject* dict = value.dict()) dict->body_id = body_id();
  return value;
}

}  // namespace tirx::script
