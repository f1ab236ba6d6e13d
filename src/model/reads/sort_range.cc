#include "model/reads/sort_range.h"

#include <fmt/format.h>

#include "base/check.h"
#include "base/text.h"
#include "base/try.h"
#include "model/core/same_value.h"
#include "model/core/spell.h"
#include "model/keys/compose.h"
#include "model/keys/escape.h"
#include "model/keys/key_text.h"
#include "value/limits.h"
#include "value/types.h"

namespace partita::model {
namespace {

using ComparisonKind = KeyComparison::Kind;

// The least text above all texts that begin with `prefix`. Requires: `prefix` is not empty.
std::string end_of_prefix(std::string prefix, ScalarAttributeType type) {
  const bool bytewise = type == ScalarAttributeType::B;
  const auto last_byte = static_cast<unsigned char>(prefix.back());
  if (last_byte == '#') {
    prefix.back() = kAfterDelimiter;
  } else if (last_byte < 0x7f || (bytewise && last_byte < 0xff)) {
    prefix.back() = static_cast<char>(last_byte + 1);
  } else {
    // Append the greatest characters until the text is as long as a key can be.
    while (prefix.size() + 4 <= limits::kSortKeyBytes) prefix += bytewise ? "\xff\xff\xff\xff" : "\xf4\x8f\xbf\xbf";
  }
  return prefix;
}

// The prefix of a field's text in a key. It may end anywhere, unlike a whole value.
Result<std::string> prefix_text(const KeyPart& part, const FieldInfo& field, const AttributeValue& value) {
  const bool text = part.format == KeyFormat::Plain && field.kind != FieldKind::Integer &&
                    field.kind != FieldKind::Unsigned && field.kind != FieldKind::Seconds && !has_own_key_texts(field);
  const bool bytes = field.kind == FieldKind::Bytes;
  if (!text || !value.is(bytes ? AttributeType::B : AttributeType::S))
    return invalid(fmt::format("The field {} has no prefixes in the key: ask for a range of values", field.name));
  // The key has the bytes as hex digits, of which the first ones are those of the first bytes.
  if (bytes) return base::hex(value.b());
  if (part.escape == Escape::Raw) return value.text();
  if (part.escape == Escape::Reject && needs_escape(value.text()))
    return invalid(fmt::format("The field {} cannot begin with a byte that its key refuses", field.name));
  std::string escaped;
  append_escaped(escaped, value.text());
  return escaped;
}

unexpected<Error> ends_before(std::string_view name, const SortRange& range) {
  return invalid(
      fmt::format("The range of {} from {} to {} ends before it begins", name, spell(range.low), spell(range.high)));
}

// A sort key that is composed in one attribute.
class ComposedSort {
 public:
  ComposedSort(const SortRequest& request, const KeyAttribute& key, KeyRange& out)
      : request_(request), key_(key), out_(out) {}

  Result<void> append(SortCondition condition, std::size_t known_parts) {
    if (condition == SortCondition::None) return {};
    PARTITA_TRY_VALUE(text, compose_text(key_.value, request_.entity().fields, request_.values, known_parts));
    if (!text) return missing_field(request_.pattern, key_.value, request_.values);
    std::string known = *std::move(text);
    if (condition == SortCondition::Range) return append_range(std::move(known), known_parts);
    auto comparison = known_comparison(condition, key_.value, known_parts, std::move(known));
    if (comparison) add(comparison->kind, std::move(comparison->low), std::move(comparison->high));
    return {};
  }

 private:
  void add(ComparisonKind kind, std::string low, std::string high = {}) {
    out_.comparisons.push_back({key_.attribute, kind, value::typed_text(key_.type, std::move(low)),
                                value::typed_text(key_.type, std::move(high))});
  }
  void add_prefix(std::string prefix) {
    if (!prefix.empty()) add(ComparisonKind::BeginsWith, std::move(prefix));
  }
  void exclude(std::string text) { out_.excluded = value::typed_text(key_.type, std::move(text)); }

  Result<void> append_range(std::string prefix, std::size_t at) {
    while (at < key_.value.parts.size() && !key_.value.parts[at].is_field()) prefix += key_.value.parts[at++].literal;
    PARTITA_CHECK(at < key_.value.parts.size() && key_.value.parts[at].field == request_.plan().range_field);
    const KeyPart& part = key_.value.parts[at];
    const FieldInfo& field = request_.entity().at(part.field);
    const SortRange& range = request_.range;
    if (range.kind == SortRange::Kind::None) {
      add_prefix(std::move(prefix));
      return {};
    }
    const bool begins = range.kind == SortRange::Kind::BeginsWith;
    PARTITA_TRY_VALUE(low, begins ? prefix_text(part, field, range.low) : key_text(part, field, range.low));
    Result<std::string> high = std::string();
    if (range.kind == SortRange::Kind::Between) high = key_text(part, field, range.high);
    if (!high) return unexpected(std::move(high.error()));
    if (range.kind == SortRange::Kind::Between && *high < low) return ends_before(field.name, range);
    const bool alone = request_.pattern.entities.size() == 1 && at + 1 == key_.value.parts.size();
    low.insert(0, prefix);
    high->insert(0, prefix);
    add_bounds(std::move(prefix), std::move(low), *std::move(high), alone);
    return {};
  }

  // `alone` is true if the pattern reads no item below the field of the range.
  void add_bounds(std::string prefix, std::string low, std::string high, bool alone) {
    switch (request_.range.kind) {
      case SortRange::Kind::Equal:
        return alone ? add(ComparisonKind::Equal, std::move(low)) : add(ComparisonKind::Between, low, end_of_tree(low));
      case SortRange::Kind::Between:
        return add(ComparisonKind::Between, std::move(low), end_of_tree(std::move(high)));
      case SortRange::Kind::BeginsWith:
        return add_prefix(std::move(low));
      case SortRange::Kind::LessOrEqual:
        low = end_of_tree(std::move(low));
        return prefix.empty() ? add(ComparisonKind::LessOrEqual, std::move(low))
                              : add(ComparisonKind::Between, std::move(prefix), std::move(low));
      case SortRange::Kind::Less:
        if (prefix.empty()) return add(ComparisonKind::Less, std::move(low));
        exclude(low);
        return add(ComparisonKind::Between, std::move(prefix), std::move(low));
      case SortRange::Kind::GreaterOrEqual:
        return add_lower_bound(std::move(prefix), std::move(low));
      case SortRange::Kind::Greater:
        if (prefix.empty()) return add(ComparisonKind::Greater, end_of_tree(std::move(low)));
        if (end_of_tree(low) == low) exclude(low);
        return add_lower_bound(std::move(prefix), end_of_tree(std::move(low)));
      case SortRange::Kind::None:
        break;
    }
  }

  void add_lower_bound(std::string prefix, std::string low) {
    if (prefix.empty()) return add(ComparisonKind::GreaterOrEqual, std::move(low));
    const bool delimited = prefix.ends_with(kDelimiter);
    std::string end = end_of_prefix(std::move(prefix), key_.type);
    // After a '#' the end cannot be a key. After any other text it can be the key of another item.
    if (!delimited) exclude(end);
    add(ComparisonKind::Between, std::move(low), std::move(end));
  }

  const SortRequest& request_;
  const KeyAttribute& key_;
  KeyRange& out_;
};

// Adds the comparisons of a sort key whose attributes are fields. Known ones are compared for equality, and the service
// compares the next one with the range.
Result<void> append_attributes(const SortRequest& request, KeyRange& out) {
  const auto attributes = request.key.sort;
  const std::size_t known = request.plan().sort_parts;
  PARTITA_CHECK(known <= attributes.size());
  for (const KeyAttribute& attribute : attributes.first(known)) {
    PARTITA_TRY_VALUE(value, compose(attribute, KeyRole::Sort, request.entity().fields, request.values));
    if (!value) return missing_field(request.pattern, attribute.value, request.values);
    out.comparisons.push_back({attribute.attribute, ComparisonKind::Equal, *std::move(value)});
  }
  if (request.plan().sort != SortCondition::Range || request.range.kind == SortRange::Kind::None) return {};
  PARTITA_CHECK(known < attributes.size());
  const KeyAttribute& next = attributes[known];
  if (!next.natural) return ComposedSort(request, next, out).append(SortCondition::Range, 0);
  const bool two = request.range.kind == SortRange::Kind::Between;
  if (!value::has_type(request.range.low, next.type) || (two && !value::has_type(request.range.high, next.type)))
    return invalid(fmt::format("The range of the key attribute {} must have values of type {}", next.attribute,
                               to_text(next.type)));
  const auto order = two ? order_between(request.range.low, request.range.high) : std::nullopt;
  if (order && *order > 0) return ends_before(next.attribute, request.range);
  out.comparisons.push_back(
      {next.attribute, request.range.kind, request.range.low, two ? request.range.high : AttributeValue()});
  return {};
}

}  // namespace

std::string end_of_tree(std::string text) {
  if (text.size() < limits::kSortKeyBytes) text += kAfterDelimiter;
  return text;
}

std::optional<KnownComparison> known_comparison(SortCondition condition, const KeyTemplate& key, std::size_t parts,
                                                std::string known) {
  const bool ends_in_field = parts > 0 && key.parts[parts - 1].is_field();
  switch (condition) {
    case SortCondition::Equal:
      return KnownComparison{ComparisonKind::Equal, std::move(known), {}};
    case SortCondition::Prefix:
      if (ends_in_field) known += kDelimiter;
      if (known.empty()) return std::nullopt;
      return KnownComparison{ComparisonKind::BeginsWith, std::move(known), {}};
    case SortCondition::Tree:
      if (!ends_in_field && known.ends_with(kDelimiter)) known.pop_back();
      return KnownComparison{ComparisonKind::Between, known, end_of_tree(known)};
    case SortCondition::Range:
    case SortCondition::None:
      break;
  }
  return std::nullopt;
}

Result<void> append_sort(const SortRequest& request, KeyRange& out) {
  const Plan& plan = request.plan();
  if (plan.sort != SortCondition::Range && request.range.kind != SortRange::Kind::None)
    return invalid(fmt::format("The access pattern \"{}\" has no field for a range", request.pattern.name));
  if (plan.sort == SortCondition::None) return {};
  PARTITA_CHECK(!request.key.sort.empty());
  const KeyAttribute& key = request.key.sort.front();
  if (!key.natural) {
    const std::size_t known = plan.sort == SortCondition::Equal ? key.value.parts.size() : plan.sort_parts;
    PARTITA_CHECK(known <= key.value.parts.size());
    return ComposedSort(request, key, out).append(plan.sort, known);
  }
  return append_attributes(request, out);
}

}  // namespace partita::model
