// A document before it is text, in the structure that JSON and YAML have in common.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace partita::documents {

struct Tree {
  enum class Kind : std::uint8_t { Null, Flag, Bare, Text, List, Map };
  Kind kind = Kind::Null;
  bool flag = false;
  std::string text = {};                                   // of a text, or of a bare value: the digits of a number
  std::vector<Tree> items = {};                            // of a list
  std::vector<std::pair<std::string, Tree>> members = {};  // of a map, in the order of the text; names differ

  // Appends a member and returns it. Requires: this is a map without such a member.
  Tree& add(std::string name, Tree value);
  // Appends an item and returns it. Requires: this is a list.
  Tree& push(Tree value);
  // Returns nullptr if this is not a map or has no such member.
  const Tree* find(std::string_view name) const;
  Tree* find(std::string_view name);

  friend bool operator==(const Tree&, const Tree&) = default;
};

Tree tree_map();
Tree tree_list();
Tree tree_text(std::string_view text);
Tree tree_texts(const std::vector<std::string>& texts);
Tree tree_flag(bool value);
Tree tree_number(std::int64_t value);
// Plain decimal digits, as few as tell the value apart. Requires: it is finite.
Tree tree_number(double value);
// `text` is written without quotes: a number as JSON writes it, or an expression of a program.
Tree tree_bare(std::string_view text);

// A text in the tree that contains `part`, or nullptr. Names of members are not searched.
const std::string* text_with(const Tree& tree, std::string_view part);

// Indented by two spaces, with a line end. Requires: all texts are UTF-8.
std::string to_json(const Tree& tree);
// On one line, with a line end.
std::string to_json_line(const Tree& tree);
// Block style. A text is plain only if every reader of YAML 1.1 and 1.2 takes it as this text, and otherwise quoted.
std::string to_yaml(const Tree& tree);

}  // namespace partita::documents
