#include "protocol/json/strict_body.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace partita::protocol {
namespace {

// The position behind the value of the member `name`, of which `value` are the first bytes. It is the end of the text
// if the member is written with escapes.
std::size_t end_of_member(std::string_view text, std::string_view name, std::string_view value) {
  const std::string quoted = "\"" + std::string(name) + "\"";
  for (std::size_t at = text.find(quoted); at != std::string_view::npos; at = text.find(quoted, at + 1)) {
    std::size_t from = text.find_first_not_of(" \t\r\n", at + quoted.size());
    if (from == std::string_view::npos || text[from] != ':') continue;
    from = text.find_first_not_of(" \t\r\n", from + 1);
    if (from != std::string_view::npos && text.substr(from).starts_with(value)) return from + value.size();
  }
  return text.size();
}

std::string position(std::string_view text, std::size_t end) {
  const std::string_view before = text.substr(0, end);
  const std::size_t line_begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return " at line " + std::to_string(1 + std::ranges::count(before, '\n')) + " column " +
         std::to_string(end - line_begin);
}

// The text of a number that is not whole, or an empty text.
std::string fraction_of(Json value) {
  double number = 0;
  if (!value.is_double() || value.get(number) || std::floor(number) == number) return {};
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
}

Result<void> check_type(std::string_view text, Json value, const StrictMember& member) {
  const auto refuse = [&](const std::string& found, std::string_view written) {
    return fail(ErrorCode::SerializationException, "invalid type: " + found + ", expected " +
                                                       std::string(member.expected) +
                                                       position(text, end_of_member(text, member.name, written)));
  };
  if (value.is_null()) return refuse("null", "null");
  if (member.expected != "i32") return {};
  if (const std::string fraction = fraction_of(value); !fraction.empty())
    return refuse("floating point `" + fraction + "`", fraction);
  return {};
}

}  // namespace

Result<void> check_strict_members(std::string_view text, Json root, std::span<const StrictMember> members) {
  simdjson::dom::object object;
  if (root.get(object)) return {};
  for (const auto [name, value] : object)
    for (const StrictMember& member : members)
      if (member.name == name)
        if (auto checked = check_type(text, value, member); !checked) return checked;
  for (const StrictMember& member : members) {
    Json value;
    if (object.at_key(member.name).get(value))
      return invalid("missing field `" + std::string(member.name) + "`" + position(text, text.size()));
  }
  return {};
}

}  // namespace partita::protocol
