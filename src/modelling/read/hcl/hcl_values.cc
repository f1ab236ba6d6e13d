#include "modelling/read/hcl/hcl_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.h"

namespace partita::modelling::hcl {
namespace {

// Terraform's own limit is far beyond; a longer text of a number is useless.
constexpr int kMostExponent = 400;
// The digits that a long double holds exactly.
constexpr int kDigits = 18;

// A scalar that is true or false, or a number, is a string in a list that has strings.
void make_string(Node& node) {
  if (node.is_scalar()) node.is_quoted = true;
}

std::string digits_at(std::string_view text, std::size_t& at) {
  const std::size_t begin = at;
  while (at < text.size() && base::is_digit(text[at])) ++at;
  return std::string(text.substr(begin, at - begin));
}

// Whether a collection of one kind and the same content may be equal to the other one.
std::optional<bool> are_of_one_type(const Node& one, const Node& other) {
  if (one.collection == Node::Collection::Unsure || other.collection == Node::Collection::Unsure) return std::nullopt;
  return one.collection == other.collection;
}

// `sum` and then `next` hold too.
std::optional<bool> both(std::optional<bool> sum, std::optional<bool> next) {
  if (sum == false || next == false) return false;
  if (!sum || !next) return std::nullopt;
  return true;
}

}  // namespace

Node string_node(std::string text, const Place& place) {
  Node node = documents::scalar(std::move(text), place);
  node.is_quoted = true;
  return node;
}

Node flag_node(bool value, const Place& place) { return documents::scalar(value ? "true" : "false", place); }

Node number_node(long double value, const Place& place) { return documents::scalar(text_of_number(value), place); }

Node list_node(std::vector<Node> items, const Place& place, Node::Collection collection) {
  Node list = documents::null_node(place);
  list.kind = Node::Kind::List;
  list.collection = collection;
  list.items = std::move(items);
  return list;
}

Node unknown_node(std::string reason, const Place& place) {
  Node node = documents::null_node(place);
  node.kind = Node::Kind::Unknown;
  node.text = std::move(reason);
  return node;
}

Node plain_scalar(const std::string& text, const Place& place) {
  if (text == "true" || text == "false") return documents::scalar(text, place);
  if (const auto number = number_text(text)) return documents::scalar(*number, place);
  return string_node(text, place);
}

void take_types_of_file(Node& tree) {
  if (tree.is_scalar() && !tree.is_quoted) tree = plain_scalar(tree.text, tree.place);
  for (Node& item : tree.items) take_types_of_file(item);
  for (Member& member : tree.members) take_types_of_file(member.value);
}

bool is_string(const Node& node) { return node.is_scalar() && node.is_quoted; }
bool is_flag(const Node& node) {
  return node.is_scalar() && !node.is_quoted && (node.text == "true" || node.text == "false");
}
bool is_number(const Node& node) { return node.is_scalar() && !node.is_quoted && !is_flag(node); }

const Node* find_unknown(const Node& node) {
  if (node.is_unknown()) return &node;
  for (const Node& item : node.items)
    if (const Node* found = find_unknown(item)) return found;
  for (const Member& member : node.members)
    if (const Node* found = find_unknown(member.value)) return found;
  return nullptr;
}

std::vector<std::pair<std::string, Node>> elements_of(const Node& collection, TakenAs taken_as) {
  std::vector<std::pair<std::string, Node>> out;
  const bool as_set = taken_as == TakenAs::Set || collection.collection == Node::Collection::Set;
  for (const Member& member : collection.members) out.emplace_back(member.name, member.value);
  for (std::size_t i = 0; i < collection.items.size(); ++i) {
    const Node& item = collection.items[i];
    out.emplace_back(as_set && item.is_scalar() ? item.text : std::to_string(i), item);
  }
  return out;
}

std::optional<bool> are_equal(const Node& one, const Node& other) {
  if (one.is_null() || other.is_null()) {
    if (one.is_unknown() || other.is_unknown()) return std::nullopt;
    return one.is_null() && other.is_null();
  }
  if (one.is_unknown() || other.is_unknown()) return std::nullopt;
  if (one.kind != other.kind) return false;
  if (one.is_scalar())
    return one.text == other.text && is_string(one) == is_string(other) && is_flag(one) == is_flag(other);
  if (one.items.size() != other.items.size() || one.members.size() != other.members.size()) return false;
  std::optional<bool> equal = are_of_one_type(one, other);
  for (std::size_t i = 0; i < one.items.size() && equal != false; ++i)
    equal = both(equal, are_equal(one.items[i], other.items[i]));
  for (const Member& member : one.members) {
    const Node* same = other.find(member.name);
    equal = both(equal, same ? are_equal(member.value, *same) : std::optional(false));
    if (equal == false) break;
  }
  return equal;
}

std::vector<Node> as_one_type(std::vector<Node> list) {
  const bool has_string = std::ranges::any_of(list, is_string);
  if (has_string && std::ranges::all_of(list, [](const Node& one) { return one.is_scalar() || one.is_null(); }))
    std::ranges::for_each(list, make_string);
  return list;
}

std::vector<Node> set_of(const std::vector<Node>& list) {
  std::vector<Node> out;
  for (const Node& one : as_one_type(list))
    if (std::ranges::none_of(out, [&](const Node& there) { return are_equal(there, one) == true; })) out.push_back(one);
  if (std::ranges::all_of(out, is_number)) {
    const auto value = [](const Node& node) { return number_of(node, "", node.place).value_or(0); };
    std::ranges::stable_sort(out, {}, value);
  } else if (std::ranges::all_of(out, &Node::is_scalar)) {
    std::ranges::sort(out, {}, &Node::text);
  }
  return out;
}

Result<long double> number_of(const Node& node, std::string_view what, const Place& place) {
  long double number = 0;
  const char* end = node.text.data() + node.text.size();
  const auto [stop, error] = std::from_chars(node.text.data(), end, number);
  if (node.is_scalar() && error == std::errc() && stop == end && std::isfinite(number)) return number;
  return fault(place, fmt::format("{} takes a number, not {}", what,
                                  node.is_scalar() ? "'" + node.text + "'" : std::string(documents::kind_text(node))));
}

std::string text_of_number(long double number) {
  if (number == std::floor(number) && std::fabs(number) < 0x1p63L)
    return std::to_string(static_cast<std::int64_t>(number));
  const std::string text = fmt::format("{:.{}g}", number, kDigits);
  return number_text(text).value_or(text);
}

std::optional<std::string> number_text(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const bool is_negative = at == 1;
  std::string digits = digits_at(text, at);
  if (digits.empty()) return std::nullopt;
  std::string behind;
  if (at < text.size() && text[at] == '.') {
    ++at;
    behind = digits_at(text, at);
    if (behind.empty()) return std::nullopt;
  }
  int exponent = 0;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && text[at] == '+') ++at;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), exponent);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    at = text.size();
  }
  if (at != text.size() || exponent > kMostExponent || exponent < -kMostExponent) return std::nullopt;
  // The point moves by the exponent.
  std::string all = digits + behind;
  long point = static_cast<long>(digits.size()) + exponent;
  if (point < 0) all.insert(0, static_cast<std::size_t>(-point), '0'), point = 0;
  if (point > static_cast<long>(all.size())) all.append(static_cast<std::size_t>(point) - all.size(), '0');
  std::string whole = all.substr(0, static_cast<std::size_t>(point));
  std::string part = all.substr(static_cast<std::size_t>(point));
  whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size()));
  part.erase(part.find_last_not_of('0') + 1);
  if (whole.empty()) whole = "0";
  const bool is_zero = whole == "0" && part.empty();
  return fmt::format("{}{}{}{}", is_negative && !is_zero ? "-" : "", whole, part.empty() ? "" : ".", part);
}

}  // namespace partita::modelling::hcl
