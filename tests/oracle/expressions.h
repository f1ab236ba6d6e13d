// Writes the oracle's rules and actions as DynamoDB's expressions.
#pragma once

#include <optional>
#include <string>

#include "model.h"

namespace partita::test {

// The names and values of all expressions of one request.
class Placeholders {
 public:
  std::string name(const std::string& attribute);
  std::string value(AttributeValue value);
  OptionalNames names() const;
  OptionalItem values() const;

 private:
  std::map<std::string, std::string> names_;
  AttributeMap values_;
};

// nullopt if `rules` is empty.
std::optional<std::string> text_of(const Rules& rules, Placeholders& placeholders);
std::string text_of(const Actions& actions, Placeholders& placeholders);
std::string text_of(const Shape& shape, const AttributeMap& partition, const std::vector<SortRule>& rules,
                    Placeholders& placeholders);

}  // namespace partita::test
