// The items of lib/items.h as Partita's values. Item i is always the same, so that both sides store the same bytes
// and any answer can be checked.
#pragma once

#include <partita/item_operations.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lib/items.h"
#include "lib/random.h"

namespace partita::bench {

class Items {
 public:
  static constexpr const char* kTable = "bench";

  explicit Items(const Layout& layout);

  const Layout& layout() const { return layout_; }
  std::uint64_t count() const { return layout_.items; }

  CreateTableRequest table() const;
  AttributeMap key(std::uint64_t number) const;
  AttributeMap item(std::uint64_t number, std::uint64_t version = 0) const;
  // The text of one attribute of the item.
  std::string text(std::string_view attribute, std::uint64_t number, std::uint64_t version = 0) const;

  // A few bytes of an item's body that differ between items and between versions of an item.
  std::string mark(std::uint64_t number, std::uint64_t version = 0) const;
  // Whether `stored`, an encoded item, has this mark in the right place.
  bool has_mark(std::string_view stored, const std::string& mark) const {
    return stored.size() > mark_at_ + mark.size() && stored.compare(mark_at_, mark.size(), mark) == 0;
  }

 private:
  const Attribute& attribute(std::string_view name) const;

  Layout layout_;
  std::vector<Attribute> attributes_;
  Attribute marked_;
  std::size_t mark_at_;
};

}  // namespace partita::bench
