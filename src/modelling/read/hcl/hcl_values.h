// Values of Terraform: their types, their texts, and their parts that are not known.
//
// A scalar is a string if it is quoted (Node::is_quoted). Else it is true, false, or a number, whose text is the one
// that Terraform gives it: "1" of 1.0 and of 1e0.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "modelling/read/tree.h"

namespace partita::modelling::hcl {

Node string_node(std::string text, const Place& place);
Node flag_node(bool value, const Place& place);
Node number_node(long double value, const Place& place);
Node list_node(std::vector<Node> items, const Place& place, Node::Collection collection = Node::Collection::AsWritten);
// `reason` is the whole error, "FILE:LINE: ...".
Node unknown_node(std::string reason, const Place& place);
// A scalar that is not quoted in a file: true, false, a number, or otherwise a string.
Node plain_scalar(const std::string& text, const Place& place);
// A tree of YAML or JSON as values of Terraform.
void take_types_of_file(Node& tree);

bool is_string(const Node& node);
bool is_flag(const Node& node);
bool is_number(const Node& node);

// The first part that is not known, at any depth, or nullptr.
const Node* find_unknown(const Node& node);

// The members of a map or the elements of a list, as keys and values; null has no elements. The key of an element is
// its number, or its own text if the collection is a set or is taken as one.
enum class TakenAs { Itself, Set };
std::vector<std::pair<std::string, Node>> elements_of(const Node& collection, TakenAs taken_as = TakenAs::Itself);

// Terraform takes values for equal if they have one type and one value. nullopt if that depends on a part that is not
// known, or on whether Terraform has a list or a tuple, a map or an object.
std::optional<bool> are_equal(const Node& one, const Node& other);

// The set of the values: each of them once, strings in their order. If there is a string among the scalars, all of them
// become strings.
std::vector<Node> set_of(const std::vector<Node>& list);
// The elements of a list of one type: if there is a string among the scalars, all of them become strings.
std::vector<Node> as_one_type(std::vector<Node> list);

// The number of a scalar; a string may be one too. Errors: it is not a number; the second argument names it.
Result<long double> number_of(const Node& node, std::string_view what, const Place& place);
// "5" and "0.5".
std::string text_of_number(long double number);
// "010" and "1e1" are "10". nullopt if the text is not a number, or if it has too many digits.
std::optional<std::string> number_text(std::string_view text);

}  // namespace partita::modelling::hcl
