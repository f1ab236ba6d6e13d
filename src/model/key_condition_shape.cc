#include <fmt/format.h>
#include <partita/model/export_model.h>

#include <algorithm>

#include "model/escape.h"
#include "model/key_range.h"

namespace partita::model {
namespace {

std::string part_text(const KeyPart& part, const FieldInfo& field) {
  std::string format;
  switch (part.format) {
    case KeyFormat::Plain: break;
    case KeyFormat::Padded: format = fmt::format(":{:03}d", part.width); break;
    case KeyFormat::SignedPadded: format = fmt::format(":s{:03}d", part.width); break;
    case KeyFormat::Year: format = ":year"; break;
    case KeyFormat::Month: format = ":month"; break;
    case KeyFormat::Day: format = ":day"; break;
    case KeyFormat::Hour: format = ":hour"; break;
    case KeyFormat::Shard:
      format = fmt::format(":shard{}", part.shards);
      if (part.was_shards > 0) format += fmt::format("was{}", part.was_shards);
      break;
  }
  return fmt::format("{{{}{}}}", field.name, format);
}

std::string leading_text(const KeyAttribute& key, std::span<const FieldInfo> fields, std::size_t parts) {
  std::string text;
  for (const KeyPart& part : key.value.parts.first(parts))
    text += part.is_field() ? part_text(part, fields[static_cast<std::size_t>(part.field)]) : std::string(part.literal);
  return text;
}

std::string operand(const KeyAttribute& key, std::span<const FieldInfo> fields) {
  const std::string text = leading_text(key, fields, key.value.parts.size());
  return key.natural || key.type != ScalarAttributeType::S ? text : fmt::format("\"{}\"", text);
}

std::string composed_sort(const Plan& plan, const KeyAttribute& key, std::span<const FieldInfo> fields) {
  std::string known = leading_text(key, fields, plan.sort_parts);
  const bool ends_in_field = plan.sort_parts > 0 && key.value.parts[plan.sort_parts - 1u].is_field();
  switch (plan.sort) {
    case SortCondition::None: return {};
    case SortCondition::Equal: return fmt::format("{} = {}", key.attribute, operand(key, fields));
    case SortCondition::Prefix:
      if (ends_in_field) known += kDelimiter;
      return known.empty() ? "" : fmt::format("begins_with({}, \"{}\")", key.attribute, known);
    case SortCondition::Tree:
      if (!ends_in_field && known.ends_with(kDelimiter)) known.pop_back();
      return fmt::format("{} BETWEEN \"{}\" AND \"{}{}\"", key.attribute, known, known, kAfterDelimiter);
    case SortCondition::Range: break;
  }
  return fmt::format("{} in a range of {{{}}} within \"{}\"", key.attribute,
                     fields[static_cast<std::size_t>(plan.range_field)].name, known);
}

void add(std::string& text, const std::string& condition) {
  if (condition.empty()) return;
  if (!text.empty()) text += " AND ";
  text += condition;
}

bool is_given(const PatternInfo& pattern, std::string_view attribute) {
  return std::any_of(pattern.by.begin(), pattern.by.end(), [&](int field) {
    return pattern.entities.front()->fields[static_cast<std::size_t>(field)].attribute == attribute;
  });
}

bool is_member_given(const PatternInfo& pattern, std::string_view name) {
  const int field = pattern.entities.front()->field(name);
  return field != kNone && std::find(pattern.by.begin(), pattern.by.end(), field) != pattern.by.end();
}

// Whether a member of the struct shows the shard, which a writer may then choose.
bool shows_shard(const EntityInfo& entity, const ShardInfo& shards) {
  return std::any_of(entity.fields.begin(), entity.fields.end(), [&](const FieldInfo& field) {
    return field.stored && field.attribute == shards.attribute;
  });
}

// Into how many requests the attribute divides the read, at most.
int shards_of(const PatternInfo& pattern, const KeyAttribute& attribute) {
  const int index = pattern.plan.index;
  const EntityInfo& entity = *pattern.entities.front();
  const ShardInfo shards = index == kNone ? ShardInfo() : pattern.table->indexes[static_cast<std::size_t>(index)].shards;
  if (shards.count > 0 && attribute.attribute == shards.attribute) {
    if (is_given(pattern, attribute.attribute)) return 1;
    const bool follows = is_member_given(pattern, shards.of) && !shows_shard(entity, shards);
    return follows ? (shards.was > 0 ? 2 : 1) : shards.reach();
  }
  for (const KeyPart& part : attribute.value.parts)
    if (part.is_field() && part.format == KeyFormat::Shard) {
      if (!is_given(pattern, entity.fields[static_cast<std::size_t>(part.field)].attribute)) return part.shard_reach();
      return part.was_shards > 0 ? 2 : 1;
    }
  return 1;
}

std::string partition_condition(const PatternInfo& pattern, const KeyAttribute& attribute) {
  const int shards = shards_of(pattern, attribute);
  if (shards > 1 && attribute.value.parts.size() == 1)
    return fmt::format("{} = each of 0 to {}", attribute.attribute, shards - 1);
  const auto fields = pattern.entities.front()->fields;
  const int bucket = pattern.plan.bucket_field;
  const bool one_of_many = std::any_of(attribute.value.parts.begin(), attribute.value.parts.end(), [&](const KeyPart& part) {
    return bucket != kNone && part.field == bucket && part.format != KeyFormat::Shard;
  });
  return fmt::format("{} = {}{}", attribute.attribute, operand(attribute, fields),
                     one_of_many ? fmt::format(" for each in a range of {{{}}}", fields[static_cast<std::size_t>(bucket)].name)
                                 : std::string());
}

}  // namespace

int request_count(const PatternInfo& pattern) {
  int count = 1;
  if (const EntityKey* key = find_key(*pattern.entities.front(), pattern.plan.index))
    for (const KeyAttribute& attribute : key->partition) count *= shards_of(pattern, attribute);
  return count;
}

std::string key_condition_shape(const PatternInfo& pattern) {
  const Plan& plan = pattern.plan;
  const EntityInfo& entity = *pattern.entities.front();
  const EntityKey* key = find_key(entity, plan.index);
  if (!key) return {};
  std::string text;
  for (const KeyAttribute& attribute : key->partition)
    add(text, partition_condition(pattern, attribute));
  if (key->sort.size() == 1 && !key->sort.front().natural) {
    add(text, composed_sort(plan, key->sort.front(), entity.fields));
    return text;
  }
  const std::size_t known = plan.sort == SortCondition::None    ? 0
                            : plan.sort == SortCondition::Equal ? key->sort.size()
                                                                : plan.sort_parts;
  for (const KeyAttribute& attribute : key->sort.first(known))
    add(text, fmt::format("{} = {}", attribute.attribute, operand(attribute, entity.fields)));
  if (plan.sort == SortCondition::Range)
    add(text, fmt::format("{} in a range", key->sort[known].attribute));
  return text;
}

}  // namespace partita::model
