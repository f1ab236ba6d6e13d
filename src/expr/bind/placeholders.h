// Placeholders: the ExpressionAttributeNames and ExpressionAttributeValues of one request, with a record of those that
// were used.
#pragma once

#include <partita/error.h>
#include <partita/item_operations.h>

#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "expr/shared_value.h"
#include "expr/syntax/ast.h"
#include "value/path.h"

namespace partita::expr {

class Placeholders {
 public:
  // Requires: `names` and `values` outlive the object.
  Placeholders(const OptionalNames& names, const OptionalItem& values) : names_(names), values_(values) {}

  // Errors: an empty map, more than 2 MB in all, a placeholder of the wrong form, a name that an attribute cannot have.
  Result<void> check_form() const;

  // The name or value of `placeholder`, which then counts as used, or nullptr if it is undefined.
  const std::string* name(const std::string& placeholder);
  const AttributeValue* value(const std::string& placeholder);

  // The path with its placeholders replaced. If one is undefined, or the names exceed 2 MB in all, and `undefined` is
  // empty, the error's text is put there.
  value::Path resolve(const PathAst& path, std::string& undefined);
  // The value of `placeholder`. If it is undefined, returns nullptr, and puts the error's text into `undefined` if that
  // is empty.
  const AttributeValue* resolve(const std::string& placeholder, std::string& undefined);
  // A resolved value in the form in which operands hold it: encoded for a condition, normalised for an update.
  SharedValue<std::string> encoded(const AttributeValue& value);
  SharedValue<AttributeValue> normalised(const AttributeValue& value);

  // Errors: names or values that no call above has asked for.
  Result<void> check_all_used() const;

 private:
  const OptionalNames& names_;
  const OptionalItem& values_;
  std::set<std::string_view> used_names_;
  std::set<const AttributeValue*> used_values_;
  std::size_t resolved_bytes_ = 0;  // size of the names that replaced placeholders in paths
  // Large values that an operand already holds.
  std::map<const AttributeValue*, std::shared_ptr<const std::string>> encoded_;
  std::map<const AttributeValue*, std::shared_ptr<const AttributeValue>> normalised_;
};

}  // namespace partita::expr
