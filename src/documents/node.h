// The tree of a file. It has the common structure of YAML and JSON, and the place of each node.
#pragma once

#include <partita/error.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace partita::documents {

struct Place {
  std::shared_ptr<const std::string> file;  // the path as the user gave it
  int line = 0;                             // counts from 1

  bool operator==(const Place&) const = default;
};

struct Member;

// Short CloudFormation tags have their long form here. For example, `!Sub x` is {"Fn::Sub": "x"}.
struct Node {
  enum class Kind : std::uint8_t {
    Null,
    Scalar,
    List,
    Map,
    Unknown,  // a part of a value that no file says; the reader of a file never makes one, evaluations do
  };
  // The type that an evaluation gave to a list or a map. Only Terraform tells these apart.
  enum class Collection : std::uint8_t { AsWritten, List, Set, Map, Unsure };
  Kind kind = Kind::Null;
  Collection collection = Collection::AsWritten;
  std::string text;             // the text of a scalar of any type, as it is written; of Unknown: the error, whole
  std::vector<Node> items;      // of a list
  std::vector<Member> members;  // of a map, in the file's order; names differ
  Place place;
  bool is_quoted = false;  // of a scalar in quotation marks, which is a string whatever its text

  bool is_null() const { return kind == Kind::Null; }
  bool is_scalar() const { return kind == Kind::Scalar; }
  bool is_list() const { return kind == Kind::List; }
  bool is_map() const { return kind == Kind::Map; }
  bool is_unknown() const { return kind == Kind::Unknown; }
  // Returns nullptr if the node is not a map or has no such member.
  const Node* find(std::string_view name) const;
};

struct Member {
  std::string name;
  Node value;
  Place place;  // the place of the name
};

Node null_node(const Place& place);
Node scalar(std::string text, const Place& place);
Node empty_map(const Place& place);
// The kind of the node in errors, such as "a string", "a list" or "a map".
std::string_view kind_text(const Node& node);

// The text "FILE:LINE: " with a note or a fault. It begins with "FILE: " if the line is 0.
std::string located(const Place& at, std::string_view what);
// A ValidationException with the text that located() gives.
unexpected<Error> fault(const Place& at, std::string_view what);

}  // namespace partita::documents
