#include "modelling/run/naive.h"

#include <algorithm>
#include <array>

#include "base/contains.h"
#include "model/core/same_value.h"
#include "model/keys/compose.h"
#include "modelling/core/filter_comparisons.h"
#include "modelling/core/left_out.h"
#include "value/limits.h"
#include "value/number.h"

namespace partita::modelling::run {
namespace {

using model::KeyFormat;
using model::kNone;

bool is_same_number(const std::string& a, const std::string& b) {
  const auto left = value::Number::parse(a), right = value::Number::parse(b);
  return left && right && *left == *right;
}

const model::EntityKey* key_of(const model::EntityInfo& entity, model::IndexPosition index) {
  if (index == kNone) return &entity.primary;
  for (const model::EntityKey& key : entity.indexes)
    if (key.index == index) return &key;
  return nullptr;
}

// ---- the order of keys

std::optional<int> sign(std::optional<std::strong_ordering> order) {
  if (!order) return std::nullopt;
  return *order < 0 ? -1 : *order > 0 ? 1 : 0;
}

// The field's text in a composed key, as far as it decides the order.
std::string ordering_text(const model::FieldInfo& field, KeyFormat format, const AttributeValue& value) {
  std::string text = value.text();
  if (field.kind == model::FieldKind::Enum)
    for (const model::EnumeratorInfo& one : field.enumerators)
      if (one.attribute == text) return std::string(one.key);
  constexpr std::array<std::size_t, 4> kLengths = {4, 7, 10, 13};
  if (format >= KeyFormat::Year && format <= KeyFormat::Hour)
    text.resize(std::min(text.size(), kLengths[static_cast<std::size_t>(format) - std::size_t(KeyFormat::Year)]));
  return text;
}

std::optional<int> compare_part(const Sample& a, const Sample& b, const model::KeyAttribute& key,
                                const model::KeyPart& part) {
  if (!part.is_field()) return 0;
  if (part.format == KeyFormat::Shard) return std::nullopt;
  const AttributeValue *left = a.value(part.field), *right = b.value(part.field);
  if (!left || !right) return std::nullopt;
  const model::FieldInfo& field = field_of(*a.entity, part.field);
  const bool as_number = key.natural || part.format == KeyFormat::Padded || part.format == KeyFormat::SignedPadded;
  if (left->is(AttributeType::N) && as_number) return sign(model::order_between(*left, *right));
  if (left->is(AttributeType::Bool)) return int(left->boolean()) - int(right->boolean());
  if (key.natural) return left->text().compare(right->text());
  return ordering_text(field, part.format, *left).compare(ordering_text(field, part.format, *right));
}

std::optional<int> compare_keys(const Sample& a, const Sample& b, std::span<const model::KeyAttribute> keys) {
  for (const model::KeyAttribute& key : keys)
    for (const model::KeyPart& part : key.value.parts) {
      const auto order = compare_part(a, b, key, part);
      if (!order || *order != 0) return order;
    }
  return 0;
}

// ---- collections

// The fields of two entities at the same place of equal keys: the first entity's, which the call gives, and the other
// one's. If the keys differ, the answer has no item of the other entity.
struct SamePlace {
  model::FieldPosition first = kNone;
  model::FieldPosition other = kNone;
};
class PlaceMatcher {
 public:
  // Returns false if the keys differ before `parts` parts are compared.
  bool match(std::span<const model::KeyAttribute> first, std::span<const model::KeyAttribute> other,
             std::size_t parts) {
    for (std::size_t i = 0; i < first.size() && parts > 0; ++i) {
      if (i >= other.size()) return false;
      const auto left = first[i].value.parts, right = other[i].value.parts;
      for (std::size_t j = 0; j < left.size() && parts > 0; ++j, --parts) {
        if (j >= right.size() || left[j].is_field() != right[j].is_field()) return false;
        if (left[j].is_field())
          places.push_back(
              {left[j].format == KeyFormat::Shard ? model::FieldPosition(kNone) : left[j].field, right[j].field});
        else if (!begins(right[j].literal, left[j].literal, parts == 1))
          return false;
      }
    }
    return true;
  }
  std::vector<SamePlace> places = {};

 private:
  static bool begins(std::string_view text, std::string_view lead, bool is_last) {
    return is_last ? text.starts_with(lead) : text == lead;
  }
};

std::size_t count_parts(std::span<const model::KeyAttribute> keys) {
  std::size_t count = 0;
  for (const model::KeyAttribute& key : keys) count += key.value.parts.size();
  return count;
}

// The number of parts of the sort key that the plan knows.
std::size_t known_sort_parts(const model::Plan& plan, const model::EntityKey& key) {
  if (plan.sort == model::SortCondition::None) return 0;
  if (plan.sort == model::SortCondition::Equal) return count_parts(key.sort);
  return plan.sort_parts;
}

bool agrees(const NaiveRead& read, const std::vector<SamePlace>& places, const Sample& sample) {
  const model::EntityInfo& first = *read.pattern->entities.front();
  return std::all_of(places.begin(), places.end(), [&](const SamePlace& place) {
    if (place.first == kNone) return true;
    const AttributeValue* wanted = read.by.find(field_of(first, place.first).attribute);
    const AttributeValue* value = sample.value(place.other);
    return !wanted || (value && model::same_value(*wanted, *value));
  });
}

bool begins_with(const AttributeValue& value, const AttributeValue& lead) {
  return value.type() == lead.type() && (value.is(AttributeType::S) || value.is(AttributeType::B)) &&
         value.text().starts_with(lead.text());
}

bool contains(const AttributeValue& value, const AttributeValue& part) {
  switch (value.type()) {
    case AttributeType::S:
      return part.is(AttributeType::S) && value.s().find(part.s()) != std::string::npos;
    case AttributeType::L:
      return std::any_of(value.l().begin(), value.l().end(),
                         [&](const auto& one) { return model::same_value(one, part); });
    case AttributeType::SS:
    case AttributeType::NS:
    case AttributeType::BS:
      return base::contains(value.set(), part.text());
    default:
      return false;
  }
}

// The items of the entity that match the read, and that `is_there` takes.
template <class IsThere>
std::vector<const Sample*> matching(const NaiveRead& read, const model::EntityInfo& entity, const Samples& samples,
                                    IsThere is_there) {
  const model::PatternInfo& pattern = *read.pattern;
  const model::EntityInfo& first = *pattern.entities.front();
  const model::IndexPosition index = pattern.plan.index;
  const model::EntityKey *key = key_of(first, index), *other = key_of(entity, index);
  std::vector<const Sample*> out;
  PlaceMatcher matcher;
  if (&entity == &first) {
    for (const model::FieldPosition field : pattern.by) matcher.places.push_back({field, field});
  } else if (!key || !other || !matcher.match(key->partition, other->partition, count_parts(key->partition)) ||
             !matcher.match(key->sort, other->sort, known_sort_parts(pattern.plan, *key))) {
    return out;
  }
  for (const Sample* sample : samples.of(entity)) {
    if (!is_there(*sample) || has_expired(*sample, read.now_ms) || !agrees(read, matcher.places, *sample)) continue;
    if (&entity == &first) {
      if (read.range && !holds(*read.range, *sample)) continue;
      if (!passes_filter(read, *sample)) continue;
    }
    out.push_back(sample);
  }
  return out;
}

}  // namespace

bool is_same_stored(const AttributeValue& a, const AttributeValue& b) {
  if (a.type() != b.type()) return false;
  switch (a.type()) {
    case AttributeType::N:
      return is_same_number(a.n(), b.n());
    case AttributeType::L:
      return std::equal(a.l().begin(), a.l().end(), b.l().begin(), b.l().end(), is_same_stored);
    case AttributeType::M:
      return std::equal(a.m().begin(), a.m().end(), b.m().begin(), b.m().end(),
                        [](const Attribute& left, const Attribute& right) {
                          return left.name == right.name && is_same_stored(left.value, right.value);
                        });
    case AttributeType::NS:
      return a.set().size() == b.set().size() &&
             std::is_permutation(a.set().begin(), a.set().end(), b.set().begin(), is_same_number);
    case AttributeType::SS:
    case AttributeType::BS:
      return a.set().size() == b.set().size() && std::is_permutation(a.set().begin(), a.set().end(), b.set().begin());
    default:
      return a == b;
  }
}

bool is_known_comparison(std::string_view comparison) { return base::contains(kFilterComparisons, comparison); }

bool holds(const FieldCondition& condition, const Sample& sample) {
  const AttributeValue* value = sample.value(condition.field);
  const std::string& comparison = condition.comparison;
  if (comparison == "exists") return value != nullptr;
  if (comparison == "not_exists") return value == nullptr;
  if (!value) return comparison == "<>";
  const auto& operands = condition.operands;
  const auto is = [&](const AttributeValue& operand) { return model::same_value(*value, operand); };
  if (comparison == "=") return is(operands[0]);
  if (comparison == "<>") return !is(operands[0]);
  if (comparison == "in") return std::any_of(operands.begin(), operands.end(), is);
  if (comparison == "begins_with") return begins_with(*value, operands[0]);
  if (comparison == "contains") return contains(*value, operands[0]);
  const auto order = model::order_between(*value, operands[0]);
  if (!order) return false;
  if (comparison == "<") return *order < 0;
  if (comparison == "<=") return *order <= 0;
  if (comparison == ">") return *order > 0;
  if (comparison == ">=") return *order >= 0;
  const auto end = model::order_between(*value, operands[1]);
  return *order >= 0 && end && *end <= 0;
}

bool is_in(const Sample& sample, model::IndexPosition index) {
  if (index == kNone) return true;
  const model::IndexInfo& info = sample.table->info->at(index);
  if (info.is_vector()) {
    const auto has = [&](std::string_view attribute) {
      return sample.values.contains(attribute) || attribute == sample.table->info->type_attribute;
    };
    return has(info.vector.attribute) && std::all_of(info.partition.begin(), info.partition.end(), has);
  }
  const model::EntityKey* key = key_of(*sample.entity, index);
  if (!key) return false;
  if (key->when.field != kNone) {
    const AttributeValue* value = sample.value(key->when.field);
    if (!value || !model::meets(key->when, *value)) return false;
  }
  for (const auto& attributes : {key->partition, key->sort})
    for (const model::KeyAttribute& attribute : attributes)
      for (const model::KeyPart& part : attribute.value.parts)
        if (part.is_field() && !sample.value(part.field)) return false;
  return true;
}

bool has_expired(const Sample& sample, std::int64_t now_ms) {
  const AttributeValue* value = sample.entity->ttl == kNone ? nullptr : sample.value(sample.entity->ttl);
  if (!value || !value->is(AttributeType::N)) return false;
  const auto seconds = value::Number::parse(value->n());
  const std::int64_t now = now_ms / 1000;
  return seconds && *seconds <= value::Number::from_int(now) &&
         *seconds >= value::Number::from_int(now - limits::kTimeToLivePastSeconds);
}

std::optional<int> compare_in_key(const Sample& a, const Sample& b, model::IndexPosition index,
                                  model::FieldPosition bucket_field) {
  const model::EntityKey* key = key_of(*a.entity, index);
  if (!key) return std::nullopt;
  if (bucket_field != kNone)
    for (const model::KeyAttribute& attribute : key->partition)
      for (const model::KeyPart& part : attribute.value.parts)
        if (part.field == bucket_field && part.format >= KeyFormat::Year && part.format <= KeyFormat::Hour) {
          const auto order = compare_part(a, b, attribute, part);
          if (!order || *order != 0) return order;
        }
  return compare_keys(a, b, key->sort);
}

bool passes_filter(const NaiveRead& read, const Sample& sample) {
  const auto holds_here = [&](const FieldCondition& condition) { return holds(condition, sample); };
  if (read.filter.empty()) return true;
  return read.filter_any ? std::ranges::any_of(read.filter, holds_here) : std::ranges::all_of(read.filter, holds_here);
}

std::vector<const Sample*> evaluate(const NaiveRead& read, const model::EntityInfo& entity, const Samples& samples) {
  const model::PatternInfo& pattern = *read.pattern;
  const model::IndexPosition index = pattern.plan.index;
  std::vector<const Sample*> out =
      matching(read, entity, samples, [&](const Sample& sample) { return is_in(sample, index); });
  const bool forward = pattern.plan.forward;
  std::stable_sort(out.begin(), out.end(), [&](const Sample* a, const Sample* b) {
    const int order = compare_in_key(*a, *b, index, pattern.plan.bucket_field).value_or(0);
    return forward ? order < 0 : order > 0;
  });
  return out;
}

std::vector<const Sample*> missing_in_index(const NaiveRead& read, const model::EntityInfo& entity,
                                            const Samples& samples) {
  const model::PatternInfo& pattern = *read.pattern;
  if (left_out(pattern).empty()) return {};
  const auto is_asked_for = [&](const Sample& sample) {
    for (const model::FieldPosition asked : {pattern.asked.range_field, pattern.plan.bucket_field}) {
      if (asked == kNone) continue;
      const model::FieldPosition field = entity.field(field_of(*pattern.entities.front(), asked).name);
      if (field != kNone && !sample.value(field)) return false;
    }
    return true;
  };
  return matching(read, entity, samples,
                  [&](const Sample& sample) { return !is_in(sample, pattern.plan.index) && is_asked_for(sample); });
}

}  // namespace partita::modelling::run
