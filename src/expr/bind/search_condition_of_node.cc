#include "expr/bind/search_condition_of_node.h"

#include <algorithm>

#include "base/contains.h"
#include "base/try.h"
#include "value/limits.h"
#include "value/view.h"

namespace partita::expr {
namespace {

unexpected<Error> refuse_search(std::string_view what) {
  return invalid(std::string("Invalid SearchConditionExpression: ").append(what));
}

Result<void> add_equality(const ConditionNode& node, KeyCondition& out) {
  if (node.kind == ConditionKind::Or || node.kind == ConditionKind::Not)
    return refuse_search("Invalid operator used in SearchConditionExpression");
  const auto is_path = [](const Operand& operand) { return operand.kind == Operand::Kind::Path; };
  const auto is_value = [](const Operand& operand) { return operand.kind == Operand::Kind::Value; };
  if (node.kind != ConditionKind::Eq || std::ranges::count_if(node.operands, is_path) != 1 ||
      std::ranges::count_if(node.operands, is_value) != 1)
    return refuse_search("Invalid comparator used in SearchConditionExpression");
  const bool path_first = is_path(node.operands[0]);
  const value::Path& path = node.operands[path_first ? 0 : 1].path;
  if (!path.is_top_level())
    return refuse_search("SearchConditionExpression cannot have conditions on nested attributes");
  if (base::contains(out.comparisons, path.top(), &KeyComparison::attribute))
    return refuse_search("SearchConditionExpression must only contain one condition per attribute");
  KeyComparison comparison{path.top(), KeyOperator::Eq, {}, {}};
  // A condition with more comparisons than a search schema has elements is refused later.
  if (out.comparisons.size() <= limits::kHashElements + limits::kInlineFilters)
    comparison.value = value::ValueView(node.operands[path_first ? 1 : 0].bytes()).to_value();
  out.comparisons.push_back(std::move(comparison));
  return {};
}

Result<void> add_equalities(const ConditionNode& node, KeyCondition& out) {
  if (node.kind != ConditionKind::And) return add_equality(node, out);
  for (const ConditionNode& child : node.children) PARTITA_TRY(add_equalities(child, out));
  return {};
}

}  // namespace

Result<KeyCondition> search_condition_of(const ConditionNode& node) {
  KeyCondition condition;
  PARTITA_TRY(add_equalities(node, condition));
  return condition;
}

}  // namespace partita::expr
