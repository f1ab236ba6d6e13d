// StoredAttributes gives the attributes of an item or a map by name, as views, without an AttributeMap.
#pragma once

#include <absl/container/inlined_vector.h>
#include <partita/item.h>
#include <partita/model/stored_value.h>

#include <array>
#include <cstdint>
#include <string_view>

namespace partita::model {

struct StoredAttribute {
  std::string_view name;
  StoredValue value;
};

// The items and maps that it was made from must outlive it. Only one thread may use it, because find() caches places.
class StoredAttributes {
 public:
  StoredAttributes() = default;
  // Requires: `map` is of type M.
  explicit StoredAttributes(const StoredValue& map) { append(map); }
  // Holds the item's attributes and those in `more`, which replace the item's attributes of the same name.
  StoredAttributes(const Item& item, const AttributeMap& more) {
    assign(item);
    add(more);
  }
  // Replaces all attributes by those of the item.
  void assign(const Item& item);
  // Adds the attributes in `more`, which replace those of the same name.
  void add(const AttributeMap& more) { merge(more, Which::New); }
  // Adds those attributes in `more` that are absent or NULL here.
  void add_missing(const AttributeMap& more);

  // nullptr if the attribute is absent. The pointer is valid until the attributes change.
  const StoredValue* find(std::string_view name) const {
    // Consecutive items mostly have the same attributes, so each name is first sought at its last place.
    std::uint8_t& place = places_[slot_of(name)];
    if (place < attributes_.size() && attributes_[place].name == name) return &attributes_[place].value;
    const std::size_t found = place_of(name);
    if (found == attributes_.size()) return nullptr;
    place = static_cast<std::uint8_t>(found);
    return &attributes_[found].value;
  }
  bool contains(std::string_view name) const { return find(name) != nullptr; }
  auto begin() const { return attributes_.begin(); }
  auto end() const { return attributes_.end(); }

 private:
  void append(const StoredValue& map);
  enum class Which : std::uint8_t { New, Old };
  // `stays` decides which of two attributes with one name is kept.
  void merge(const AttributeMap& more, Which stays);
  // The attribute's place, or the number of attributes if the name is absent.
  std::size_t place_of(std::string_view name) const;

  static std::size_t slot_of(std::string_view name) {
    if (name.empty()) return 0;
    const auto first = static_cast<unsigned char>(name.front()), last = static_cast<unsigned char>(name.back());
    return (first * 31u + last * 7u + name.size()) % kSlots;
  }

  static constexpr std::size_t kSlots = 64;
  absl::InlinedVector<StoredAttribute, 24> attributes_;   // sorted by name
  mutable std::array<std::uint8_t, kSlots> places_ = {};  // the last place of a name, kept from item to item
};

}  // namespace partita::model
