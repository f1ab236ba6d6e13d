// A model in the words of C++: identifiers for its fields, entities, tables, patterns and enumerations.
#pragma once

#include <string>
#include <string_view>

#include "modelling/core/model.h"
#include "modelling/generate/words.h"

namespace partita::modelling {

// Makes identifiers that differ from each other and from the keywords.
class CppNames : public DistinctNames {
 public:
  // "ORDER_ITEM" and "order-item" become OrderItem.
  std::string type(std::string_view name) { return distinct(camel(name)); }
  // "Orders of a customer" becomes orders_of_a_customer.
  std::string function(std::string_view name) { return distinct(snake(name)); }
  static std::string snake(std::string_view name);
  // Returns a name in snake case that neither is a namespace of a library nor collides with a global function of C.
  static std::string name_space(std::string_view name);
  // The name itself if it is an identifier, or one that is like it.
  static std::string identifier(std::string_view name);
};

// Returns the model with an identifier for each field. A renamed field keeps its attribute.
Model with_identifiers(Model model);

// A text as a literal.
std::string cpp_literal(std::string_view text);

}  // namespace partita::modelling
