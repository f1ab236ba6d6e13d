// Attribute values as files write them: {"S": "ada"}.
#pragma once

#include <partita/attribute_value.h>

#include <map>
#include <string>
#include <vector>

#include "modelling/read/tree.h"

namespace partita::modelling {

// Values that are malformed, or that have no types, by the path of their attribute, "cameras.front_camera". Malformed
// ones are left out of the items.
class MalformedValues {
 public:
  void add(const Place& place, const std::string& path, const std::string& why);
  // A value without types, which is read as the type that it looks like.
  void add_plain(const Place& place, const std::string& path);
  // One note for each path: the place of the first value, and how many more there are.
  void append_notes(std::vector<std::string>& notes) const;

 private:
  struct Finding {
    std::string first = {};
    std::size_t more = 0;
  };
  void note(const std::string& path, std::string text);

  std::vector<std::string> order_;
  std::map<std::string, Finding> findings_;
};

// The item in `node`, a map of typed values. NoSQL Workbench writes the values in maps and lists as plain JSON too:
// such a value is read as a text, number, BOOL, NULL, list or map, and noted. A value inside that is malformed is left
// out and noted, so that every item that this returns can be encoded.
AttributeMap read_typed_item(const Node& node, MalformedValues& malformed);

}  // namespace partita::modelling
