// StoredAttributes: the attributes of an item or of a map by name, as views, without an AttributeMap.
#pragma once

#include <absl/container/inlined_vector.h>
#include <partita/item.h>
#include <partita/model/stored_value.h>

#include <string_view>

namespace partita::model {

struct StoredAttribute {
  std::string_view name;
  StoredValue value;
};

// What it was made of must outlive it.
class StoredAttributes {
 public:
  // Requires: M.
  explicit StoredAttributes(const StoredValue& map) { append(map); }
  // The item's attributes and those in `more`, which replace the item's of the same name.
  StoredAttributes(const Item& item, const AttributeMap& more);

  // nullptr: there is none.
  const StoredValue* find(std::string_view name) const;
  bool contains(std::string_view name) const { return find(name) != nullptr; }
  auto begin() const { return attributes_.begin(); }
  auto end() const { return attributes_.end(); }

 private:
  void append(const StoredValue& map);

  absl::InlinedVector<StoredAttribute, 24> attributes_;  // sorted by name
};

}  // namespace partita::model
