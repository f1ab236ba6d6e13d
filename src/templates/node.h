// The tree of a template file as read: what YAML and JSON have in common, with the place of each node.
#pragma once

#include <partita/error.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace partita::templates {

struct Place {
  std::shared_ptr<const std::string> file;  // as the user named it
  int line = 0;                             // the first is 1
};

struct Member;

// Short CloudFormation tags are in their long form: `!Sub x` is {"Fn::Sub": "x"}.
struct Node {
  enum class Kind : std::uint8_t { Null, Scalar, List, Map };
  Kind kind = Kind::Null;
  std::string text;             // of a scalar; whatever its type, as it is written
  std::vector<Node> items;      // of a list
  std::vector<Member> members;  // of a map, in the file's order; names differ
  Place place;

  bool is_null() const { return kind == Kind::Null; }
  bool is_scalar() const { return kind == Kind::Scalar; }
  bool is_list() const { return kind == Kind::List; }
  bool is_map() const { return kind == Kind::Map; }
  // nullptr where this is no map or has no such member.
  const Node* find(std::string_view name) const;
};

struct Member {
  std::string name;
  Node value;
  Place place;  // of the name
};

Node null_node(const Place& place);
Node scalar(std::string text, const Place& place);
Node empty_map(const Place& place);
// "a text", "a list", "a map" or "nothing".
std::string_view kind_text(const Node& node);

// A ValidationException "FILE:LINE: what".
unexpected<Error> fault(const Place& at, std::string_view what);

}  // namespace partita::templates
