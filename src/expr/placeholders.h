// Placeholders: the ExpressionAttributeNames and ExpressionAttributeValues of one request, and which of them were used.
#pragma once

#include "expr/ast.h"
#include "value/path.h"

#include <partita/error.h>
#include <partita/item_operations.h>

#include <set>
#include <string>
#include <string_view>

namespace partita::expr {

class Placeholders {
 public:
  // Requires: both outlive it.
  Placeholders(const OptionalNames& names, const OptionalItem& values) : names_(names), values_(values) {}

  // Errors: an empty map, a placeholder of the wrong form.
  Result<void> check_form() const;

  // What `placeholder` stands for, which counts as used, or nullptr.
  const std::string* name(const std::string& placeholder);
  const AttributeValue* value(const std::string& placeholder);

  // The path with its placeholders replaced. An undefined one is described in `undefined` if that is empty.
  value::Path resolve(const PathAst& path, std::string& undefined);
  // The value, or nullptr with the same.
  const AttributeValue* resolve(const std::string& placeholder, std::string& undefined);

  // Errors: names or values that no call above has asked for.
  Result<void> check_all_used() const;

 private:
  const OptionalNames& names_;
  const OptionalItem& values_;
  std::set<std::string_view> used_names_;
  std::set<const AttributeValue*> used_values_;
};

}  // namespace partita::expr
