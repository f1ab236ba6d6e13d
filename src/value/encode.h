// Writes encoded values and items (value/FORMAT.md).
#pragma once

#include <partita/attribute_value.h>

#include <string>
#include <string_view>
#include <vector>

#include "value/view.h"
#include "value/wire.h"

namespace partita::value {

// Appends the encoding. Requires: one type each, numbers that parse, sets without duplicates, nesting to 32: what the
// validators of ops/ have let through. Numbers come out canonical, sets sorted.
void encode_value(const AttributeValue& value, std::string& out);
void encode_item(const AttributeMap& item, std::string& out);
std::string encode_item(const AttributeMap& item);

// The parts of an encoding.
void put_code(wire::Code code, std::string& out);
void put_sized(std::string_view bytes, std::string& out);
// Puts the length of what stands behind `begin` in front of it.
void insert_length(std::size_t begin, std::string& out);

// Builds an item from encoded parts. Requires: names are added in ascending order of their bytes, each once.
class ItemBuilder {
 public:
  void add(std::string_view name, ValueView value);
  void add_encoded(std::string_view name, std::string_view value_bytes);
  bool empty() const { return count_ == 0; }
  // The item; the builder starts anew.
  std::string finish();

 private:
  std::size_t count_ = 0;
  std::string body_;
};

}  // namespace partita::value
