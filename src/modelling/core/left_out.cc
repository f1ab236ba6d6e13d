#include "modelling/core/left_out.h"

#include <algorithm>

namespace partita::modelling {
namespace {

using model::kNone;

void add_missing(const model::EntityInfo& entity, const model::EntityKey& key, auto is_asked_for,
                 std::vector<IndexGap>& out) {
  const auto add = [&](model::FieldPosition field, std::string_view equals) {
    if (is_asked_for(entity.at(field).name)) return;
    const bool is_known = std::any_of(out.begin(), out.end(), [&](const IndexGap& one) {
      return one.entity == &entity && one.field == field && one.equals == equals;
    });
    if (!is_known) out.push_back({&entity, field, equals});
  };
  if (key.when.field != kNone) add(key.when.field, key.when.equals);
  for (const auto& attributes : {key.partition, key.sort})
    for (const model::KeyAttribute& attribute : attributes)
      for (const model::KeyPart& part : attribute.value.parts)
        if (part.is_field() && entity.at(part.field).optional) add(part.field, {});
}

}  // namespace

std::vector<IndexGap> left_out(const model::PatternInfo& pattern) {
  std::vector<IndexGap> out;
  if (!pattern.table || pattern.entities.empty() || pattern.plan.index == kNone) return out;
  const model::EntityInfo& first = *pattern.entities.front();
  // Fields of the other entities are the same ones if they have the same names.
  const auto is_asked_for = [&](std::string_view name) {
    const auto is_it = [&](model::FieldPosition field) { return field != kNone && first.at(field).name == name; };
    return std::any_of(pattern.by.begin(), pattern.by.end(), is_it) || is_it(pattern.asked.range_field) ||
           is_it(pattern.plan.bucket_field);
  };
  for (const model::EntityInfo* entity : pattern.entities)
    for (const model::EntityKey& key : entity->indexes)
      if (key.index == pattern.plan.index) add_missing(*entity, key, is_asked_for, out);
  return out;
}

}  // namespace partita::modelling
