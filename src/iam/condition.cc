#include "iam/condition.h"

#include <algorithm>
#include <charconv>

#include "base/base64.h"
#include "iam/names.h"
#include "iam/time.h"

namespace partita::iam {
namespace {

struct NamedOperator {
  std::string_view name;
  Comparison comparison;
  bool negated = false;
};

constexpr NamedOperator kOperators[] = {
    {"StringEquals", Comparison::StringEquals},
    {"StringNotEquals", Comparison::StringEquals, true},
    {"StringEqualsIgnoreCase", Comparison::StringEqualsIgnoreCase},
    {"StringNotEqualsIgnoreCase", Comparison::StringEqualsIgnoreCase, true},
    {"StringLike", Comparison::StringLike},
    {"StringNotLike", Comparison::StringLike, true},
    {"NumericEquals", Comparison::NumericEquals},
    {"NumericNotEquals", Comparison::NumericEquals, true},
    {"NumericLessThan", Comparison::NumericLessThan},
    {"NumericLessThanEquals", Comparison::NumericLessThanEquals},
    {"NumericGreaterThan", Comparison::NumericGreaterThan},
    {"NumericGreaterThanEquals", Comparison::NumericGreaterThanEquals},
    {"DateEquals", Comparison::DateEquals},
    {"DateNotEquals", Comparison::DateEquals, true},
    {"DateLessThan", Comparison::DateLessThan},
    {"DateLessThanEquals", Comparison::DateLessThanEquals},
    {"DateGreaterThan", Comparison::DateGreaterThan},
    {"DateGreaterThanEquals", Comparison::DateGreaterThanEquals},
    {"Bool", Comparison::Bool},
    {"BinaryEquals", Comparison::BinaryEquals},
    {"IpAddress", Comparison::IpAddress},
    {"NotIpAddress", Comparison::IpAddress, true},
    {"ArnEquals", Comparison::Arn},
    {"ArnLike", Comparison::Arn},
    {"ArnNotEquals", Comparison::Arn, true},
    {"ArnNotLike", Comparison::Arn, true},
    {"Null", Comparison::Null},
};

unexpected<std::string> unknown_operator(std::string_view name, std::string_view base) {
  std::vector<std::string_view> names;
  for (const NamedOperator& one : kOperators) names.push_back(one.name);
  const std::string_view meant = nearest(base, names);
  return unexpected("\"" + std::string(name) + "\" is not a condition operator; write " +
                    (meant.empty() ? "one such as \"StringEquals\"" : "\"" + std::string(meant) + "\""));
}

bool take_end(std::string_view& text, std::string_view end) {
  if (!text.ends_with(end)) return false;
  text.remove_suffix(end.size());
  return true;
}

bool take_begin(std::string_view& text, std::string_view begin) {
  if (!text.starts_with(begin)) return false;
  text.remove_prefix(begin.size());
  return true;
}

std::optional<double> parse_number(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !(number - number == 0)) return std::nullopt;
  return number;
}

std::optional<bool> parse_bool(std::string_view text) {
  if (same_ignoring_case(text, "true")) return true;
  if (same_ignoring_case(text, "false")) return false;
  return std::nullopt;
}

template <class T>
bool compares(Comparison comparison, T value, T operand) {
  switch (comparison) {
    case Comparison::NumericLessThan:
    case Comparison::DateLessThan:
      return value < operand;
    case Comparison::NumericLessThanEquals:
    case Comparison::DateLessThanEquals:
      return value <= operand;
    case Comparison::NumericGreaterThan:
    case Comparison::DateGreaterThan:
      return value > operand;
    case Comparison::NumericGreaterThanEquals:
    case Comparison::DateGreaterThanEquals:
      return value >= operand;
    default:
      return value == operand;
  }
}

unexpected<std::string> bad_value(const std::string& value, std::string_view what) {
  return unexpected("\"" + value + "\" " + std::string(what));
}

}  // namespace

expected<Operator, std::string> Operator::parse(std::string_view name) {
  Operator result;
  std::string_view base = name;
  if (take_begin(base, "ForAllValues:"))
    result.quantifier = Quantifier::ForAllValues;
  else if (take_begin(base, "ForAnyValue:"))
    result.quantifier = Quantifier::ForAnyValue;
  else if (base.find(':') != std::string_view::npos)
    return unexpected("\"" + std::string(name) + "\" has an unknown set operator; write \"ForAllValues:\" or " +
                      "\"ForAnyValue:\" before the colon");
  result.if_exists = take_end(base, "IfExists");
  const auto* found = std::ranges::find(kOperators, base, &NamedOperator::name);
  if (found == std::end(kOperators)) return unknown_operator(name, base);
  result.comparison = found->comparison;
  result.negated = found->negated;
  if (result.comparison == Comparison::Null && (result.if_exists || result.quantifier != Quantifier::None))
    return unexpected("\"" + std::string(name) +
                      "\" is not a condition operator, because Null takes neither a set operator "
                      "nor IfExists; write \"Null\"");
  return result;
}

expected<Condition::Operand, std::string> Condition::operand(const std::string& value, bool variables) const {
  const auto pattern = [&](Syntax syntax) -> expected<Operand, std::string> {
    syntax.variables = variables;
    auto parsed = Pattern::parse(value, syntax);
    if (!parsed) return bad_value(value, parsed.error());
    return Operand(std::move(*parsed));
  };
  switch (how_.comparison) {
    case Comparison::StringEquals:
      return pattern({});
    case Comparison::StringEqualsIgnoreCase:
      return pattern({.ignore_case = true});
    case Comparison::StringLike:
      return pattern({.wildcards = true});
    case Comparison::Arn:
      if (value != "*" && !(variables && value.starts_with("${")) &&
          (!value.starts_with("arn:") || part_of_arn(value, 5).empty()))
        return bad_value(value, "is not an ARN; write its six parts, such as \"arn:aws:iam::123456789012:user/*\"");
      return pattern({.wildcards = true});
    case Comparison::Bool:
      if (variables && value.find("${") != std::string::npos) return pattern({.ignore_case = true});
      [[fallthrough]];
    case Comparison::Null:
      if (const auto parsed = parse_bool(value)) return Operand(*parsed);
      return bad_value(value, "is neither true nor false; write \"true\" or \"false\"");
    case Comparison::BinaryEquals:
      // Equal bytes have equal texts, because the form is strict.
      if (base::decode_base64(value)) return Operand(value);
      return bad_value(value, "is not base64; write the bytes in base64 with padding");
    case Comparison::IpAddress:
      if (const auto range = IpRange::parse(value)) return Operand(*range);
      return bad_value(value, "is not an IP address; write one such as \"203.0.113.0/24\" or \"2001:db8::/32\"");
    case Comparison::DateEquals:
    case Comparison::DateLessThan:
    case Comparison::DateLessThanEquals:
    case Comparison::DateGreaterThan:
    case Comparison::DateGreaterThanEquals:
      if (const auto ms = parse_time(value)) return Operand(*ms);
      return bad_value(value, "is not a time; write one such as \"2026-01-31T12:00:00Z\", or seconds since 1970");
    default:
      if (const auto number = parse_number(value)) return Operand(*number);
      return bad_value(value, "is not a number; write one such as \"10\"");
  }
}

expected<Condition, std::string> Condition::make(std::string_view operator_name, Operator how, ConditionKey key,
                                                 std::vector<std::string> values, bool variables) {
  Condition result;
  result.how_ = how;
  result.key_ = std::move(key);
  result.operator_name_ = operator_name;
  for (const std::string& value : values) {
    auto made = result.operand(value, variables);
    if (!made) return unexpected(std::move(made.error()));
    result.operands_.push_back(std::move(*made));
  }
  result.values_ = std::move(values);
  return result;
}

std::vector<const ConditionKey*> Condition::variables() const {
  std::vector<const ConditionKey*> keys;
  for (const Operand& one : operands_)
    if (const auto* pattern = std::get_if<Pattern>(&one)) pattern->add_variables(keys);
  return keys;
}

// The value is read once and then compared with each of the policy's values.
bool Condition::is_like_any(std::string_view value, Request& request) const {
  const auto any = [&](auto&& like) { return std::ranges::any_of(operands_, like); };
  switch (how_.comparison) {
    case Comparison::StringEquals:
    case Comparison::StringEqualsIgnoreCase:
    case Comparison::StringLike:
      return any([&](const Operand& one) { return std::get<Pattern>(one).matches(value, &request) == Match::Yes; });
    case Comparison::Arn:
      return any([&](const Operand& one) {
        return std::get<Pattern>(one).matches_arn(value, Reach::Segment, &request) == Match::Yes;
      });
    case Comparison::Bool: {
      const auto given = parse_bool(value);
      return given && any([&](const Operand& one) {
               if (const auto* pattern = std::get_if<Pattern>(&one))
                 return pattern->matches(value, &request) == Match::Yes;
               return std::get<bool>(one) == *given;
             });
    }
    case Comparison::BinaryEquals:
      return any([&](const Operand& one) { return std::get<std::string>(one) == value; });
    case Comparison::IpAddress: {
      const auto address = parse_ip(value);
      return address && any([&](const Operand& one) { return std::get<IpRange>(one).has(*address); });
    }
    case Comparison::DateEquals:
    case Comparison::DateLessThan:
    case Comparison::DateLessThanEquals:
    case Comparison::DateGreaterThan:
    case Comparison::DateGreaterThanEquals: {
      const auto ms = parse_time(value);
      return ms && any([&](const Operand& one) { return compares(how_.comparison, *ms, std::get<std::int64_t>(one)); });
    }
    default: {
      const auto number = parse_number(value);
      return number &&
             any([&](const Operand& one) { return compares(how_.comparison, *number, std::get<double>(one)); });
    }
  }
}

bool Condition::holds(Request& request, Effect effect) const {
  const Values values = request.values(key_);
  if (how_.comparison == Comparison::Null)
    return std::ranges::any_of(operands_, [&](const Operand& one) { return std::get<bool>(one) == values.is_null(); });
  bool all = effect == Effect::Allow;
  if (how_.quantifier == Quantifier::None) {
    if (values.empty()) return how_.if_exists || how_.negated;
  } else {
    all = how_.quantifier == Quantifier::ForAllValues;
    if (values.is_null()) return all;
  }
  for (std::size_t i = 0; i < values.size(); ++i)
    if (fits(values[i], request) != all) return !all;
  return all;
}

}  // namespace partita::iam
