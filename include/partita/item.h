// Item is an item as the database returns it: an immutable handle on encoded bytes.
//
// A copy costs one reference count. Attributes are decoded when they are asked for. to_map() returns an editable copy.
// All functions are safe to use from several threads.
#pragma once

#include <partita/attribute_value.h>
#include <partita/export.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace partita {

// An immutable item. A default-made one is empty.
class PARTITA_API Item {
 public:
  Item() = default;
  // Makes a handle on `bytes`, an encoded item in the format of value/FORMAT.md. `owner` keeps the bytes alive.
  // Requires: the bytes decode.
  Item(std::shared_ptr<const void> owner, std::string_view bytes) : owner_(std::move(owner)), bytes_(bytes) {}
  // Encodes a copy of `attributes`. Requires: each value has one type, numbers are valid, and sets have no duplicates.
  explicit Item(const AttributeMap& attributes);

  bool empty() const { return size() == 0; }
  // Returns the number of attributes.
  std::size_t size() const;
  bool contains(std::string_view name) const;
  // Returns the attribute called `name`, decoded, or nullopt if the item lacks it.
  std::optional<AttributeValue> get(std::string_view name) const;
  // Returns all attributes, decoded.
  AttributeMap to_map() const;

  // Returns the encoded bytes. They are valid as long as this handle or a copy of it. A default-made item has no bytes.
  std::string_view bytes() const { return bytes_; }

  // True if both have the same attributes with the same values. The bytes are canonical, so a comparison of them
  // decides.
  friend bool operator==(const Item& a, const Item& b) { return a.bytes_ == b.bytes_ || (a.empty() && b.empty()); }

 private:
  std::shared_ptr<const void> owner_;
  std::string_view bytes_;
};

}  // namespace partita
