// KeyReader: takes a stored item's key attributes apart. Nothing is added to the item until all of them agree.
#pragma once

#include <partita/attribute_value.h>
#include <partita/model/description.h>

#include <list>
#include <utility>
#include <vector>

#include "model/codec/stored_attributes.h"

namespace partita::model {

// An item's attributes, each decoded when it is first asked for, and the fields that were read from its keys.
class KnownValues {
 public:
  // Both must outlive it.
  KnownValues(const StoredAttributes& stored, AttributeMap& added) : stored_(stored), added_(added) {}

  // nullptr: there is none. Valid until add().
  const AttributeValue* find(std::string_view attribute);
  // The same of the fields that were read from keys alone.
  const AttributeValue* find_added(std::string_view attribute) const { return added_.find(attribute); }
  // Requires: there is none, or not of the field's own.
  void add(std::string_view attribute, AttributeValue value) { added_.set(attribute, std::move(value)); }

 private:
  const StoredAttributes& stored_;
  AttributeMap& added_;
  std::list<std::pair<std::string_view, AttributeValue>> decoded_;
};

// Refers to the fields, the item and the keys that it is given; they stay as they are until add().
class KeyReader {
 public:
  KeyReader(std::span<const FieldInfo> fields, KnownValues& item) : fields_(fields), item_(item) {}

  // Whether `key` has the shape that the attribute's template gives.
  bool take(const KeyAttribute& attribute, const AttributeValue& key);
  // `take` for each attribute, all of which the item must have.
  bool take_from_item(std::span<const KeyAttribute> attributes);
  // Whether the values read agree with each other and with those that the item has.
  bool agree();
  // Adds the fields that the item has not. Requires: agree().
  void add();

 private:
  struct Segment {
    const KeyPart* part;
    std::string_view text;
  };
  bool match(std::span<const KeyPart> parts, std::string_view key);
  bool match_raw(std::span<const KeyPart> parts, std::string_view key);
  bool take_natural(const KeyAttribute& attribute, const AttributeValue& key);
  // What the field is known to hold: by its attribute, or by a key. Of a field that lives in keys alone, an attribute of
  // its name is what a model before wrote, and tells nothing.
  const AttributeValue* find(int field) const;
  const AttributeValue* find_in_item(int field) const;

  std::span<const FieldInfo> fields_;
  KnownValues& item_;
  std::vector<Segment> segments_;
  std::vector<std::pair<int, AttributeValue>> read_;
};

}  // namespace partita::model
