#include "movement/forks/fork_rules.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <utility>

#include "base/try.h"
#include "documents/read_file.h"
#include "modelling/core/nearest.h"

namespace partita::movement {
namespace {

using documents::fault;
using documents::Node;

constexpr std::array<std::pair<std::string_view, FieldRule>, 4> kRules = {{{"keep", FieldRule::Keep},
                                                                           {"mask", FieldRule::Mask},
                                                                           {"pseudonym", FieldRule::Pseudonym},
                                                                           {"drop", FieldRule::Drop}}};

template <class Value, std::size_t kCount>
Result<Value> one_of(const Node& node, const std::array<std::pair<std::string_view, Value>, kCount>& known) {
  std::array<std::string_view, kCount> names;
  for (std::size_t i = 0; i < kCount; ++i) {
    names[i] = known[i].first;
    if (node.is_scalar() && node.text == names[i]) return known[i].second;
  }
  if (!node.is_scalar()) return fault(node.place, fmt::format("it must be a word, but is {}", kind_text(node)));
  return fault(node.place,
               fmt::format("'{}' is not known here{}", node.text, modelling::did_you_mean(node.text, names)));
}

Result<std::vector<std::string>> texts_of(const Node& node) {
  std::vector<std::string> out;
  if (node.is_scalar()) return std::vector{node.text};
  if (!node.is_list()) return fault(node.place, fmt::format("it must be a list of texts, but is {}", kind_text(node)));
  for (const Node& item : node.items) {
    if (!item.is_scalar()) return fault(item.place, fmt::format("it must be a text, but is {}", kind_text(item)));
    out.push_back(item.text);
  }
  return out;
}

Result<void> read_lines(const Node& node, const RuleLine& before, ForkRules& rules) {
  if (!node.is_map()) return fault(node.place, "fields must be a map such as {email: pseudonym}");
  for (const documents::Member& member : node.members) {
    RuleLine line = before;
    if (line.target.empty())
      line.target = member.name;
    else
      line.members.push_back(member.name);
    if (member.name.empty()) return fault(member.place, "a field has no name");
    if (member.value.is_map()) {
      PARTITA_TRY(read_lines(member.value, line, rules));
      continue;
    }
    PARTITA_TRY_VALUE(rule, one_of(member.value, kRules));
    line.rule = rule;
    rules.lines.push_back(std::move(line));
  }
  return {};
}

Result<void> read_member(const documents::Member& member, ForkRules& rules) {
  const Node& value = member.value;
  if (member.name == "fields") return read_lines(value, {}, rules);
  if (member.name == "others") {
    PARTITA_TRY_VALUE(
        others,
        one_of(value, std::array<std::pair<std::string_view, OtherFields>, 4>{{{"keep", OtherFields::Keep},
                                                                               {"mask", OtherFields::Mask},
                                                                               {"drop", OtherFields::Drop},
                                                                               {"refuse", OtherFields::Refuse}}}));
    rules.others = others;
    return {};
  }
  if (member.name == "unnamed_attributes") {
    PARTITA_TRY_VALUE(attributes, one_of(value, std::array<std::pair<std::string_view, Unnamed>, 2>{
                                                    {{"drop", Unnamed::Drop}, {"keep", Unnamed::Keep}}}));
    rules.attributes = attributes;
    return {};
  }
  if (member.name == "sample") {
    if (!value.is_scalar())
      return fault(value.place, fmt::format("a sample is a share such as 1%, and not {}", kind_text(value)));
    const auto share = read_share(value.text);
    if (!share) return fault(value.place, share.error().message);
    rules.share = *share;
    return {};
  }
  if (member.name == "whole" || member.name == "may_remain") {
    PARTITA_TRY_VALUE(texts, texts_of(value));
    (member.name == "whole" ? rules.whole : rules.may_remain) = std::move(texts);
    return {};
  }
  static constexpr std::array<std::string_view, 6> kMembers = {"fields", "others", "unnamed_attributes",
                                                               "sample", "whole",  "may_remain"};
  return fault(member.place, fmt::format("'{}' is not a member of rules{}", member.name,
                                         modelling::did_you_mean(member.name, kMembers)));
}

}  // namespace

std::string_view to_text(FieldRule rule) {
  for (const auto& [name, known] : kRules)
    if (known == rule) return name;
  return {};
}

Result<FieldRule> field_rule(std::string_view text) {
  for (const auto& [name, rule] : kRules)
    if (name == text) return rule;
  return invalid(fmt::format("'{}' is not a rule; it is one of keep, mask, pseudonym, drop", text));
}

Result<double> read_share(std::string_view text) {
  const bool is_percent = text.ends_with('%');
  std::string_view digits = is_percent ? text.substr(0, text.size() - 1) : text;
  while (digits.ends_with(' ')) digits.remove_suffix(1);
  double share = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), share);
  if (is_percent) share /= 100;
  if (error != std::errc() || end != digits.data() + digits.size() || !(share > 0) || share > 1)
    return invalid(fmt::format("a sample is a share such as 1% or 0.01, above 0 and at most 100%, and not '{}'", text));
  return share;
}

Result<RuleLine> read_rule_option(std::string_view text) {
  const std::size_t equals = text.rfind('=');
  if (equals == text.npos || equals == 0)
    return invalid(fmt::format("a rule is FIELD=RULE, such as email=pseudonym, and not '{}'", text));
  PARTITA_TRY_VALUE(rule, field_rule(text.substr(equals + 1)));
  return RuleLine{.target = std::string(text.substr(0, equals)), .rule = rule, .is_option = true};
}

Result<ForkRules> read_fork_rules(const std::string& path) {
  PARTITA_TRY_VALUE(root, documents::read_file(path));
  if (!root.is_map()) return fault(root.place, "rules must be a map with the member fields");
  ForkRules rules;
  for (const documents::Member& member : root.members) PARTITA_TRY(read_member(member, rules));
  return rules;
}

}  // namespace partita::movement
