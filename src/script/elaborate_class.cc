// SPDX-License-Identifier: Apache-2.0
// Classes that live while compiling (decision 14): definitions, instances, attributes, `super()`.
#include "diag/suggest.h"
#include "script/class.h"
#include "script/elaborator.h"

namespace tirx::script {

const Value* ClassObject::Find(std::string_view wanted) const {
  for (const ClassObject* cls = this; cls; cls = cls->base.get()) {
    if (auto it = cls->attributes.find(wanted); it != cls->attributes.end()) return &it->second;
  }
  return nullptr;
}

bool ClassObject::IsA(const ClassObject* other) const {
  for (const ClassObject* cls = this; cls; cls = cls->base.get()) {
    if (cls == other) return true;
  }
  return false;
}

// "RingBuffer" as the name of a variable: "ring_buffer".
std::string InstanceName(const std::string& class_name) {
  const std::string& name = class_name;
  std::string out;
  for (size_t i = 0; i < name.size(); ++i) {
    bool upper = name[i] >= 'A' && name[i] <= 'Z';
    bool begins_word = upper && i > 0 && !(name[i - 1] >= 'A' && name[i - 1] <= 'Z') && name[i - 1] != '_';
    out += std::string(begins_word ? "_" : "") + (upper ? char(name[i] - 'A' + 'a') : name[i]);
  }
  return out;
}

namespace {

bool IsForm(const Value& value, std::string_view name) {
  auto* form = value.Get<const Form*>();
  return form && (*form)->name == name;
}

bool IsSpecialName(std::string_view name) {
  return name.size() > 4 && name.substr(0, 2) == "__" && name.substr(name.size() - 2) == "__";
}

Value InitOfObject(Elaborator&, const Bound&) {
  return Value::None();
}
const Form kInitOfObject{"__init__", "", InitOfObject};

void CollectAttributes(const ClassObject* cls, std::vector<std::string_view>* out) {
  for (; cls; cls = cls->base.get()) {
    for (const auto& [name, value] : cls->attributes) out->push_back(name);
  }
}

}  // namespace

// ---- definitions ----

Value Elaborator::DefineClass(const ClassDefStmt& def) {
  std::string name(def.name.text);
  bool ours = false, others = false;
  for (const Expr* e : def.decorators) {
    bool is_meta_class = IsOurDecorator(e) && IsForm(Eval(e), "meta_class");
    (is_meta_class ? ours : others) = true;
  }
  if (!ours) {
    return OpaqueValue{std::make_shared<const std::string>("the class `" + name + "` (no `@T.meta_class`)")};
  }
  auto bad = [&](const Range& at, std::string_view why) { return Error(DK::BadClass, at, {name, why}); };
  if (others) return bad(def.name.at, "it has other decorators than `@T.meta_class`");
  if (!def.keywords.empty()) return bad(def.keywords[0].name.at, "it takes no keywords");
  if (def.bases.size() > 1) return bad(def.bases[1]->at, "it has more than one base");
  auto cls = std::make_shared<ClassObject>(&owner_);
  cls->name = name;
  if (!def.bases.empty()) {
    Value base = Eval(def.bases[0]);
    auto* found = base.Get<std::shared_ptr<const ClassObject>>();
    if (base.failed()) return Value();
    if (!found) return bad(def.bases[0]->at, "a base must be a `@T.meta_class`, not " + DescribeKind(base));
    cls->base = *found;
  }
  return FillClass(def, cls) ? Value(std::shared_ptr<const ClassObject>(cls)) : Value();
}

// Runs the body in a scope of its own, whose names become the attributes. Methods do not see that scope.
bool Elaborator::FillClass(const ClassDefStmt& def, const std::shared_ptr<ClassObject>& cls) {
  Frame frame;
  frame.kind = Frame::Kind::Expression;
  frame.ast = frame_->ast;
  frame.name = frame_->name;
  frame.function = frame_->function;
  auto outer = frame_->scope;
  auto scope = frame.scope = NewScope(Scope::Kind::Function, outer);
  FrameScope entered(this, std::move(frame));
  size_t errors_before = errors_.size();
  for (const Stmt* member : def.body) {
    if (auto* method = As<FunctionDefStmt>(member)) {
      Declare(method->name, DefineMethod(*method, cls, outer), false);
    } else if (auto* annotated = As<AnnAssignStmt>(member)) {
      // `size: int = 4` as in Python; without a value it says nothing.
      if (annotated->value)
        AssignTo(annotated->target, Eval(annotated->value), member->at, annotated->value->at);
    } else if (auto* bare = As<ExprStmt>(member)) {
      bool says_nothing = bare->value->kind == ExprKind::String || bare->value->kind == ExprKind::Ellipsis;
      if (!says_nothing)
        Error(DK::BadClass, member->at, {cls->name, "its body holds methods and assignments only"});
    } else if (member->kind == StmtKind::Assign) {
      RunStmt(member);
    } else if (member->kind != StmtKind::Pass) {
      Error(DK::BadClass, member->at, {cls->name, "its body holds methods and assignments only"});
    }
  }
  std::vector<std::string_view> names;
  scope->CollectNames(&names);
  for (std::string_view name : names) cls->attributes.emplace(name, scope->Find(name)->value);
  return errors_.size() == errors_before;
}

Value Elaborator::DefineMethod(const FunctionDefStmt& def, const std::shared_ptr<ClassObject>& cls,
                               const std::shared_ptr<Scope>& outer) {
  std::string_view name = def.name.text;
  auto bad = [&](const Range& at, std::string_view why) {
    return Error(DK::BadClass, at, {cls->name, "`" + std::string(name) + "` " + std::string(why)});
  };
  if (IsSpecialName(name) && name != "__init__")
    return bad(def.name.at, "is one of Python's special methods; only `__init__` is supported");
  auto kind = ClosureObject::Kind::Plain;
  for (const Expr* e : def.decorators) {
    auto* plain = As<NameExpr>(e);
    if (plain && plain->id == "property")
      return bad(e->at, "is a property; write a method, which is called with `()`");
    if (!IsOurDecorator(e) || !IsForm(Eval(e), "inline"))
      return bad(e->at, "has a decorator other than `@T.inline`");
    kind = ClosureObject::Kind::Inline;
  }
  bool takes_self = !def.parameters.empty() && def.parameters[0].kind == Parameter::Kind::Positional;
  if (!takes_self) return bad(def.name.at, "has no first parameter for its instance");
  auto closure = MakeClosure(def, kind);
  if (!closure) return Value();
  closure->name = cls->name + "." + std::string(name);
  closure->scope = outer;
  closure->owner = cls;
  return std::shared_ptr<const ClosureObject>(closure);
}

// ---- instances ----

Value Elaborator::Instantiate(const std::shared_ptr<const ClassObject>& cls, const Arguments& arguments) {
  auto instance = std::make_shared<InstanceObject>(&owner_);
  instance->type = cls;
  instance->name = name_hint_.empty() ? InstanceName(cls->name) : name_hint_;
  instance->body_id = body_id();
  name_hint_.clear();
  const Value* init = cls->Find("__init__");
  if (!init) {
    size_t count = arguments.positional.size() + arguments.keywords.size();
    if (count == 0) return instance;
    return Error(DK::TooManyArguments, arguments.at, {cls->name, "no arguments", std::to_string(count)});
  }
  Value made = Call(Attribute(instance, *init), arguments, arguments.at);
  if (made.failed()) return Value();
  if (!made.is_none())
    return Error(DK::UnexpectedReturnValue, arguments.at,
                 {"`" + cls->name + ".__init__` makes the instance"});
  return instance;
}

// An attribute that was found in a class, as the instance has it.
Value Elaborator::Attribute(const std::shared_ptr<InstanceObject>& self, const Value& found) {
  auto* closure = found.Get<std::shared_ptr<const ClosureObject>>();
  if (!closure) return found;
  auto method = std::make_shared<MethodObject>();
  method->self = self;
  method->closure = *closure;
  return std::shared_ptr<const MethodObject>(std::move(method));
}

Value Elaborator::ClassMember(const Value& value, const Identifier& name) {
  std::vector<std::string_view> known;
  if (auto* instance = value.Get<std::shared_ptr<InstanceObject>>()) {
    const Fields& fields = (*instance)->fields;
    if (auto field = fields.find(name.text); field != fields.end()) return field->second;
    if (const Value* found = (*instance)->type->Find(name.text)) return Attribute(*instance, *found);
    for (const auto& [field, held] : fields) known.push_back(field);
    CollectAttributes((*instance)->type.get(), &known);
  } else if (auto* cls = value.Get<std::shared_ptr<const ClassObject>>()) {
    if (const Value* found = (*cls)->Find(name.text)) return *found;
    CollectAttributes(cls->get(), &known);
  } else {
    const auto& super = *value.Get<std::shared_ptr<const SuperObject>>();
    const Value* found = super->base ? super->base->Find(name.text) : nullptr;
    if (found) return Attribute(super->self, *found);
    if (name.text == kInitOfObject.name) {
      auto method = std::make_shared<MethodObject>();
      method->form = &kInitOfObject;
      return std::shared_ptr<const MethodObject>(std::move(method));
    }
    CollectAttributes(super->base.get(), &known);
  }
  auto unknown = diag::Make(DK::UnknownAttribute, SpanAt(name.at), {DescribeKind(value), name.text});
  return Error(diag::Suggest(std::move(unknown), name.text, known));
}

Value Elaborator::Super(const Range& at) {
  auto cls = frame_->method_of;
  auto* self = frame_->self.Get<std::shared_ptr<InstanceObject>>();
  if (!cls || !self) return Error(DK::SuperOutsideMethod, at, {});
  return std::make_shared<const SuperObject>(SuperObject{*self, cls->base});
}

// ---- fields ----

// The instance whose field `target` names; null, with an error, when it has no fields or may not be changed
// here.
std::shared_ptr<InstanceObject> Elaborator::FieldOwner(const AttributeExpr& target) {
  Value object = EvalByReference(target.value);
  if (object.failed()) return nullptr;
  auto* instance = object.Get<std::shared_ptr<InstanceObject>>();
  if (!instance) {
    Error(DK::NotAssignable, target.at, {"an attribute of " + DescribeKind(object)});
    return nullptr;
  }
  return *instance;
}

bool Elaborator::MayChangeField(const InstanceObject& instance, const AttributeExpr& target) {
  std::string field =
      "the field `" + std::string(target.name.text) + "` of an instance of `" + instance.type->name + "`";
  return MayChange(instance.body_id, field, target.at);
}

void Elaborator::StoreField(const AttributeExpr& target, const Value& value, const Range& at,
                            const Range& value_at) {
  auto instance = FieldOwner(target);
  if (!instance) return;
  std::string name(target.name.text);
  Value& field = instance->fields[name];
  auto* tensor = field.Get<TensorValue>();
  if (value.failed()) return;
  if (tensor && tensor->var.tensor_type()->cell) return StoreCell(tensor->var, value, value_at);
  if (!MayChangeField(*instance, target)) return;
  if (auto* bound = field.Get<IrValue>(); bound && !bound->alias) {
    auto* owner = As<NameExpr>(target.value);
    std::string written = owner ? std::string(owner->id) + "." + name : name;
    Error(DK::RebindIrValue, target.at, {written, DTypeName(bound->expr->dtype())});
    return;
  }
  std::string full_name = instance->name + "_" + name;
  // Binding may run no code, but `field` is looked up anew all the same.
  Value kept = Stable(value, full_name, at);
  instance->fields[name] = kept;
}

// What `self.x = ...` calls in the program what it makes.
std::string Elaborator::FieldHint(const AttributeExpr& target) {
  auto* owner = As<NameExpr>(target.value);
  Binding* binding = owner ? LookUp(owner->id) : nullptr;
  auto* instance = binding ? binding->value.Get<std::shared_ptr<InstanceObject>>() : nullptr;
  return instance ? (*instance)->name + "_" + std::string(target.name.text) : std::string(target.name.text);
}

}  // namespace tirx::script
