// Item: an item as the database returns it, an immutable handle on encoded bytes.
//
// Copying is cheap (a reference count); attributes decode when asked for. For an editable copy call to_map().
// Safe to use from several threads.
#pragma once

#include <partita/attribute_value.h>
#include <partita/export.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace partita {

class PARTITA_API Item {
 public:
  Item() = default;
  // Takes `bytes`, an encoded item (value/FORMAT.md), which `owner` keeps alive. Requires: they decode.
  Item(std::shared_ptr<const void> owner, std::string_view bytes) : owner_(std::move(owner)), bytes_(bytes) {}
  // Encodes a copy of `attributes`. Requires: each value has one type, numbers are valid and sets have no duplicates.
  explicit Item(const AttributeMap& attributes);

  bool empty() const { return size() == 0; }
  // How many attributes there are.
  std::size_t size() const;
  bool contains(std::string_view name) const;
  // The attribute called `name`, decoded.
  std::optional<AttributeValue> get(std::string_view name) const;
  AttributeMap to_map() const;

  // The encoded bytes, valid as long as this handle or a copy of it. Empty for a default-made item.
  std::string_view bytes() const { return bytes_; }

  // Same attributes with the same values; the bytes are canonical, so they decide.
  friend bool operator==(const Item& a, const Item& b) { return a.bytes_ == b.bytes_ || (a.empty() && b.empty()); }

 private:
  std::shared_ptr<const void> owner_;
  std::string_view bytes_;
};

}  // namespace partita
