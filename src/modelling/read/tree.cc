#include "modelling/read/tree.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "base/contains.h"
#include "modelling/core/nearest.h"
#include "templates/properties.h"

namespace partita::modelling {
namespace {

constexpr std::string_view kNeedsMember = " needs a member '";

// JSON has no comments, so files have members for them.
bool is_comment(std::string_view name) {
  return name == "_comment" || name == "$comment" || name == "$schema" || name == "//";
}

std::string unknown_member(const Member& member, std::string_view what, Names known) {
  // YAML takes {name: Titles, newest first} for two members, of which the second has no value.
  if (member.value.is_null() && member.name.find(' ') != std::string::npos)
    return fmt::format(
        "{} has no member '{}'; if it belongs to the text in front of it, put this text into quotation "
        "marks, because a comma ends it",
        what, member.name);
  return fmt::format("{} has no member '{}'{}", what, member.name, did_you_mean(member.name, known));
}

}  // namespace

void Faults::add(const std::string& message) { add_parts(message, nullptr); }

void Faults::add_parts(const std::string& message, const Place* without_missing) {
  const std::string here = without_missing ? located(*without_missing, "") : std::string();
  for (std::size_t begin = 0; begin <= message.size();) {
    const std::size_t end = std::min(message.find('\n', begin), message.size());
    std::string line = message.substr(begin, end - begin);
    const bool is_wanted = here.empty() || !line.starts_with(here) || line.find(kNeedsMember) == line.npos;
    if (is_wanted && !base::contains(lines_, line)) lines_.push_back(std::move(line));
    begin = end + 1;
  }
}

Result<void> Faults::result() const {
  if (lines_.empty()) return {};
  return invalid(fmt::format("{}", fmt::join(lines_, "\n")));
}

Result<void> check_is_map(const Node& node, std::string_view what) {
  if (node.is_map()) return {};
  return fault(node.place, fmt::format("{} must be a map, not {}", what, documents::kind_text(node)));
}

Result<void> check_members(const Node& node, std::string_view what, std::initializer_list<std::string_view> known) {
  PARTITA_TRY(check_is_map(node, what));
  Faults faults;
  for (const Member& member : node.members)
    if (!is_comment(member.name) && !base::contains(known, member.name))
      faults.add(fault(member.place, unknown_member(member, what, Names(known.begin(), known.size()))).error().message);
  return faults.result();
}

const Node* present(const Node& map, std::string_view name) {
  const Node* node = map.find(name);
  return node && !node->is_null() ? node : nullptr;
}

Result<const Node*> needed(const Node& map, std::string_view what, std::string_view name) {
  if (const Node* node = present(map, name)) return node;
  if (map.find(name)) return fault(map.place, fmt::format("the member '{}' of {} has no value", name, what));
  return fault(map.place, fmt::format("{}{}{}'", what, kNeedsMember, name));
}

Result<std::string> as_text(const Node& node, std::string_view name) {
  return templates::read_text_value({std::string(name), node, node.place});
}

Result<bool> as_flag(const Node& node, std::string_view name) {
  return templates::read_boolean({std::string(name), node, node.place});
}

Result<std::int64_t> as_integer(const Node& node, std::string_view name) {
  return templates::read_integer({std::string(name), node, node.place});
}

Result<const std::vector<Node>*> as_list(const Node& node, std::string_view name) {
  if (node.is_list()) return &node.items;
  return fault(node.place, fmt::format("{} must be a list, not {}", name, documents::kind_text(node)));
}

Result<std::vector<std::string>> as_texts(const Node& node, std::string_view name) {
  PARTITA_TRY_VALUE(list, as_list(node, name));
  std::vector<std::string> texts;
  for (const Node& item : *list) {
    PARTITA_TRY_VALUE(text, as_text(item, fmt::format("an element of {}", name)));
    texts.push_back(std::move(text));
  }
  return texts;
}

Result<std::string> needed_text(const Node& map, std::string_view what, std::string_view name) {
  PARTITA_TRY_VALUE(node, needed(map, what, name));
  PARTITA_TRY_VALUE(text, as_text(*node, name));
  if (text.empty()) return fault(node->place, fmt::format("{} of {} must not be empty", name, what));
  return std::move(text);
}

Result<std::string> text_or_empty(const Node& map, std::string_view name) {
  const Node* node = present(map, name);
  if (!node) return std::string();
  return as_text(*node, name);
}

Result<bool> flag_or_false(const Node& map, std::string_view name) {
  const Node* node = present(map, name);
  if (!node) return false;
  return as_flag(*node, name);
}

Result<std::span<const Node>> list_or_empty(const Node& map, std::string_view name) {
  const Node* node = present(map, name);
  if (!node) return std::span<const Node>();
  PARTITA_TRY_VALUE(list, as_list(*node, name));
  return std::span<const Node>(*list);
}

Result<void> check_known(const Place& place, std::string_view what, std::string_view text, Names known) {
  if (base::contains(known, text)) return {};
  return fault(place, fmt::format("there is no {} '{}'{}", what, text, did_you_mean(text, known)));
}

void move_lines(Node& node, const Place& above) {
  node.place = {above.file, above.line + node.place.line};
  for (Node& item : node.items) move_lines(item, above);
  for (Member& member : node.members) {
    member.place = {above.file, above.line + member.place.line};
    move_lines(member.value, above);
  }
}

}  // namespace partita::modelling
