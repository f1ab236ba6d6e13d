#include "model/plan/write_expression.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/try.h"
#include "expr/syntax/parser.h"
#include "model/conditions/predicate.h"
#include "model/core/same_value.h"
#include "model/core/spell.h"
#include "model/plan/field_states.h"
#include "value/limits.h"
#include "value/number.h"

namespace partita::model {

void WriteExpression::exists(std::string_view attribute) {
  conditions_.push_back(fmt::format("attribute_exists({})", placeholders_.name(attribute)));
}

void WriteExpression::not_exists(std::string_view attribute) {
  conditions_.push_back(fmt::format("attribute_not_exists({})", placeholders_.name(attribute)));
}

std::string WriteExpression::emptiness(std::string_view attribute) {
  const std::string name = placeholders_.name(attribute);
  return fmt::format("attribute_not_exists({0}) OR attribute_type({0}, {1})", name, placeholders_.value("NULL"));
}

void WriteExpression::is_empty(std::string_view attribute) {
  conditions_.push_back(fmt::format("({})", emptiness(attribute)));
}

std::string WriteExpression::equality(std::string_view attribute, const AttributeValue& value) {
  if (means_absent(value)) return fmt::format("attribute_not_exists({})", placeholders_.name(attribute));
  const std::string name = placeholders_.name(attribute);
  return fmt::format("{} = {}", name, placeholders_.value(value));
}

void WriteExpression::equals(std::string_view attribute, const AttributeValue& value) {
  conditions_.push_back(equality(attribute, value));
}

void WriteExpression::equals(std::string_view attribute, const AttributeValue& value, const AttributeValue* absent) {
  if (!absent || !same_value(*absent, value)) return equals(attribute, value);
  // The placeholders are numbered in this order, whatever the compiler's order of arguments is.
  const std::string is_equal = equality(attribute, value);
  conditions_.push_back(fmt::format("({} OR {})", emptiness(attribute), is_equal));
}

void WriteExpression::not_exists_or_equals(std::string_view missing, const AttributeMap& also) {
  std::vector<std::string> all;
  for (const auto& [name, value] : also) all.push_back(equality(name, value));
  conditions_.push_back(
      fmt::format("(attribute_not_exists({}) OR ({}))", placeholders_.name(missing), fmt::join(all, " AND ")));
}

Result<void> WriteExpression::holds(const Predicate& predicate) {
  PARTITA_TRY_VALUE(text, render(predicate, placeholders_));
  // The text joins the others by AND without parentheses, because render() has put OR in them and the service refuses
  // two pairs.
  if (text) conditions_.push_back(*std::move(text));
  return {};
}

void WriteExpression::set(std::string_view attribute, AttributeValue value) {
  const std::string name = placeholders_.name(attribute);
  set_.push_back(fmt::format("{} = {}", name, placeholders_.value(std::move(value))));
}

void WriteExpression::set_if_absent(std::string_view attribute, AttributeValue value) {
  const std::string name = placeholders_.name(attribute);
  set_.push_back(fmt::format("{0} = if_not_exists({0}, {1})", name, placeholders_.value(std::move(value))));
}

void WriteExpression::remove(std::string_view attribute) { remove_.push_back(placeholders_.name(attribute)); }

void WriteExpression::increment(std::string_view attribute, std::int64_t by, const AttributeValue* absent,
                                std::optional<std::int64_t> most) {
  const std::string name = placeholders_.name(attribute);
  const std::string from = placeholders_.value(absent ? *absent : AttributeValue(0));
  set_.push_back(fmt::format("{0} = if_not_exists({0}, {1}) + {2}", name, from, placeholders_.value(by)));
  if (most)
    ranges_.push_back(fmt::format("(attribute_not_exists({0}) OR {0} <= {1})", name, placeholders_.value(*most)));
}

Result<std::string> WriteExpression::target(const Change& change, std::string_view attribute) {
  if (change.path.empty()) return placeholders_.name(attribute);
  if (change.path.steps.size() < 2 || change.path.steps.front() != PathStep(attribute))
    return invalid(
        fmt::format("The path {} does not lead into the attribute {}", spell(change.path), spell_name(attribute)));
  return placeholders_.path(change.path);
}

Result<void> WriteExpression::stays_in_range(const Change& change, const std::string& name,
                                             const AttributeValue& start) {
  PARTITA_TRY_VALUE(by, value::Number::parse(change.value.n()));
  if (by.is_zero()) return {};
  const auto end =
      value::Number::parse(by.is_negative() ? std::to_string(change.range->least) : std::to_string(change.range->most));
  // The last value from which the change stays in the range.
  PARTITA_TRY_VALUE(furthest, end->minus(by));
  const std::string in_range =
      fmt::format("{} {} {}", name,
                  by.is_negative() ? ">=" : "<=", placeholders_.value(AttributeValue::number(furthest.to_text())));
  const auto first = start.is(AttributeType::N) ? value::Number::parse(start.n()) : value::Number();
  const bool first_fits = first && (by.is_negative() ? *first >= furthest : *first <= furthest);
  ranges_.push_back(first_fits ? fmt::format("(attribute_not_exists({}) OR {})", name, in_range) : in_range);
  return {};
}

Result<void> WriteExpression::apply(const Change& change, std::string_view attribute, const AttributeValue* absent) {
  PARTITA_TRY_VALUE(path, target(change, attribute));
  const std::string& name = path;
  if (change.kind == Change::Kind::Remove || (change.kind == Change::Kind::Set && means_absent(change.value))) {
    remove_.push_back(name);
    return {};
  }
  const std::string value = placeholders_.value(change.value);
  switch (change.kind) {
    case Change::Kind::Set:
      set_.push_back(fmt::format("{} = {}", name, value));
      break;
    case Change::Kind::SetIfAbsent:
      set_.push_back(fmt::format("{0} = if_not_exists({0}, {1})", name, value));
      break;
    case Change::Kind::Increment: {
      const AttributeValue start = absent ? *absent : AttributeValue(0);
      set_.push_back(fmt::format("{0} = if_not_exists({0}, {1}) + {2}", name, placeholders_.value(start), value));
      if (change.range) return stays_in_range(change, name, start);
      break;
    }
    case Change::Kind::Append:
      set_.push_back(fmt::format("{0} = list_append(if_not_exists({0}, {1}), {2})", name,
                                 placeholders_.value(absent ? *absent : AttributeValue::list()), value));
      break;
    case Change::Kind::Prepend:
      set_.push_back(fmt::format("{0} = list_append({2}, if_not_exists({0}, {1}))", name,
                                 placeholders_.value(absent ? *absent : AttributeValue::list()), value));
      break;
    case Change::Kind::AddToSet:
      add_.push_back(fmt::format("{} {}", name, value));
      break;
    case Change::Kind::RemoveFromSet:
      delete_.push_back(fmt::format("{} {}", name, value));
      // The database would remove the element of the list or map together with the last element of its set.
      if (change.of_element)
        ranges_.push_back(
            fmt::format("size({}) > {}", name,
                        placeholders_.value(AttributeValue(static_cast<std::int64_t>(change.value.set().size())))));
      break;
    case Change::Kind::Remove:
      break;
  }
  return {};
}

std::string WriteExpression::condition() const {
  std::vector<std::string_view> all(conditions_.begin(), conditions_.end());
  all.insert(all.end(), ranges_.begin(), ranges_.end());
  return fmt::format("{}", fmt::join(all, " AND "));
}

bool WriteExpression::condition_fits() const {
  const std::string text = condition();
  return text.empty() || (text.size() <= limits::kExpressionBytes && expr::parse_condition(text));
}

void WriteExpression::into(WriteAction& action) && {
  std::vector<std::string> clauses;
  const auto add_clause = [&](std::string_view keyword, const std::vector<std::string>& parts) {
    if (!parts.empty()) clauses.push_back(fmt::format("{} {}", keyword, fmt::join(parts, ", ")));
  };
  add_clause("SET", set_);
  add_clause("REMOVE", remove_);
  add_clause("ADD", add_);
  add_clause("DELETE", delete_);
  action.update = fmt::format("{}", fmt::join(clauses, " "));
  action.condition = condition();
  action.names = std::move(placeholders_).names();
  action.values = std::move(placeholders_).values();
}

}  // namespace partita::model
