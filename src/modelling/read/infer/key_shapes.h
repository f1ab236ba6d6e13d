// The texts of keys, cut at their separators, and which parts are fixed words of a template and which are values.
#pragma once

#include <partita/attribute_value.h>

#include <string>
#include <string_view>
#include <vector>

namespace partita::modelling {

struct KeySegment {
  char separator = '\0';  // before the segment; '\0' before the first one
  std::string text = {};
  bool is_value = false;
};
using KeyText = std::vector<KeySegment>;

// "CUST#*#ORDER#*": the fixed words, and a star for each value.
std::string shape_of(const KeyText& key);

// Cuts at the first of '#', '|' and ':' that the text has, unless the text is a time, a URL or an ARN. No segment is a
// value yet.
KeyText cut_key(std::string_view text);

// True if the name only says that an attribute is a key, such as PK, sortKey, GSI1_SK.
bool is_generic_key_name(std::string_view attribute);

// One key attribute's text in an item.
struct ObservedKey {
  const AttributeMap* item = nullptr;
  std::string context = {};    // keys of one context are compared with each other: the entity, or the partition's shape
  std::string partition = {};  // the item's partition key, to tell words that recur in several partitions
  KeyText text = {};
};

enum class KeyRole : std::uint8_t { Partition, Sort };

// Decides for each segment whether it is a value. A segment is one if another attribute of its item has the same text,
// if it has a digit or another character that words lack, or if the texts at its place differ as values do. The
// decisions depend only on the texts, so they are the same in each run. `attribute` is the one that the texts are of.
void find_values(std::vector<ObservedKey>& keys, std::string_view attribute, KeyRole role);

// The names that type attributes usually have: "type", "_type", "entityType".
bool is_usual_type_name(std::string_view attribute);

}  // namespace partita::modelling
