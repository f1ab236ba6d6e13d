#include "partiql/keys.h"

#include <algorithm>
#include <string>

#include "base/contains.h"
#include "expr/bind/key_condition_of_node.h"
#include "value/view.h"

namespace partita::partiql {
namespace {

using expr::ConditionKind;
using expr::ConditionNode;
using expr::Operand;

bool is_attribute(const Operand& operand, std::string_view name) {
  return operand.kind == Operand::Kind::Path && operand.path.is_top_level() && operand.path.top() == name;
}

AttributeValue value_of(const Operand& operand) { return value::ValueView(operand.bytes()).to_value(); }

// The value that `node` says the attribute equals.
std::optional<AttributeValue> equal_value(const ConditionNode& node, std::string_view attribute) {
  if (node.kind != ConditionKind::Eq) return std::nullopt;
  for (const std::size_t side : {0u, 1u})
    if (is_attribute(node.operands[side], attribute) && node.operands[1 - side].kind == Operand::Kind::Value)
      return value_of(node.operands[1 - side]);
  return std::nullopt;
}

// The comparison of the sort key that `node` is, if a range of keys can serve it.
std::optional<expr::KeyComparison> sort_comparison(const ConditionNode& node, std::string_view sort) {
  if (sort.empty() || node.operands.empty() || node.kind == ConditionKind::In) return std::nullopt;
  const auto names_sort = [&](const Operand& operand) { return is_attribute(operand, sort); };
  if (std::ranges::none_of(node.operands, names_sort)) return std::nullopt;
  auto condition = expr::key_condition_of(node);
  if (!condition) return std::nullopt;
  return std::move(condition->comparisons.front());
}

bool names(const ConditionNode& node, std::string_view attribute) {
  return std::ranges::any_of(node.children, [&](const ConditionNode& child) { return names(child, attribute); }) ||
         std::ranges::any_of(node.operands, [&](const Operand& operand) { return is_attribute(operand, attribute); });
}

bool negates(const ConditionNode& node, std::string_view attribute) {
  if (node.kind == ConditionKind::Not || node.kind == ConditionKind::Ne) return names(node, attribute);
  return std::ranges::any_of(node.children, [&](const ConditionNode& child) { return negates(child, attribute); });
}

using Branches = std::vector<KeyBranch>;

std::optional<Branches> branches_of(const ConditionNode& node, const KeyNames& keys);

std::optional<Branches> branches_of_in(const ConditionNode& node, const KeyNames& keys) {
  if (!is_attribute(node.operands[0], keys.partition)) return std::nullopt;
  Branches branches;
  for (std::size_t i = 1; i < node.operands.size(); ++i) {
    if (node.operands[i].kind != Operand::Kind::Value) return std::nullopt;
    KeyBranch branch{value_of(node.operands[i]), std::nullopt};
    const auto same = [&](const KeyBranch& other) { return other.partition == branch.partition; };
    if (std::ranges::none_of(branches, same)) branches.push_back(std::move(branch));
  }
  return branches;
}

std::optional<Branches> branches_of_and(const ConditionNode& node, const KeyNames& keys) {
  std::optional<Branches> branches;
  for (const ConditionNode& child : node.children)
    if ((branches = branches_of(child, keys))) break;
  if (!branches) return std::nullopt;
  for (const ConditionNode& child : node.children) {
    auto sort = sort_comparison(child, keys.sort);
    if (!sort) continue;
    for (KeyBranch& branch : *branches)
      if (!branch.sort) branch.sort = *sort;
    break;
  }
  return branches;
}

std::optional<Branches> branches_of(const ConditionNode& node, const KeyNames& keys) {
  switch (node.kind) {
    case ConditionKind::And:
      return branches_of_and(node, keys);
    case ConditionKind::Or: {
      Branches branches;
      for (const ConditionNode& child : node.children) {
        auto part = branches_of(child, keys);
        if (!part) return std::nullopt;
        std::ranges::move(*part, std::back_inserter(branches));
      }
      if (branches.empty()) return std::nullopt;
      return branches;
    }
    case ConditionKind::In:
      return branches_of_in(node, keys);
    default:
      if (auto value = equal_value(node, keys.partition)) return Branches{KeyBranch{*std::move(value), std::nullopt}};
      return std::nullopt;
  }
}

std::size_t largest_in(const ConditionNode& node, const KeyNames& keys) {
  std::size_t most = 0;
  for (const ConditionNode& child : node.children) most = std::max(most, largest_in(child, keys));
  if (node.kind == ConditionKind::In && is_attribute(node.operands[0], keys.partition))
    most = std::max(most, node.operands.size() - 1);
  return most;
}

void collect_outside_or(const ConditionNode& node, std::vector<std::string_view>& found) {
  if (node.kind == ConditionKind::Or) return;
  for (const ConditionNode& child : node.children) collect_outside_or(child, found);
  for (const Operand& operand : node.operands)
    if (!operand.path.elements.empty() && !base::contains(found, operand.path.top()))
      found.push_back(operand.path.top());
}

}  // namespace

expr::KeyCondition KeyBranch::condition(const KeyNames& keys) const {
  expr::KeyCondition condition;
  condition.comparisons.push_back({std::string(keys.partition), expr::KeyOperator::Eq, partition, {}});
  if (sort) condition.comparisons.push_back(*sort);
  return condition;
}

std::optional<KeyPlan> plan_keys(const ConditionNode& where, const KeyNames& keys) {
  auto branches = branches_of(where, keys);
  if (!branches) return std::nullopt;
  return KeyPlan{*std::move(branches), largest_in(where, keys), !keys.sort.empty() && negates(where, keys.sort)};
}

std::optional<AttributeMap> item_key(const ConditionNode& where, const KeyNames& keys) {
  AttributeMap key;
  const auto take = [&](const ConditionNode& node) {
    for (const std::string_view name : {keys.partition, keys.sort})
      if (!name.empty() && !key.contains(name))
        if (auto value = equal_value(node, name)) key.set(name, *std::move(value));
  };
  if (where.kind == ConditionKind::And)
    for (const ConditionNode& child : where.children) take(child);
  else
    take(where);
  if (key.size() != keys.size()) return std::nullopt;
  return key;
}

std::optional<AttributeMap> exact_item_key(const Statement& statement, const Parameters& parameters,
                                           const KeyNames& keys) {
  const auto& equalities = statement.equalities;
  if (!equalities || equalities->size() != keys.size()) return std::nullopt;
  AttributeMap key;
  for (const KeyEquality& equality : *equalities) {
    if (equality.attribute != keys.partition && equality.attribute != keys.sort) return std::nullopt;
    key.set(equality.attribute, equality.parameter ? parameters[*equality.parameter] : equality.constant);
  }
  return key;
}

std::vector<std::string_view> names_outside_or(const ConditionNode& where) {
  std::vector<std::string_view> found;
  collect_outside_or(where, found);
  return found;
}

}  // namespace partita::partiql
