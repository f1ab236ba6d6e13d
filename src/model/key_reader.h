// KeyReader: takes a stored item's key attributes apart. Nothing is added to the item until all of them agree.
#pragma once

#include <partita/attribute_value.h>
#include <partita/model/description.h>

#include <utility>
#include <vector>

namespace partita::model {

// Refers to the fields, the item and the keys that it is given; they stay as they are until `add_to`.
class KeyReader {
 public:
  KeyReader(std::span<const FieldInfo> fields, const AttributeMap& item) : fields_(fields), item_(item) {}

  // Whether `key` has the shape that the attribute's template gives.
  bool take(const KeyAttribute& attribute, const AttributeValue& key);
  // `take` for each attribute, all of which the item must have.
  bool take_from_item(std::span<const KeyAttribute> attributes);
  // Whether the values read agree with each other and with those that the item has.
  bool agree();
  // Adds the fields that the item has not. Requires: agree().
  void add_to(AttributeMap& item);

 private:
  struct Segment {
    const KeyPart* part;
    std::string_view text;
  };
  bool match(std::span<const KeyPart> parts, std::string_view key);
  bool match_raw(std::span<const KeyPart> parts, std::string_view key);
  bool take_natural(const KeyAttribute& attribute, const AttributeValue& key);
  const AttributeValue* find(int field) const;

  std::span<const FieldInfo> fields_;
  const AttributeMap& item_;
  std::vector<Segment> segments_;
  std::vector<std::pair<int, AttributeValue>> read_;
};

}  // namespace partita::model
