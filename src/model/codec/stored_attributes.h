// StoredAttributes: the attributes of an item or of a map by name, as views, without an AttributeMap.
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

// What it was made of must outlive it. For one thread.
class StoredAttributes {
 public:
  StoredAttributes() = default;
  // Requires: M.
  explicit StoredAttributes(const StoredValue& map) { append(map); }
  // The item's attributes and those in `more`, which replace the item's of the same name.
  StoredAttributes(const Item& item, const AttributeMap& more) {
    assign(item);
    add(more);
  }
  // The item's attributes in place of those that were there.
  void assign(const Item& item);
  // Those in `more`, which replace those of the same name.
  void add(const AttributeMap& more) { merge(more, Which::New); }
  // Those in `more` that are not there, or NULL.
  void add_missing(const AttributeMap& more);

  // nullptr: there is none.
  const StoredValue* find(std::string_view name) const {
    // Items that are looked at one after the other mostly have the same attributes.
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
  // `stays`: of two with one name.
  void merge(const AttributeMap& more, Which stays);
  // How many there are where there is none of the name.
  std::size_t place_of(std::string_view name) const;

  static std::size_t slot_of(std::string_view name) {
    if (name.empty()) return 0;
    const auto first = static_cast<unsigned char>(name.front()), last = static_cast<unsigned char>(name.back());
    return (first * 31u + last * 7u + name.size()) % kSlots;
  }

  static constexpr std::size_t kSlots = 64;
  absl::InlinedVector<StoredAttribute, 24> attributes_;   // sorted by name
  mutable std::array<std::uint8_t, kSlots> places_ = {};  // where a name was found last, kept from item to item
};

}  // namespace partita::model
