// Expressions over the fields of an earlier entity, by which a later model derives a field.
//
//   street                       a field
//   address.street               a member of a document
//   'text'  12  true             a value; a quotation mark in a text is written twice
//   concat(a, '#', b)            the texts and numbers, one after the other; absent if one of them is
//   split(a, '#', 0)             the part of a text between separators, counted from 0; absent if there are fewer
//   lower(a) upper(a)            ASCII letters
//   text(a) number(a)            a number as a text, and a text as a number
//   first(a, b)                  the first one that is present
//   case(a, 'x', 'y', 'p', 'q')  'y' if a is 'x', 'q' if it is 'p', and otherwise a, or the last value if they are odd
//   map(street, address.city)    a document with these members, as far as they are present
//   list(a, b)                   a list of those that are present
#pragma once

#include <partita/attribute_value.h>
#include <partita/error.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::modelling::derive {

class Expression {
 public:
  // Errors: ValidationException with the fault and its character.
  static Result<Expression> parse(std::string_view text);

  // The names of the fields that it reads, each once.
  std::vector<std::string> fields() const;

  // Whether it is a map with a member of this name that is the field itself.
  bool has_member(std::string_view field) const;

  // The value, or nullopt if it is absent. `find` gives the value of a field, or nullptr. Errors: ValidationException
  // if a value has not the type that a function needs.
  using Find = std::function<const AttributeValue*(std::string_view field)>;
  Result<std::optional<AttributeValue>> evaluate(const Find& find) const;

  enum class Function : std::uint8_t { Concat, Split, Lower, Upper, Text, Number, First, Case, Map, List };
  // A literal if it has a value, a field if it has a path, and otherwise a call.
  struct Node {
    std::optional<AttributeValue> literal = {};
    std::vector<std::string> path = {};
    Function function = Function::Concat;
    std::vector<Node> arguments = {};
  };

 private:
  explicit Expression(Node root) : root_(std::move(root)) {}
  Node root_;
};

}  // namespace partita::modelling::derive
