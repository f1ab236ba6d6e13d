#include <fmt/format.h>
#include <partita/model/detail/projection.h>
#include <partita/model/export_model.h>

#include <algorithm>

#include "model/export/template_text.h"
#include "model/reads/sort_range.h"

namespace partita::model {
namespace {

std::string operand(const KeyAttribute& key, std::span<const FieldInfo> fields) {
  const std::string text = leading_text(key, fields, key.value.parts.size());
  return key.natural || key.type != ScalarAttributeType::S ? text : fmt::format("\"{}\"", text);
}

std::string composed_sort(const Plan& plan, const KeyAttribute& key, std::span<const FieldInfo> fields) {
  if (plan.sort == SortCondition::Equal) return fmt::format("{} = {}", key.attribute, operand(key, fields));
  const std::string known = leading_text(key, fields, plan.sort_parts);
  if (plan.sort == SortCondition::Range)
    return fmt::format("{} in a range of {{{}}}{}", key.attribute, fields[plan.range_field.number()].name,
                       known.empty() ? std::string() : fmt::format(" within \"{}\"", known));
  const auto comparison = known_comparison(plan.sort, key.value, plan.sort_parts, known);
  if (!comparison) return {};
  if (comparison->kind == KeyComparison::Kind::BeginsWith)
    return fmt::format("begins_with({}, \"{}\")", key.attribute, comparison->low);
  return fmt::format("{} BETWEEN \"{}\" AND \"{}\"", key.attribute, comparison->low, comparison->high);
}

void add(std::string& text, const std::string& condition) {
  if (condition.empty()) return;
  if (!text.empty()) text += " AND ";
  text += condition;
}

bool is_given(const PatternInfo& pattern, std::string_view attribute) {
  return std::any_of(pattern.by.begin(), pattern.by.end(),
                     [&](FieldPosition field) { return pattern.entities.front()->at(field).attribute == attribute; });
}

// The largest number of requests into which the attribute divides the read.
int shards_of(const PatternInfo& pattern, const KeyAttribute& attribute) {
  return shard_reach(pattern, attribute, [&](std::string_view name) { return is_given(pattern, name); }).queries();
}

std::string partition_condition(const PatternInfo& pattern, const KeyAttribute& attribute) {
  const int shards = shards_of(pattern, attribute);
  if (shards > 1 && attribute.value.parts.size() == 1)
    return fmt::format("{} = each of 0 to {}", attribute.attribute, shards - 1);
  const auto fields = pattern.entities.front()->fields;
  const FieldPosition bucket = pattern.plan.bucket_field;
  const bool one_of_many = std::any_of(
      attribute.value.parts.begin(), attribute.value.parts.end(),
      [&](const KeyPart& part) { return bucket != kNone && part.field == bucket && part.format != KeyFormat::Shard; });
  return fmt::format(
      "{} = {}{}", attribute.attribute, operand(attribute, fields),
      one_of_many ? fmt::format(" for each in a range of {{{}}}", fields[bucket.number()].name) : std::string());
}

// The values of the partition key, then those of the inline filters.
std::string search_condition(const PatternInfo& pattern, const EntityKey* key) {
  const EntityInfo& entity = *pattern.entities.front();
  std::string text;
  if (key)
    for (const KeyAttribute& attribute : key->partition)
      add(text, fmt::format("{} = {}", attribute.attribute, operand(attribute, entity.fields)));
  for (const FieldPosition field : pattern.by) {
    if (detail::is_in_partition(entity, pattern.plan.index, field)) continue;
    const FieldInfo& info = entity.at(field);
    add(text, fmt::format("{} = {{{}}}", info.attribute, info.name));
  }
  const IndexInfo& index = pattern.table->at(pattern.plan.index);
  if (detail::selects_by_tag(*pattern.table, index, entity))
    add(text, fmt::format("{} = \"{}\"", pattern.table->type_attribute, entity.name));
  return text;
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
  if (plan.operation == PlanOperation::Search) return search_condition(pattern, key);
  if (!key) return {};
  std::string text;
  for (const KeyAttribute& attribute : key->partition) add(text, partition_condition(pattern, attribute));
  if (key->sort.size() == 1 && !key->sort.front().natural) {
    add(text, composed_sort(plan, key->sort.front(), entity.fields));
    return text;
  }
  // Only a leading run of the attributes may be known. A composed text is one attribute, whatever its parts are.
  const bool is_natural = !key->sort.empty() && key->sort.front().natural;
  const std::size_t known = plan.sort == SortCondition::None                   ? 0
                            : plan.sort == SortCondition::Equal && !is_natural ? 1
                                                                               : plan.sort_parts;
  for (const KeyAttribute& attribute : key->sort.first(known))
    add(text, fmt::format("{} = {}", attribute.attribute, operand(attribute, entity.fields)));
  if (plan.sort == SortCondition::Range) add(text, fmt::format("{} in a range", key->sort[known].attribute));
  return text;
}

}  // namespace partita::model
