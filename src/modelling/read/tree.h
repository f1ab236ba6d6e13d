// Checked access to the tree of a file. Every fault is "FILE:LINE: the mistake: its cure".
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/try.h"
#include "documents/node.h"

namespace partita::modelling {

using documents::fault;
using documents::located;
using documents::Member;
using documents::Node;
using documents::Place;

using Names = std::span<const std::string_view>;

// The faults of a file's form, so that all of them are named in one run.
class Faults {
 public:
  // Keeps the error, if there is one. Returns true if the result has a value.
  template <class T>
  bool accept(const Result<T>& result) {
    if (!result) add(result.error().message);
    return result.has_value();
  }
  void add(const std::string& message);
  // Keeps the faults of `map`, whose members were checked by check_members(). If that found an unknown member, a
  // missing one of the same map is not named too, because it is probably the same one.
  template <class T>
  void accept_parts(const Node& map, const Result<void>& members, const Result<T>& parts) {
    accept(members);
    if (!parts) add_parts(parts.error().message, members ? nullptr : &map.place);
  }
  // Errors: all faults, one a line, each once.
  Result<void> result() const;

 private:
  // Without the parts that are missing at `without_missing`, if this is not nullptr.
  void add_parts(const std::string& message, const Place* without_missing);

  std::vector<std::string> lines_ = {};
};

// `what` is the node's name in errors, such as "table_config" or "a field". Errors: the node is not a map, or it has a
// member that is not among `known`; then the error names the nearest one, of each such member. Members that are
// comments (_comment, $schema) are skipped.
Result<void> check_members(const Node& node, std::string_view what, std::initializer_list<std::string_view> known);
Result<void> check_is_map(const Node& node, std::string_view what);

// The member of `map`, which is not null. Errors: the member is absent.
Result<const Node*> needed(const Node& map, std::string_view what, std::string_view name);
// The member of `map`, or nullptr if it is absent or null.
const Node* present(const Node& map, std::string_view name);

// Errors: the node is not a text, a list ...; `name` is its name in the error.
Result<std::string> as_text(const Node& node, std::string_view name);
Result<bool> as_flag(const Node& node, std::string_view name);
Result<std::int64_t> as_integer(const Node& node, std::string_view name);
Result<const std::vector<Node>*> as_list(const Node& node, std::string_view name);
Result<std::vector<std::string>> as_texts(const Node& node, std::string_view name);

// The text of a member, which must not be empty.
Result<std::string> needed_text(const Node& map, std::string_view what, std::string_view name);
// An empty text if the member is absent or null.
Result<std::string> text_or_empty(const Node& map, std::string_view name);
// False if the member is absent or null.
Result<bool> flag_or_false(const Node& map, std::string_view name);
// The members of a list; empty if the member is absent or null.
Result<std::span<const Node>> list_or_empty(const Node& map, std::string_view name);

// Errors: `text` is not one of `known`; the error names the nearest one.
Result<void> check_known(const Place& place, std::string_view what, std::string_view text, Names known);

// Moves a tree of one part of a file to its place in the file: the part's first line follows the line of `above`.
void move_lines(Node& node, const Place& above);

}  // namespace partita::modelling
