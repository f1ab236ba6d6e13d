// The functions of Terraform that need nothing but their arguments.
#pragma once

#include <string>
#include <vector>

#include "modelling/read/tree.h"

namespace partita::modelling::hcl {

// The members of a map, the elements of a list, or nothing of null, as keys and values. The key of an element is its
// number, or for `as_set` its own text.
std::vector<std::pair<std::string, Node>> elements_of(const Node& collection, bool as_set = false);

Node list_node(std::vector<Node> items, const Place& place);
bool are_equal(const Node& one, const Node& other);
// The number of a scalar. Errors: it is none; `what` names it.
Result<double> number_of(const Node& node, std::string_view what, const Place& place);
// "5" and "0.5".
std::string text_of_number(double number);

bool is_function(std::string_view name);
// Requires: is_function(name). Errors: "FILE:LINE: ..." if the arguments do not fit.
Result<Node> call_function(std::string_view name, const std::vector<Node>& arguments, const Place& place);

}  // namespace partita::modelling::hcl
