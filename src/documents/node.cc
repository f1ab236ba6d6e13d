#include "documents/node.h"

#include <fmt/format.h>

namespace partita::documents {

const Node* Node::find(std::string_view name) const {
  for (const Member& member : members)
    if (member.name == name) return &member.value;
  return nullptr;
}

Node null_node(const Place& place) {
  Node node;
  node.place = place;
  return node;
}

Node empty_map(const Place& place) {
  Node node = null_node(place);
  node.kind = Node::Kind::Map;
  return node;
}

Node scalar(std::string text, const Place& place) {
  Node node;
  node.kind = Node::Kind::Scalar;
  node.text = std::move(text);
  node.place = place;
  return node;
}

std::string_view kind_text(const Node& node) {
  switch (node.kind) {
    case Node::Kind::Null:
      return "nothing";
    case Node::Kind::Scalar:
      return "a string";
    case Node::Kind::List:
      return "a list";
    case Node::Kind::Map:
      return "a map";
    case Node::Kind::Unknown:
      return "a value that is not known";
  }
  return "nothing";
}

std::string located(const Place& at, std::string_view what) {
  if (at.line == 0) return fmt::format("{}: {}", at.file ? *at.file : std::string(), what);
  return fmt::format("{}:{}: {}", at.file ? *at.file : std::string(), at.line, what);
}

unexpected<Error> fault(const Place& at, std::string_view what) { return invalid(located(at, what)); }

}  // namespace partita::documents
