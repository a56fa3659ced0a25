// SPDX-License-Identifier: Apache-2.0
// `@T.jit` functions: compile-time parameters (`T.constexpr`) and tensors that may be left out
// (`T.Optional`). Specialising one gives a function of the module; equal values give the same function.
#include <algorithm>

#include "base/hash.h"
#include "script/elaborator.h"
#include "script/forms.h"

namespace tirx::script {
namespace {

constexpr size_t kMaxPieceSize = 32, kMaxNameSize = 128;

// Sixteen digits that depend on nothing but the text.
std::string HashText(const std::string& text) {
  uint64_t hash = HashBytes(text);
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4) out += digits[hash >> shift & 15];
  return out;
}

// The value as a part of a function's name: "128", "m1", "0p5", "float16", "True".
std::string NamePiece(const Value& value) {
  std::string out;
  bool exact = true;
  std::string text = value.Get<DType>() ? DTypeName(*value.Get<DType>()) : Str(value);
  if (auto* closure = value.Get<std::shared_ptr<const ClosureObject>>()) text = (*closure)->name;
  for (char c : text) {
    bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    bool number = value.number().has_value();
    if (number && (c == '-' || c == '.' || c == '+')) {
      out += c == '.' ? "p" : c == '-' ? "m" : "";
    } else {
      out += plain ? c : '_';
      exact &= plain;
    }
  }
  return exact && out.size() <= kMaxPieceSize ? out : HashText(Repr(value)).substr(0, 8);
}

}  // namespace

// The form that an annotation names, without evaluating more than names; null when it is none.
const Form* Elaborator::FormOf(const Expr* e) {
  if (auto* name = As<NameExpr>(e)) {
    Binding* binding = LookUp(name->id);
    if (!binding) return nullptr;
    Value value = binding->value.Is<ForeignValue>() ? Resolved(binding->value, e->at) : binding->value;
    auto* form = value.Get<const Form*>();
    return form ? *form : nullptr;
  }
  auto* attribute = As<AttributeExpr>(e);
  auto* root = attribute ? As<NameExpr>(attribute->value) : nullptr;
  Binding* binding = root ? LookUp(root->id) : nullptr;
  if (!binding) return nullptr;
  Value space = Resolved(binding->value, e->at);
  auto* path = space.Get<NamespaceValue>();
  return path && path->path->empty() ? FindSpecialForm(attribute->name.text) : nullptr;
}

Elaborator::ParameterSort Elaborator::SortOf(const Parameter& parameter) {
  auto named = [this](const Expr* e, std::string_view name) {
    const Form* form = e ? FormOf(e) : nullptr;
    return form && form->name == name;
  };
  if (named(parameter.annotation, "constexpr")) return ParameterSort::Constant;
  auto* optional = As<SubscriptExpr>(parameter.annotation);
  if (optional && named(optional->value, "Optional")) return ParameterSort::Optional;
  return ParameterSort::Plain;
}

Value Elaborator::DefineTemplate(const FunctionDefStmt& def, bool exported) {
  auto made = std::make_shared<TemplateObject>();
  made->name = std::string(def.name.text);
  made->def = &def;
  made->ast = frame_->ast;
  made->scope = frame_->scope;
  made->exported = exported;
  for (const Parameter& p : def.parameters) {
    bool is_constant = SortOf(p) == ParameterSort::Constant;
    bool keyword_only = p.kind == Parameter::Kind::KeywordOnly;
    if (is_constant != keyword_only) {
      return Error(DK::BadAnnotation, p.name.at,
                   {"`" + std::string(p.name.text) +
                    (is_constant ? "` is a `T.constexpr`; it must stand after `*`"
                                 : "` stands after `*`, where only `T.constexpr` parameters can")});
    }
  }
  templates_.push_back(made);
  return made;
}

// "N=..., dtype=...": what a caller has to give.
std::string Elaborator::MissingConstants(const TemplateObject& function) {
  std::string out;
  for (const Parameter& p : function.def->parameters) {
    if (p.kind != Parameter::Kind::KeywordOnly || p.default_value) continue;
    out += (out.empty() ? "" : ", ") + std::string(p.name.text) + "=...";
  }
  return out;
}

// The canonical form of a compile-time argument: numbers of other libraries become Python's own.
Value Elaborator::ConstantArgument(const TemplateObject& function, const Parameter& p, const Value& given,
                                   const Range& at) {
  Value value = Simplified(given, at);
  if (value.failed()) return Value();
  bool fine = IsHashable(value) && !value.Is<ForeignValue>() && !value.Is<OpaqueValue>();
  if (fine) return value;
  std::string rule =
      value.list() ? "give a tuple" : "give a number, a string, a dtype, a function or a tuple of them";
  return Error(DK::BadSpecialization, at,
               {function.name, "`" + std::string(p.name.text) + "` is " + DescribeKind(value) +
                                   ", which cannot be hashed; " + rule});
}

bool Elaborator::BindConstants(const TemplateObject& function, const Bound& given, GlobalFunction* made,
                               std::string* key) {
  std::string name = function.name;
  size_t next = 0;  // of the parameters that a specialisation can name, in their order
  for (const Parameter& p : function.def->parameters) {
    ParameterSort sort = SortOf(p);
    if (sort == ParameterSort::Plain) continue;
    size_t i = next++;
    std::string parameter(p.name.text);
    if (sort == ParameterSort::Optional) {
      if (!given.Has(i)) continue;
      if (!given[i].is_none())
        return Error(DK::BadSpecialization, given.ats[i],
                     {function.name,
                      "`" + parameter + "` can only be left out, with `" + parameter + "=None`"}),
               false;
      made->constants.emplace_back(parameter, Value::None());
      name += "_no_" + parameter;
      *key += parameter + "; ";
      continue;
    }
    Value value =
        ConstantArgument(function, p, given.Has(i) ? given[i] : Eval(p.default_value), given.ats[i]);
    if (value.failed()) return false;
    std::string piece = NamePiece(value);
    bool digit_first = !piece.empty() && piece[0] >= '0' && piece[0] <= '9';
    name += "_" + parameter + (digit_first ? "" : "_") + piece;
    *key += parameter + "=" + DescribeKind(value) + " " + Repr(value);
    if (auto* closure = value.Get<std::shared_ptr<const ClosureObject>>())
      *key += std::to_string(reinterpret_cast<uintptr_t>(closure->get()));
    *key += "; ";
    made->constants.emplace_back(parameter, value);
  }
  made->name = name.size() <= kMaxNameSize ? name : function.name + "_" + HashText(*key);
  return true;
}

Value Elaborator::Specialize(const std::shared_ptr<TemplateObject>& function, const Arguments& given) {
  Signature signature{function->name + ".specialize", {}, false, false};
  auto made = std::make_shared<GlobalFunction>();
  std::string key;
  bool fine = false;
  Bound bound;
  AtFileLevel(function->scope, function->ast, [&] {
    for (const Parameter& p : function->def->parameters) {
      ParameterSort sort = SortOf(p);
      bool required = sort == ParameterSort::Constant && !p.default_value;
      if (sort != ParameterSort::Plain) signature.params.push_back({p.name.text, required, true, false});
    }
  });
  // The arguments stand in the caller's text.
  if (!BindArguments(signature, given, &bound)) return Value();
  AtFileLevel(function->scope, function->ast,
              [&] { fine = BindConstants(*function, bound, made.get(), &key); });
  if (!fine) return Value();
  for (const auto& [known, other] : function->made) {
    if (known == key) return other;
  }
  made->def = function->def;
  made->ast = function->ast;
  made->scope = function->scope;
  made->exported = function->exported;
  if (!AddFunction(made)) return Value();
  function->made.emplace_back(key, made);
  return made;
}

namespace forms {
Value Specialize(Elaborator& e, const Bound& b) {
  Arguments given;
  given.at = b.at;
  given.keywords = b.rest_keywords;
  for (const auto& [name, value] : b.rest_keywords) given.keyword_at.push_back(name.at);
  return e.Specialize(*b.self.Get<std::shared_ptr<TemplateObject>>(), given);
}
}  // namespace forms

// The file's `@T.jit` functions with the values that the caller of the front end gave: each function gets
// those that it has a parameter for, and is left alone when there are none. The one that the caller named
// gets them all.
void Elaborator::SpecializeTemplates() {
  auto takes = [this](const TemplateObject& function, std::string_view name) {
    const auto& parameters = function.def->parameters;
    return function.name == root_name_ ||
           std::any_of(parameters.begin(), parameters.end(),
                       [&](const Parameter& p) { return p.name.text == name; });
  };
  for (const auto& [name, value] : options_.specialize) {
    bool taken =
        std::any_of(templates_.begin(), templates_.end(),
                    [&, wanted = std::string_view(name)](const auto& t) { return takes(*t, wanted); });
    if (!taken)
      Error(DK::BadSpecialization, FileStart(),
            {View(ast_->file->name), "no `@T.jit` function has a parameter `" + name + "`"});
  }
  auto templates = templates_;
  for (const auto& function : templates) {
    Arguments given;
    given.at = function->def->name.at;
    for (const auto& [name, value] : options_.specialize) {
      if (!takes(*function, name)) continue;
      given.keywords.emplace_back(Identifier{name, given.at}, Resolved(FromAny(value), given.at));
      given.keyword_at.push_back(given.at);
    }
    if (!given.keywords.empty() || function->name == root_name_) Specialize(function, given);
  }
}

// Says what to give, where nothing of the file could be elaborated because nobody gave it.
void Elaborator::ReportNoFunctions() {
  if (templates_.empty()) return void(Error(DK::NoFunctions, FileStart(), {View(ast_->file->name)}));
  const TemplateObject& first = *templates_.front();
  Error(DK::NotSpecialized, first.def->name.at, {first.name, MissingConstants(first)});
}

}  // namespace tirx::script
