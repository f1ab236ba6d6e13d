// Values and numbers as readers of a page like them.
#pragma once

#include <partita/attribute_value.h>

#include <string>
#include <string_view>
#include <vector>

namespace partita::modelling::docs {

// A text as it is, a number as it is, bytes as 0x..., a list as [1, 2], a map as {name: value}, a set as {a, b}. Long
// values are cut at about 300 bytes.
std::string value_text(const AttributeValue& value);

// The number with at most two decimals and a thin space between thousands: "12 500".
std::string amount_text(double number);

// "1 item", "2 items"
std::string counted(double count, std::string_view singular, std::string_view plural = {});

// "a", "a and b", "a, b and c"
std::string listed(const std::vector<std::string>& names);

}  // namespace partita::modelling::docs
