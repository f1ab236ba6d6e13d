// Placeholders: the ExpressionAttributeNames and ExpressionAttributeValues of one request, and which of them were used.
#pragma once

#include "expr/ast.h"
#include "expr/shared_value.h"
#include "value/path.h"

#include <partita/error.h>
#include <partita/item_operations.h>

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

namespace partita::expr {

class Placeholders {
 public:
  // Requires: both outlive it.
  Placeholders(const OptionalNames& names, const OptionalItem& values) : names_(names), values_(values) {}

  // Errors: an empty map, more than 2 MB in all, a placeholder of the wrong form, a name that no attribute can have.
  Result<void> check_form() const;

  // What `placeholder` stands for, which counts as used, or nullptr.
  const std::string* name(const std::string& placeholder);
  const AttributeValue* value(const std::string& placeholder);

  // The path with its placeholders replaced. An undefined one is described in `undefined` if that is empty.
  value::Path resolve(const PathAst& path, std::string& undefined);
  // The value, or nullptr with the same.
  const AttributeValue* resolve(const std::string& placeholder, std::string& undefined);
  // A resolved value as operands hold it: encoded, and as an update keeps it, normalised.
  SharedValue<std::string> encoded(const AttributeValue& value);
  SharedValue<AttributeValue> normalised(const AttributeValue& value);

  // Errors: names or values that no call above has asked for.
  Result<void> check_all_used() const;

 private:
  const OptionalNames& names_;
  const OptionalItem& values_;
  std::set<std::string_view> used_names_;
  std::set<const AttributeValue*> used_values_;
  std::size_t resolved_bytes_ = 0;  // of names that paths hold in place of placeholders
  // Large values that an operand holds already.
  std::map<const AttributeValue*, std::shared_ptr<const std::string>> encoded_;
  std::map<const AttributeValue*, std::shared_ptr<const AttributeValue>> normalised_;
};

}  // namespace partita::expr
