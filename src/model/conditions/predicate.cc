#include "model/conditions/predicate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "base/try.h"
#include "model/core/same_value.h"
#include "model/core/spell.h"
#include "value/limits.h"

namespace partita::model {
namespace {

using PredicateKind = Predicate::Kind;
using Text = Result<std::optional<std::string>>;

// The text of one kind: {0} is the path, {1} and {2} are the operands.
struct Form {
  std::size_t operands;
  std::string_view format;
};

Form form_of(PredicateKind kind) {
  switch (kind) {
    case PredicateKind::Equal:
      return {1, "{0} = {1}"};
    case PredicateKind::NotEqual:
      return {1, "{0} <> {1}"};
    case PredicateKind::Less:
      return {1, "{0} < {1}"};
    case PredicateKind::LessOrEqual:
      return {1, "{0} <= {1}"};
    case PredicateKind::Greater:
      return {1, "{0} > {1}"};
    case PredicateKind::GreaterOrEqual:
      return {1, "{0} >= {1}"};
    case PredicateKind::Between:
      return {2, "{0} BETWEEN {1} AND {2}"};
    case PredicateKind::Exists:
      return {0, "attribute_exists({0})"};
    case PredicateKind::NotExists:
      return {0, "attribute_not_exists({0})"};
    case PredicateKind::HasType:
      return {1, "attribute_type({0}, {1})"};
    case PredicateKind::BeginsWith:
      return {1, "begins_with({0}, {1})"};
    case PredicateKind::Contains:
      return {1, "contains({0}, {1})"};
    case PredicateKind::SizeEqual:
      return {1, "size({0}) = {1}"};
    case PredicateKind::SizeNotEqual:
      return {1, "size({0}) <> {1}"};
    case PredicateKind::SizeLess:
      return {1, "size({0}) < {1}"};
    case PredicateKind::SizeLessOrEqual:
      return {1, "size({0}) <= {1}"};
    case PredicateKind::SizeGreater:
      return {1, "size({0}) > {1}"};
    case PredicateKind::SizeGreaterOrEqual:
      return {1, "size({0}) >= {1}"};
    case PredicateKind::None:
    case PredicateKind::In:
    case PredicateKind::And:
    case PredicateKind::Or:
    case PredicateKind::Not:
      break;
  }
  return {0, ""};
}

Text render_comparison(const Predicate& predicate, Placeholders& placeholders) {
  const Form form = form_of(predicate.kind);
  if (predicate.values.size() != form.operands)
    return invalid(fmt::format("The condition on {} needs {} operand(s) and has {}", spell(predicate.path),
                               form.operands, predicate.values.size()));
  if (predicate.kind == PredicateKind::Between) {
    const auto order = order_between(predicate.values[0], predicate.values[1]);
    if (order && *order > 0)
      return invalid(fmt::format("The range of {} from {} to {} ends before it begins", spell(predicate.path),
                                 spell(predicate.values[0]), spell(predicate.values[1])));
  }
  PARTITA_TRY_VALUE(path, placeholders.path(predicate.path));
  std::string operands[2];
  for (std::size_t i = 0; i < form.operands; ++i) operands[i] = placeholders.value(predicate.values[i]);
  return fmt::format(fmt::runtime(form.format), path, operands[0], operands[1]);
}

// Writes several INs if the list is longer than the operands that one IN may have.
Text render_in(const Predicate& predicate, Placeholders& placeholders) {
  if (predicate.values.empty())
    return invalid("The condition on " + spell(predicate.path) + " can never be true: it compares with an empty list");
  PARTITA_TRY_VALUE(path, placeholders.path(predicate.path));
  std::vector<std::string> groups;
  for (std::size_t begin = 0; begin < predicate.values.size(); begin += limits::kInOperands) {
    std::vector<std::string> operands;
    for (std::size_t i = begin; i < std::min(begin + limits::kInOperands, predicate.values.size()); ++i)
      operands.push_back(placeholders.value(predicate.values[i]));
    groups.push_back(fmt::format("{} IN ({})", path, fmt::join(operands, ", ")));
  }
  if (groups.size() == 1) return groups.front();
  return fmt::format("({})", fmt::join(groups, " OR "));
}

Text render_and(const Predicate& predicate, Placeholders& placeholders) {
  std::vector<std::string> parts;
  for (const Predicate& child : predicate.children) {
    PARTITA_TRY_VALUE(part, render(child, placeholders));
    if (part) parts.push_back(*std::move(part));
  }
  if (parts.empty()) return std::nullopt;
  if (parts.size() == 1) return parts.front();
  return fmt::format("({})", fmt::join(parts, " AND "));
}

bool always_true(const Predicate& predicate) {
  const auto& children = predicate.children;
  if (predicate.kind == PredicateKind::None) return true;
  if (predicate.kind == PredicateKind::And) return std::all_of(children.begin(), children.end(), always_true);
  return predicate.kind == PredicateKind::Or && std::any_of(children.begin(), children.end(), always_true);
}

Text render_or(const Predicate& predicate, Placeholders& placeholders) {
  if (predicate.children.empty()) return invalid("An OR of no conditions can never be true");
  // Check this first, because the service refuses a placeholder that no expression uses.
  if (always_true(predicate)) return std::nullopt;
  std::vector<std::string> parts;
  for (const Predicate& child : predicate.children) {
    PARTITA_TRY_VALUE(part, render(child, placeholders));
    parts.push_back(*std::move(part));
  }
  if (parts.size() == 1) return parts.front();
  return fmt::format("({})", fmt::join(parts, " OR "));
}

Text render_not(const Predicate& predicate, Placeholders& placeholders) {
  if (predicate.children.size() != 1 || always_true(predicate.children.front()))
    return invalid("A NOT of no condition can never be true");
  PARTITA_TRY_VALUE(part, render(predicate.children.front(), placeholders));
  // AND and OR already have parentheses, and the service refuses a second pair.
  return part->starts_with('(') ? "NOT " + *part : "NOT (" + *part + ")";
}

}  // namespace

Result<std::optional<std::string>> render(const Predicate& predicate, Placeholders& placeholders) {
  switch (predicate.kind) {
    case PredicateKind::None:
      return std::nullopt;
    case PredicateKind::In:
      return render_in(predicate, placeholders);
    case PredicateKind::And:
      return render_and(predicate, placeholders);
    case PredicateKind::Or:
      return render_or(predicate, placeholders);
    case PredicateKind::Not:
      return render_not(predicate, placeholders);
    default:
      return render_comparison(predicate, placeholders);
  }
}

}  // namespace partita::model
