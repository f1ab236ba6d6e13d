// Writes encoded values and items (value/FORMAT.md).
#pragma once

#include <partita/attribute_value.h>

#include <string>
#include <string_view>
#include <vector>

#include "value/view.h"
#include "value/wire.h"

namespace partita::value {

// Appends the encoding to `out`. Numbers come out canonical and sets sorted. Requires: the validators of ops/ accepted
// the value. So each value has exactly one type, its numbers parse, its sets have no duplicates, and it has at most
// limits::kComparedNestingLevels levels.
void encode_value(const AttributeValue& value, std::string& out);
void encode_item(const AttributeMap& item, std::string& out);
std::string encode_item(const AttributeMap& item);

// These functions append the parts of an encoding.
void put_code(wire::Code code, std::string& out);
void put_sized(std::string_view bytes, std::string& out);
// Inserts at `begin` the length of the bytes from `begin` to the end of `out`.
void insert_length(std::size_t begin, std::string& out);

// Builds an item from encoded parts. Requires: names are added in ascending order of their bytes, and each name only
// once.
class ItemBuilder {
 public:
  void add(std::string_view name, ValueView value);
  void add_encoded(std::string_view name, std::string_view value_bytes);
  bool empty() const { return count_ == 0; }
  // Returns the item. The builder is empty afterwards.
  std::string finish();

 private:
  std::size_t count_ = 0;
  std::string body_;
};

}  // namespace partita::value
