// SPDX-License-Identifier: Apache-2.0
// What the caller handed over (captured.h), where the program uses it: names of the language, definitions
// that are read from their own source, in the scope of their own names, instances of such classes, and calls
// of the language that were made outside.
#include <algorithm>
#include <list>

#include "script/captured.h"
#include "script/elaborator.h"
#include "script/parser.h"
#include "script/record.h"

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
        pending_(std::exchange(e_->pending_, {})),
        entered_(e_, FrameOf(std::move(scope), std::move(ast))) {}
  ~FileLevelScope() {
    e_->builder_ = builder_;
    e_->loops_ = std::move(loops_);
    e_->body_ids_ = std::move(bodies_);
    e_->lazy_depth_ = lazy_;
    e_->name_hint_ = std::move(hint_);
    e_->pending_ = std::move(pending_);
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
  PendingList pending_;
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
  if (auto instance = foreign->object.as<CapturedInstance>()) return ReadInstance(*instance, at);
  if (auto made = foreign->object.as<LanguageValue>()) return AsMadeAt((*made)->value, at);
  if (auto call = foreign->object.as<LanguageCall>()) {
    size_t errors_before = errors_.size();
    Value made = ReadCall(*call, at);
    for (size_t i = errors_before; i < errors_.size(); ++i)
      errors_[i].notes.push_back({(*call)->at, "made here"});
    return made;
  }
  return value;
}

// A value that was made in another text, as if it had been made here: later findings point here.
Value Elaborator::AsMadeAt(const Value& value, const Range& at) {
  auto* record = value.Get<std::shared_ptr<const RecordObject>>();
  if (!record) return value;
  auto here = std::make_shared<RecordObject>(**record);
  here->ats.assign(here->ats.size(), at);
  return std::shared_ptr<const RecordObject>(std::move(here));
}

Value Elaborator::ReadCall(const LanguageCall& call, const Range& at) {
  Value callee = Resolved(FromAny(call->callee), at);
  Arguments arguments;
  arguments.at = at;
  for (const Any& item : call->positional) {
    arguments.positional.push_back(Resolved(FromAny(item), at));
    arguments.positional_at.push_back(at);
  }
  if (call->subscript) return SubscriptValue(callee, arguments.positional.front(), at);
  std::list<std::string> names;  // identifiers point into text
  for (const auto& [name, value] : call->keywords) {
    arguments.keywords.emplace_back(Identifier{names.emplace_back(name), at}, Resolved(FromAny(value), at));
    arguments.keyword_at.push_back(at);
  }
  return Call(callee, arguments, at);
}

Value Elaborator::ReadInstance(const CapturedInstance& captured, const Range& at) {
  auto [known, is_new] = instances_.try_emplace(captured->key);
  if (!is_new) return known->second.second;
  Value type = ReadDefinition(captured->type);
  auto* cls = type.Get<std::shared_ptr<const ClassObject>>();
  if (!cls) return type.failed() ? Value() : Error(DK::NotAValue, at, {DescribeKind(type), "not a class"});
  auto instance = std::make_shared<InstanceObject>(&owner_);
  instance->type = *cls;
  instance->name = InstanceName((*cls)->name);
  instances_[captured->key] = {captured, instance};  // before its fields, which may lead back to it
  for (const auto& [name, field] : captured->fields().cast<Map<String, Any>>())
    instance->fields.emplace(std::string(name), Resolved(FromAny(field), at));
  return instance;
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

// ---- outside of any kernel ----

namespace {

// Whether the value can outlive the elaborator: it holds no scope.
bool StandsAlone(const Value& value) {
  if (auto* items = value.sequence()) return std::all_of(items->begin(), items->end(), StandsAlone);
  if (auto* method = value.Get<std::shared_ptr<const MethodObject>>())
    return !(*method)->closure && StandsAlone((*method)->self);
  return value.Is<std::shared_ptr<const RecordObject>>() || value.Is<std::shared_ptr<const TensorSpec>>() ||
         value.Is<std::shared_ptr<const RegionSpec>>() || value.Is<std::shared_ptr<const LoopObject>>() ||
         ToAny(value).has_value();
}

}  // namespace

Result<Any> Elaborator::Outside(const Span& at, const std::function<Value(const Range&)>& make) {
  Begin(std::make_shared<Ast>(at.defined() ? at->file : SourceFile("<python>", "")));
  Frame frame;
  frame.scope = module_scope_;
  frame.ast = ast_;
  FrameScope entered(this, std::move(frame));
  Range range = at.defined() ? Range{at->line, at->column, at->end_line, at->end_column} : FileStart();
  Value value = make(range);
  if (value.expr() && HasEffect(*value.expr())) value = Error(DK::StatementOutsideFunction, range, {});
  if (!value.failed() && !StandsAlone(value)) value = Error(DK::NotForPython, range, {DescribeKind(value)});
  if (!errors_.empty()) return Failure(std::move(errors_));
  if (auto any = ToAny(value)) return *any;
  return Any(LanguageValue(value));
}

Result<Any> Elaborator::RunCall(const LanguageCall& call) {
  return Outside(call->at, [&](const Range& at) { return ReadCall(call, at); });
}

Result<Any> Elaborator::RunAttribute(const LanguageValue& owner, std::string_view name, const Span& at) {
  return Outside(at, [&](const Range& range) { return GetAttribute(owner->value, {name, range}, range); });
}

// A value that came from the caller; lists and dicts are new here.
Value Elaborator::FromForeign(const Any& any) {
  Value value = FromAny(any);
  if (ListObject* list = value.list()) list->body_id = body_id();
  if (DictObject* dict = value.dict()) dict->body_id = body_id();
  return value;
}

}  // namespace tirx::script
