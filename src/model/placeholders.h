// Placeholders: the #names and :values that the expressions of one request share.
#pragma once

#include <partita/error.h>
#include <partita/item_operations.h>
#include <partita/model/path.h>

#include <string>
#include <string_view>
#include <utility>

namespace partita::model {

class Placeholders {
 public:
  Placeholders() = default;
  // Those that such an object gave to a request.
  Placeholders(OptionalNames names, OptionalItem values) : names_(std::move(names)), values_(std::move(values)) {}

  // The placeholder of an attribute's name, "#0"; the same one for the same name.
  std::string name(std::string_view attribute);
  // A new placeholder of `value`, ":0".
  std::string value(AttributeValue value);
  // A path with a placeholder for each name in it: "#0.#1[3].#2".
  // Errors: ValidationException for a path that does not begin with an attribute, an empty name, a negative element.
  Result<std::string> path(const Path& path);

  // For the request; nullopt where there are none, as the service refuses empty ones.
  const OptionalNames& names() const& { return names_; }
  OptionalNames names() && { return std::move(names_); }
  const OptionalItem& values() const& { return values_; }
  OptionalItem values() && { return std::move(values_); }

  // `expression` with its names and values in place, for people.
  std::string spell_out(std::string_view expression) const;

 private:
  OptionalNames names_;
  OptionalItem values_;
};

}  // namespace partita::model
