// Takes key attributes apart by their templates. KeyReader reads the keys of a stored item. It adds fields to the item
// only after all its keys agree.
#pragma once

#include <partita/attribute_value.h>
#include <partita/model/runtime/description.h>

#include <list>
#include <utility>
#include <vector>

#include "model/codec/stored_attributes.h"

namespace partita::model {

// The attributes of an item, each decoded at its first use, and the fields that were read from the item's keys.
class KnownValues {
 public:
  // Both must outlive it.
  KnownValues(const StoredAttributes& stored, AttributeMap& added) : stored_(stored), added_(added) {}

  // The value of the attribute or of a field that was read from a key. nullptr if both are absent. Valid until add().
  const AttributeValue* find(std::string_view attribute);
  // The value of a field that was read from a key, and nullptr for the item's own attributes.
  const AttributeValue* find_added(std::string_view attribute) const { return added_.find(attribute); }
  // Adds a field. Requires: the item lacks the attribute, or the field is not stored in an attribute.
  void add(std::string_view attribute, AttributeValue value) { added_.set(attribute, std::move(value)); }

 private:
  const StoredAttributes& stored_;
  AttributeMap& added_;
  std::list<std::pair<std::string_view, AttributeValue>> decoded_;
};

// Takes keys apart by their templates. The fields, the item and the keys must stay unchanged until add().
class KeyReader {
 public:
  KeyReader(std::span<const FieldInfo> fields, KnownValues& item) : fields_(fields), item_(item) {}

  // True if `key` has the shape of the attribute's template.
  bool take(const KeyAttribute& attribute, const AttributeValue& key);
  // Calls take() for each attribute. False if one fails or the item lacks the attribute.
  bool take_from_item(std::span<const KeyAttribute> attributes);
  // True if the values that were read agree with each other and with the item's values.
  bool agree();
  // Adds the fields that the item lacks. Requires: agree() returned true.
  void add();

 private:
  struct Segment {
    const KeyPart* part;
    std::string_view text;
  };
  bool match(std::span<const KeyPart> parts, std::string_view key);
  bool match_raw(std::span<const KeyPart> parts, std::string_view key);
  bool take_natural(const KeyAttribute& attribute, const AttributeValue& key);
  // The known value of the field, from the field's attribute or from a key. An attribute with the name of a field that
  // only keys hold is ignored, because an earlier model wrote it.
  const AttributeValue* find(FieldPosition field) const;
  const AttributeValue* find_in_item(FieldPosition field) const;

  std::span<const FieldInfo> fields_;
  KnownValues& item_;
  std::vector<Segment> segments_;
  std::vector<std::pair<FieldPosition, AttributeValue>> read_;
};

// True if `key` can come from the attribute's template. If so, the fields that can be read back from it (those of
// lossless formats) are added to `values` under their attribute names. A value that `values` already has must agree
// with the key.
bool parse(const KeyAttribute& attribute, std::span<const FieldInfo> fields, const AttributeValue& key,
           AttributeMap& values);

}  // namespace partita::model
