// SPDX-License-Identifier: Apache-2.0
// The front end for Python: sources with the Python objects that they mention, and the protocol over those
// objects.
#include <array>

#include "python/native/backend_place.h"
#include "python/native/failure.h"
#include "python/native/native.h"
#include "script/captured.h"
#include "script/script.h"

namespace tirx::python {
namespace {

using script::ForeignProtocol;

// Names of ForeignProtocol::Operation, in its order; python/tirx/script/_protocol.py has one function for
// each.
constexpr std::array kOperations{"call",   "getattr", "getitem", "iterate", "length",   "truth", "compare",
                                 "binary", "unary",   "enter",   "exit",    "describe", "define"};

// Asks a Python callable `apply(operation, operands, keywords) -> (ok, value or message)`, which never
// raises.
class PythonProtocol : public ForeignProtocol {
 public:
  explicit PythonProtocol(ffi::Function apply) : apply_(std::move(apply)) {}

  Result<Any> Apply(Operation operation, const std::vector<Any>& operands,
                    const std::vector<std::pair<std::string, Any>>& keywords, const Span& at) override {
    Map<String, Any> by_name;
    for (const auto& [name, value] : keywords) by_name.Set(name, value);
    return Ask(kOperations[size_t(operation)], Array<Any>(operands.begin(), operands.end()), by_name, at);
  }

  Result<Any> Convert(const Any& object, const Span& at) override { return Ask("convert", {object}, {}, at); }

 private:
  Result<Any> Ask(const char* operation, const Array<Any>& operands, const Map<String, Any>& keywords,
                  const Span& at) {
    Array<Any> answer = apply_(String(operation), operands, keywords).cast<Array<Any>>();
    if (answer[0].cast<bool>()) return answer[1];
    return Fail(DK::PythonError, at, {std::string(answer[1].cast<String>())});
  }

  ffi::Function apply_;
};

std::map<std::string, Any, std::less<>> ByName(const Map<String, Any>& values) {
  std::map<std::string, Any, std::less<>> out;
  for (const auto& [name, value] : values) out.emplace(std::string(name), value);
  return out;
}

script::Options MakeOptions(const Map<String, Any>& captured, ForeignProtocol* protocol) {
  script::Options options;
  options.captured = ByName(captured);
  options.foreign = protocol;
  return options;
}

script::LanguageCall CalledAt(const script::LanguageCall& call, const Span& place) {
  return script::LanguageCall(call->callee, call->positional, call->keywords, call->subscript, place);
}

}  // namespace

void RegisterScriptFunctions() {
  script::RegisterCapturedNodes();
  Define("parse_module", [](const String& text, const String& file, int64_t first_line,
                            const Map<String, Any>& captured, const ffi::Function& apply) {
    PythonProtocol protocol(apply);
    return ToPython(
        script::ParseModule(SourceFile(file, text, first_line), MakeOptions(captured, &protocol)));
  });
  Define("parse_function",
         [](const String& text, const String& file, int64_t first_line, const String& name,
            const Map<String, Any>& captured, const Map<String, Any>& constants, const ffi::Function& apply) {
           PythonProtocol protocol(apply);
           auto made = script::Specialize(SourceFile(file, text, first_line), View(name), ByName(constants),
                                          MakeOptions(captured, &protocol));
           if (!made.ok()) return Any(FailureObject(made.diagnostics()));
           return Any(Array<Any>{made->module, String(made->function)});
         });
  Define("language_call", [](const ObjectRef& callee, const Array<Any>& positional,
                             const Map<String, Any>& keywords, bool subscript, const Any& at) {
    return Any(script::LanguageCall(callee, positional, keywords, subscript, at.as<Span>().value_or(Span())));
  });
  Define("captured_instance", [](const script::Definition& type, int64_t key, const ffi::Function& fields) {
    return Any(script::CapturedInstance(type, key, fields));
  });
  Define("place", [](const String& file, const String& text, int64_t line, int64_t column, int64_t end_line,
                     int64_t end_column) {
    return Any(Span(SourceFile(file, text, line), int32_t(line), int32_t(column), int32_t(end_line),
                    int32_t(end_column)));
  });
  Define("evaluate_call", [](const script::LanguageCall& call, const ffi::Function& apply) {
    PythonProtocol protocol(apply);
    script::LanguageCall placed = CurrentPlace().defined() ? CalledAt(call, CurrentPlace()) : call;
    return ToPython(script::EvaluateCall(placed, MakeOptions({}, &protocol)));
  });
  Define("evaluate_attribute", [](const script::LanguageValue& owner, const String& name, const Any& at) {
    return ToPython(script::EvaluateAttribute(owner, View(name), at.as<Span>().value_or(Span())));
  });
  Define("value_text", [](const script::LanguageValue& value) { return String(script::Repr(value->value)); });
  Define("language_name", [](const String& path) { return Any(script::LanguageName(path)); });
  Define("linked_function", [](const ir::Function& function, const ir::IRModule& module) {
    return Any(script::LinkedFunction(function, module));
  });
  Define("definition", [](const String& name, const String& text, const String& file, int64_t first_line,
                          int64_t key, const ffi::Function& captured) {
    return Any(script::Definition(name, text, file, first_line, key, captured));
  });
}

}  // namespace tirx::python
