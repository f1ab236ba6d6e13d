#include "expr/evaluate.h"

#include "expr/condition.h"
#include "expr/condition_node.h"
#include "expr/types.h"
#include "value/encode.h"
#include "value/utf16_length.h"

#include <algorithm>
#include <optional>
#include <set>

namespace partita::expr {
namespace {

using value::ValueView;

// An operand's value in an item. A size is no part of the item, so its encoding is kept here.
struct Resolved {
  std::optional<ValueView> value;
  std::string size;
};

std::optional<std::size_t> size_of(ValueView value) {
  switch (value.type()) {
    case AttributeType::S:
      return value::utf16_length(value.text());
    case AttributeType::B:
      return value.text().size();
    case AttributeType::L:
      return value.list().size();
    case AttributeType::M:
      return value.map().size();
    case AttributeType::SS:
    case AttributeType::NS:
    case AttributeType::BS:
      return value.set().size();
    default:
      return std::nullopt;
  }
}

void resolve(const Operand& operand, const value::MapView& item, Resolved& resolved) {
  resolved.value = operand.bytes.empty() ? find(item, operand.path) : ValueView(operand.bytes);
  if (operand.kind != Operand::Kind::Size || !resolved.value) return;
  const std::optional<std::size_t> size = size_of(*resolved.value);
  resolved.value.reset();
  if (!size) return;
  value::encode_value(AttributeValue(*size), resolved.size);
  resolved.value = ValueView(resolved.size);
}

bool holds(ConditionKind comparison, ValueView left, ValueView right) {
  if (comparison == ConditionKind::Eq) return left == right;
  if (comparison == ConditionKind::Ne) return !(left == right);
  const std::partial_ordering order = compare(left, right);
  switch (comparison) {
    case ConditionKind::Lt:
      return order < 0;
    case ConditionKind::Le:
      return order <= 0;
    case ConditionKind::Gt:
      return order > 0;
    default:
      return order >= 0;
  }
}

bool begins_with(ValueView text, ValueView prefix) {
  const AttributeType type = text.type();
  return type == prefix.type() && (type == AttributeType::S || type == AttributeType::B) &&
         text.text().starts_with(prefix.text());
}

// What does not exist differs from everything, and compares in no other way.
bool compare_operands(const ConditionNode& node, const value::MapView& item) {
  Resolved left, right;
  resolve(node.operands[0], item, left);
  resolve(node.operands[1], item, right);
  if (!left.value || !right.value) return node.kind == ConditionKind::Ne;
  return holds(node.kind, *left.value, *right.value);
}

bool is_between(const ConditionNode& node, const value::MapView& item) {
  Resolved middle, lower, upper;
  resolve(node.operands[0], item, middle);
  resolve(node.operands[1], item, lower);
  resolve(node.operands[2], item, upper);
  return middle.value && lower.value && upper.value && compare(*middle.value, *lower.value) >= 0 &&
         compare(*middle.value, *upper.value) <= 0;
}

bool is_in(const ConditionNode& node, const value::MapView& item) {
  Resolved wanted;
  resolve(node.operands[0], item, wanted);
  if (!wanted.value) return false;
  for (std::size_t i = 1; i < node.operands.size(); ++i) {
    Resolved candidate;
    resolve(node.operands[i], item, candidate);
    if (candidate.value && *candidate.value == *wanted.value) return true;
  }
  return false;
}

bool call(const ConditionNode& node, const value::MapView& item) {
  Resolved first, second;
  resolve(node.operands[0], item, first);
  if (node.kind == ConditionKind::AttributeExists) return first.value.has_value();
  if (node.kind == ConditionKind::AttributeNotExists) return !first.value.has_value();
  resolve(node.operands[1], item, second);
  if (!first.value || !second.value) return false;
  if (node.kind == ConditionKind::BeginsWith) return begins_with(*first.value, *second.value);
  if (node.kind == ConditionKind::Contains) return contains(*first.value, *second.value);
  return type_name(first.value->type()) == second.value->text();
}

bool matches_node(const ConditionNode& node, const value::MapView& item) {
  const auto child_matches = [&](const ConditionNode& child) { return matches_node(child, item); };
  switch (node.kind) {
    case ConditionKind::And:
      return std::all_of(node.children.begin(), node.children.end(), child_matches);
    case ConditionKind::Or:
      return std::any_of(node.children.begin(), node.children.end(), child_matches);
    case ConditionKind::Not:
      return !child_matches(node.children[0]);
    case ConditionKind::Between:
      return is_between(node, item);
    case ConditionKind::In:
      return is_in(node, item);
    default:
      return node.kind < ConditionKind::Between ? compare_operands(node, item) : call(node, item);
  }
}

void collect_names(const ConditionNode& node, std::size_t least_elements, std::set<std::string>& names) {
  for (const ConditionNode& child : node.children) collect_names(child, least_elements, names);
  for (const Operand& operand : node.operands)
    if (operand.path.elements.size() >= least_elements) names.insert(operand.path.top());
}

}  // namespace

std::partial_ordering compare(ValueView a, ValueView b) {
  const AttributeType type = a.type();
  if (type != b.type() || !is_ordered(type)) return std::partial_ordering::unordered;
  return type == AttributeType::N ? a.number() <=> b.number() : a.text() <=> b.text();
}

bool contains(ValueView container, ValueView wanted) {
  const AttributeType type = wanted.type();
  switch (container.type()) {
    case AttributeType::S:
    case AttributeType::B:
      return type == container.type() && container.text().find(wanted.text()) != std::string_view::npos;
    case AttributeType::SS:
      return type == AttributeType::S && container.set().contains(wanted.text());
    case AttributeType::BS:
      return type == AttributeType::B && container.set().contains(wanted.text());
    case AttributeType::NS:
      return type == AttributeType::N && container.set().contains(wanted.number());
    case AttributeType::L: {
      for (const ValueView element : container.list())
        if (element == wanted) return true;
      return false;
    }
    default:
      return false;
  }
}

bool Condition::matches(const value::MapView& item) const { return matches_node(*root_, item); }

std::vector<std::string> Condition::top_level_names() const {
  std::set<std::string> names;
  collect_names(*root_, 1, names);
  return {names.begin(), names.end()};
}

std::vector<std::string> Condition::nested_names() const {
  std::set<std::string> names;
  collect_names(*root_, 2, names);
  return {names.begin(), names.end()};
}

}  // namespace partita::expr
