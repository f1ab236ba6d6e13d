#include "expressions.h"

#include <fmt/format.h>

namespace partita::test {
namespace {

std::string text_of(const Rule& rule, Placeholders& to) {
  const std::string name = to.name(rule.attribute);
  switch (rule.kind) {
    case Rule::Kind::Exists:
      return fmt::format("attribute_exists({})", name);
    case Rule::Kind::NotExists:
      return fmt::format("attribute_not_exists({})", name);
    case Rule::Kind::Equal:
      return fmt::format("{} = {}", name, to.value(rule.value));
    case Rule::Kind::Greater:
      return fmt::format("{} > {}", name, to.value(rule.value));
    case Rule::Kind::Contains:
      return fmt::format("contains({}, {})", name, to.value(rule.value));
  }
  return {};
}

std::string text_of(const SortRule& rule, Placeholders& to) {
  const std::string name = to.name(rule.attribute), value = to.value(rule.value);
  switch (rule.kind) {
    case SortRule::Kind::Equal:
      return fmt::format("{} = {}", name, value);
    case SortRule::Kind::Less:
      return fmt::format("{} < {}", name, value);
    case SortRule::Kind::AtMost:
      return fmt::format("{} <= {}", name, value);
    case SortRule::Kind::Greater:
      return fmt::format("{} > {}", name, value);
    case SortRule::Kind::AtLeast:
      return fmt::format("{} >= {}", name, value);
    case SortRule::Kind::Between:
      return fmt::format("{} BETWEEN {} AND {}", name, value, to.value(rule.upper));
    case SortRule::Kind::BeginsWith:
      return fmt::format("begins_with({}, {})", name, value);
  }
  return {};
}

std::string text_of(const Action& action, Placeholders& to) {
  const std::string name = to.name(action.attribute);
  if (action.kind == Action::Kind::Remove) return name;
  const std::string value = to.value(action.value);
  switch (action.kind) {
    case Action::Kind::Set:
      return fmt::format("{} = {}", name, value);
    case Action::Kind::SetPlus:
      return fmt::format("{0} = {0} + {1}", name, value);
    case Action::Kind::SetDefaultPlus:
      return fmt::format("{0} = if_not_exists({0}, {1}) + {2}", name, to.value(0), value);
    default:
      return fmt::format("{} {}", name, value);
  }
}

std::string clause_of(Action::Kind kind) {
  if (kind == Action::Kind::Remove) return "REMOVE";
  if (kind == Action::Kind::Add) return "ADD";
  return kind == Action::Kind::Delete ? "DELETE" : "SET";
}

}  // namespace

std::string Placeholders::name(const std::string& attribute) {
  names_.try_emplace("#" + attribute, attribute);
  return "#" + attribute;
}

std::string Placeholders::value(AttributeValue value) {
  const std::string name = fmt::format(":v{}", values_.size());
  values_.set(name, std::move(value));
  return name;
}

OptionalNames Placeholders::names() const { return names_.empty() ? OptionalNames() : OptionalNames(names_); }
OptionalItem Placeholders::values() const { return values_.empty() ? OptionalItem() : OptionalItem(values_); }

std::optional<std::string> text_of(const Rules& rules, Placeholders& placeholders) {
  if (rules.empty()) return std::nullopt;
  std::string text;
  for (const Rule& rule : rules) text.append(text.empty() ? "" : " AND ").append(text_of(rule, placeholders));
  return text;
}

std::string text_of(const Actions& actions, Placeholders& placeholders) {
  std::map<std::string, std::string> clauses;
  for (const Action& action : actions) {
    std::string& clause = clauses[clause_of(action.kind)];
    clause.append(clause.empty() ? " " : ", ").append(text_of(action, placeholders));
  }
  std::string text;
  for (const auto& [word, clause] : clauses) text.append(text.empty() ? "" : " ").append(word).append(clause);
  return text;
}

std::string text_of(const Shape& shape, const AttributeMap& partition, const std::vector<SortRule>& rules,
                    Placeholders& placeholders) {
  std::string text;
  for (const auto& name : shape.partition_key) {
    const std::string attribute = placeholders.name(name);
    text.append(fmt::format("{}{} = {}", text.empty() ? "" : " AND ", attribute,
                            placeholders.value(*partition.find(name))));
  }
  for (const SortRule& rule : rules) text.append(" AND ").append(text_of(rule, placeholders));
  return text;
}

}  // namespace partita::test
