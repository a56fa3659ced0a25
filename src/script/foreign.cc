// SPDX-License-Identifier: Apache-2.0
#include "script/foreign.h"

#include <tvm/ffi/container/dict.h>
#include <tvm/ffi/container/list.h>

#include "script/captured.h"

namespace tirx::script {
namespace {

Value FromMap(const Map<Any, Any>& map) {
  auto dict = std::make_shared<DictObject>();
  for (const auto& [key, value] : map) dict->items.emplace_back(FromAny(key), FromAny(value));
  return dict;
}

Value FromFunction(const ir::Function& function, const ir::IRModule& module) {
  auto global = std::make_shared<GlobalFunction>();
  global->name = std::string(function->name);
  global->exported = function.get()->is_exported();
  global->state = GlobalFunction::State::Done;
  for (const ir::Var& param : function->params) global->params.push_back(param);
  global->ret_type = function->ret_type;
  global->result = function;
  global->module = module;
  return global;
}

std::optional<Any> ItemsToAny(const TupleItems& items) {
  Array<Any> array;
  for (const Value& item : items) {
    auto any = ToAny(item);
    if (!any) return std::nullopt;
    array.push_back(*any);
  }
  return Any(array);
}

}  // namespace

Value FromAny(const Any& any) {
  switch (any.type_index()) {
    case ffi::TypeIndex::kTVMFFINone:
      return Value::None();
    case ffi::TypeIndex::kTVMFFIBool:
      return Value(any.cast<bool>());
    case ffi::TypeIndex::kTVMFFIInt:
      return Value(any.cast<int64_t>());
    case ffi::TypeIndex::kTVMFFIFloat:
      return Value(any.cast<double>());
    case ffi::TypeIndex::kTVMFFIDataType:
      return Value(any.cast<DLDataType>());
    default:
      break;
  }
  if (auto text = any.as<String>()) return Value::Str(std::string(*text));
  if (any.type_index() == ffi::TypeIndex::kTVMFFIArray) {
    TupleItems items;
    for (const Any& item : any.cast<Array<Any>>()) items.push_back(FromAny(item));
    return Value::Tuple(std::move(items));
  }
  if (any.type_index() == ffi::TypeIndex::kTVMFFIList) {
    TupleItems items;
    for (const Any& item : any.cast<ffi::List<Any>>()) items.push_back(FromAny(item));
    return Value::List(std::move(items));
  }
  if (any.type_index() == ffi::TypeIndex::kTVMFFIMap) return FromMap(any.cast<Map<Any, Any>>());
  if (auto function = any.as<ir::Function>()) return FromFunction(*function, ir::IRModule());
  if (auto linked = any.as<LinkedFunction>()) return FromFunction((*linked)->function, (*linked)->module);
  if (auto var = any.as<ir::Var>(); var && var->is_tensor()) return Value(TensorValue{*var});
  if (auto expr = any.as<ir::Expr>()) return Value(IrValue{*expr, 1});
  if (auto type = any.as<ir::Type>()) return Value(*type);
  return Value(ForeignValue{any});
}

std::optional<Any> ToAny(const Value& value) {
  if (value.is_none()) return Any(nullptr);
  if (auto* truth = value.Get<bool>()) return Any(*truth);
  if (auto* number = value.Get<int64_t>()) return Any(*number);
  if (auto* number = value.Get<double>()) return Any(*number);
  if (auto* text = value.str()) return Any(String(*text));
  if (auto* dtype = value.Get<DType>()) return Any(*dtype);
  if (auto* expr = value.expr()) return Any(*expr);
  if (auto* tensor = value.Get<TensorValue>()) return Any(tensor->var);
  if (auto* type = value.Get<ir::Type>()) return Any(*type);
  if (auto* foreign = value.Get<ForeignValue>()) return foreign->object;
  if (auto* items = value.sequence()) return ItemsToAny(*items);
  if (auto* dict = value.dict()) {
    Map<Any, Any> map;
    for (const auto& [key, item] : dict->items) {
      auto k = ToAny(key), v = ToAny(item);
      if (!k || !v) return std::nullopt;
      map.Set(*k, *v);
    }
    return Any(map);
  }
  return std::nullopt;
}

}  // namespace tirx::script
