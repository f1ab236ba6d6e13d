// Placeholders are the #names and :values that the expressions of one request share.
#pragma once

#include <partita/error.h>
#include <partita/item_operations.h>
#include <partita/model/runtime/path.h>

#include <string>
#include <string_view>
#include <utility>

namespace partita::model {

class Placeholders {
 public:
  Placeholders() = default;
  // The placeholders that another object gave to a request.
  Placeholders(OptionalNames names, OptionalItem values) : names_(std::move(names)), values_(std::move(values)) {}

  // The placeholder of an attribute's name, such as "#0". A name always gets the same placeholder.
  std::string name(std::string_view attribute);
  // A new placeholder of `value`, such as ":0".
  std::string value(AttributeValue value);
  // A path with a placeholder for each name in it, such as "#0.#1[3].#2".
  // Errors: ValidationException for a path that does not begin with an attribute, an empty name, or a negative element.
  Result<std::string> path(const Path& path);

  // The names and values for the request. nullopt if there are none, because the service refuses empty maps.
  const OptionalNames& names() const& { return names_; }
  OptionalNames names() && { return std::move(names_); }
  const OptionalItem& values() const& { return values_; }
  OptionalItem values() && { return std::move(values_); }

  // The text of `expression` for people, with names and values in place of the placeholders.
  // Requires: this object made the placeholders of `expression`.
  std::string spell_out(std::string_view expression) const;

 private:
  OptionalNames names_;
  OptionalItem values_;
};

}  // namespace partita::model
