#include "model/reads/row_match.h"

#include <partita/model/detail/projection.h>

#include <algorithm>
#include <compare>

#include "base/contains.h"
#include "model/conditions/default_values.h"
#include "model/keys/compose.h"
#include "model/keys/key_text.h"
#include "model/keys/text_forms.h"
#include "model/reads/key_range.h"
#include "model/reads/row.h"
#include "value/number.h"
#include "value/types.h"

namespace partita::model {
namespace {

using RangeKind = SortRange::Kind;

bool is_cut(KeyFormat format) { return format >= KeyFormat::Year && format <= KeyFormat::Hour; }

// The part of a value's text by which a key orders it. nullopt if the field cannot hold the text.
std::optional<std::string_view> ordered_text(const FieldInfo& field, const KeyPart& part, std::string_view text) {
  if (field.kind == FieldKind::Enum) {
    const auto known = std::ranges::find(field.enumerators, text, &EnumeratorInfo::attribute);
    if (known != field.enumerators.end()) return known->key;
    const bool has_fallback = std::ranges::any_of(field.enumerators, &EnumeratorInfo::is_fallback);
    return has_fallback ? std::optional(text) : std::nullopt;
  }
  if (!has_form(field.kind, text)) return std::nullopt;
  return is_cut(part.format) ? text.substr(0, cut_size(field.kind, part.format)) : text;
}

// The order of a stored value and a value of the question, as the part of a key has it. nullopt if the stored value is
// none of the field.
std::optional<std::strong_ordering> order(const FieldInfo& field, const KeyPart& part, const StoredValue& stored,
                                          const AttributeValue& asked) {
  if (!asked.is(stored.type())) return std::nullopt;
  switch (stored.type()) {
    case AttributeType::S: {
      const auto mine = ordered_text(field, part, stored.text()), other = ordered_text(field, part, asked.s());
      if (!mine || !other) return std::nullopt;
      return *mine <=> *other;
    }
    case AttributeType::B:
      return stored.text() <=> std::string_view(asked.b());
    case AttributeType::Bool:
      return stored.boolean() <=> asked.boolean();
    case AttributeType::N: {
      const std::string text = stored.number();
      if (text == asked.n()) return std::strong_ordering::equal;
      const auto mine = value::Number::parse(text), other = value::Number::parse(asked.n());
      if (!mine || !other) return std::nullopt;
      return *mine <=> *other;
    }
    default:
      return std::nullopt;
  }
}

// The part of `key` that is at the place of `part` in the key of another entity. nullptr if their forms differ.
const KeyPart* part_at(std::span<const KeyAttribute> key, std::size_t attribute, std::size_t place,
                       const KeyPart& part) {
  if (attribute >= key.size() || place >= key[attribute].value.parts.size()) return nullptr;
  const KeyPart& other = key[attribute].value.parts[place];
  const bool same =
      other.is_field() && other.format == part.format && other.width == part.width && other.escape == part.escape;
  return same ? &other : nullptr;
}

// Visits the parts of the first entity's key that a value decides: place(of_sort, attribute, part, value).
template <class Visit>
void visit_known_parts(const PatternInfo& pattern, const EntityKey& key, const AttributeMap& values, Visit visit) {
  const EntityInfo& first = *pattern.entities.front();
  const auto visit_all = [&](bool of_sort, std::span<const KeyAttribute> attributes) {
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      if (attributes[i].natural) continue;  // The field itself is the key.
      const auto& parts = attributes[i].value.parts;
      const std::size_t known =
          !of_sort || pattern.plan.sort == SortCondition::Equal ? parts.size() : std::size_t(pattern.plan.sort_parts);
      for (std::size_t k = 0; k < std::min(known, parts.size()); ++k) {
        if (!parts[k].is_field() || parts[k].format == KeyFormat::Shard) continue;
        const AttributeValue* value = values.find(first.at(parts[k].field).attribute);
        if (value && !value->is(AttributeType::None)) visit(of_sort, i, k, *value);
      }
    }
  };
  visit_all(false, key.partition);
  visit_all(true, key.sort);
}

struct Place {
  std::size_t attribute = 0;
  std::size_t part = 0;
};
// The place of the range's field in the sort key, behind the known parts.
std::optional<Place> place_of_range(const PatternInfo& pattern, const EntityKey& key) {
  if (pattern.plan.sort != SortCondition::Range || pattern.plan.range_field == kNone) return std::nullopt;
  for (std::size_t i = 0; i < key.sort.size(); ++i) {
    if (key.sort[i].natural) continue;
    const auto& parts = key.sort[i].value.parts;
    for (std::size_t k = i == 0 ? pattern.plan.sort_parts : 0; k < parts.size(); ++k)
      if (parts[k].field == pattern.plan.range_field) return Place{i, k};
  }
  return std::nullopt;
}

// The value of the text in `when`. nullopt for a field whose values have other texts.
std::optional<AttributeValue> value_of_when(const FieldInfo& field, const WhenInfo& when) {
  switch (field.kind) {
    case FieldKind::Bool:
      return AttributeValue(when.equals == "true");
    case FieldKind::String:
    case FieldKind::Enum:
    case FieldKind::Time:
    case FieldKind::Date:
    case FieldKind::Uuid:
    case FieldKind::Ulid:
      return AttributeValue(when.equals);
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Seconds:
      return AttributeValue::number(std::string(when.equals));
    default:
      return std::nullopt;
  }
}

bool is_absent(const StoredValue* value) {
  return !value || value->is(AttributeType::None) || value->is(AttributeType::Null);
}

}  // namespace

RowMatch::RowMatch(const PatternInfo& pattern, const AttributeMap& values, const SortRange& range)
    : pattern_(pattern), values_(values), range_(range) {
  if (pattern.plan.index == kNone) return;
  for (const EntityInfo* entity : pattern.entities) {
    OfEntity one = compile(*entity);
    if (!one.equal.empty() || one.ranged || one.when) entities_.push_back(std::move(one));
  }
}

// nullopt if the rows lack the field's attribute: then the key itself gives the field.
std::optional<RowMatch::Asked> RowMatch::asked(const EntityInfo& entity, FieldPosition field, const KeyPart* part,
                                               const AttributeValue* value) const {
  const FieldInfo& info = entity.at(field);
  if (!detail::holds_attribute(*pattern_.table, pattern_.plan.index, info)) return std::nullopt;
  return Asked{&info, part, value, default_of(entity, info.attribute)};
}

RowMatch::OfEntity RowMatch::compile(const EntityInfo& entity) const {
  OfEntity out{.entity = &entity};
  const EntityKey* first = find_key(*pattern_.entities.front(), pattern_.plan.index);
  const EntityKey* own = find_key(entity, pattern_.plan.index);
  if (!first || !own) return out;
  visit_known_parts(pattern_, *first, values_,
                    [&](bool of_sort, std::size_t attribute, std::size_t k, const AttributeValue& value) {
                      const KeyPart& of_first = (of_sort ? first->sort : first->partition)[attribute].value.parts[k];
                      const KeyPart* part = part_at(of_sort ? own->sort : own->partition, attribute, k, of_first);
                      if (auto one = part ? asked(entity, part->field, part, &value) : std::nullopt)
                        out.equal.push_back(*one);
                    });
  if (const auto place = place_of_range(pattern_, *first); place && range_.kind != RangeKind::None) {
    const KeyPart* part =
        part_at(own->sort, place->attribute, place->part, first->sort[place->attribute].value.parts[place->part]);
    if (part) out.ranged = asked(entity, part->field, part, nullptr);
  }
  if (own->when.field != kNone) out.when = asked(entity, own->when.field, nullptr, nullptr);
  return out;
}

bool RowMatch::is_in_range(const Asked& asked, const StoredValue& value) const {
  if (range_.kind == RangeKind::BeginsWith) {
    const bool text = value.is(AttributeType::S) || value.is(AttributeType::B);
    return !text || !range_.low.is(value.type()) || value.text().starts_with(range_.low.text());
  }
  const auto low = order(*asked.field, *asked.part, value, range_.low);
  if (!low) return true;
  switch (range_.kind) {
    case RangeKind::Equal:
      return *low == 0;
    case RangeKind::Less:
      return *low < 0;
    case RangeKind::LessOrEqual:
      return *low <= 0;
    case RangeKind::Greater:
      return *low > 0;
    case RangeKind::GreaterOrEqual:
      return *low >= 0;
    case RangeKind::Between: {
      const auto high = order(*asked.field, *asked.part, value, range_.high);
      return *low >= 0 && (!high || *high <= 0);
    }
    case RangeKind::None:
    case RangeKind::BeginsWith:
      break;
  }
  return true;
}

bool RowMatch::holds(const EntityInfo& entity, const StoredAttributes& item) const {
  const auto of_entity = std::ranges::find(entities_, &entity, &OfEntity::entity);
  if (of_entity == entities_.end()) return true;
  const auto meets_asked = [&](const Asked& asked, auto test) {
    const StoredValue* stored = item.find(asked.field->attribute);
    if (!is_absent(stored)) return test(*stored);
    if (asked.absent) return test(StoredValue(*asked.absent));
    return !asked.field->optional;  // A missing member is the reader's to report.
  };
  for (const Asked& asked : of_entity->equal) {
    const bool same = meets_asked(asked, [&](const StoredValue& value) {
      const auto other = order(*asked.field, *asked.part, value, *asked.value);
      return !other || *other == 0;
    });
    if (!same) return false;
  }
  if (const auto& asked = of_entity->ranged)
    if (!meets_asked(*asked, [&](const StoredValue& value) { return is_in_range(*asked, value); })) return false;
  if (const auto& asked = of_entity->when) {
    const WhenInfo& when = find_key(entity, pattern_.plan.index)->when;
    return meets_asked(*asked, [&](const StoredValue& value) {
      if (value.is(AttributeType::S) && value.text() == when.equals) return true;
      return meets(when, value.to_value());
    });
  }
  return true;
}

std::optional<Predicate> RowMatch::as_filter() const {
  using Kind = Predicate::Kind;
  Predicate all{.kind = Kind::And};
  if (entities_.empty()) return all;
  if (pattern_.entities.size() > 1) return std::nullopt;
  const OfEntity& only = entities_.front();
  const auto keys = key_attributes(*pattern_.table, pattern_.plan.index);
  const auto add = [&](const Asked& asked, Kind kind, std::vector<AttributeValue> values) {
    // A filter may not name key attributes. The question itself compares them.
    if (base::contains(keys, asked.field->attribute)) return;
    const Path path = asked.field->attribute;
    const std::string_view type = value::type_name(values.front().type());
    Predicate condition{.kind = kind, .path = path, .values = std::move(values)};
    if (!asked.absent && !asked.field->optional) {
      // A missing member, and one of another type, is the reader's to report.
      Predicate unreadable{.kind = Kind::Not};
      unreadable.children.push_back({.kind = Kind::HasType, .path = path, .values = {AttributeValue(type)}});
      condition = {.kind = Kind::Or, .children = {std::move(unreadable), std::move(condition)}};
    }
    all.children.push_back(std::move(condition));
  };
  for (const Asked& asked : only.equal) {
    if (is_cut(asked.part->format) && asked.value->is(AttributeType::S))
      add(asked, Kind::BeginsWith,
          {AttributeValue(asked.value->s().substr(0, cut_size(asked.field->kind, asked.part->format)))});
    else
      add(asked, Kind::Equal, {*asked.value});
  }
  if (only.when) {
    auto value = value_of_when(*only.when->field, find_key(*only.entity, pattern_.plan.index)->when);
    if (!value) return std::nullopt;
    add(*only.when, Kind::Equal, {*std::move(value)});
  }
  if (const auto& asked = only.ranged) {
    if (is_cut(asked->part->format) || has_own_key_texts(*asked->field)) return std::nullopt;
    constexpr Kind kKinds[] = {Kind::None,    Kind::Equal,          Kind::Less,    Kind::LessOrEqual,
                               Kind::Greater, Kind::GreaterOrEqual, Kind::Between, Kind::BeginsWith};
    std::vector<AttributeValue> values = {range_.low};
    if (range_.kind == RangeKind::Between) values.push_back(range_.high);
    add(*asked, kKinds[static_cast<std::size_t>(range_.kind)], std::move(values));
  }
  return all;
}

}  // namespace partita::model
