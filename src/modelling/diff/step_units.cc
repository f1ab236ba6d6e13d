#include "modelling/diff/step_units.h"

#include <algorithm>

#include "base/contains.h"
#include "modelling/cost/units.h"

namespace partita::modelling::diff {
namespace {

bool touches(const JudgedEntity& entity, std::string_view attribute) {
  return entity.set.contains(std::string(attribute)) || entity.removed.contains(std::string(attribute));
}

bool is_in_key_of(const model::IndexInfo& index, std::string_view attribute) {
  const auto is_name = [&](std::string_view name) { return name == attribute; };
  return std::any_of(index.partition.begin(), index.partition.end(), is_name) ||
         std::any_of(index.sort.begin(), index.sort.end(), is_name);
}

// The entries that a write of the item changes: twice if its key changes, because the earlier entry is removed.
double entry_writes(const JudgedEntity& entity, const model::IndexInfo& index) {
  bool changes = false;
  for (const auto* names : {&entity.set, &entity.removed})
    for (const auto& [name, items] : *names) {
      if (is_in_key_of(index, name)) return 2;
      changes = changes || index.projection == ProjectionType::All || base::contains(index.include, name);
    }
  return changes ? 1 : 0;
}

bool moves(const JudgedEntity& entity, const ItemShape& shape) {
  return entity.to_move > 0 &&
         (touches(entity, shape.table_info->partition) || touches(entity, shape.table_info->sort));
}

}  // namespace

std::optional<double> count_of(const JudgedEntity& entity) {
  if (entity.was && entity.was->count) return entity.was->count;
  return entity.now ? entity.now->count : std::nullopt;
}

double units_of_rewrite(const JudgedEntity& entity, const ItemShape& shape, const std::vector<std::string>& kept) {
  // A move puts the new item and deletes the earlier one in a transaction.
  const bool is_move = moves(entity, shape);
  double units = write_units(shape.bytes) * (is_move ? 2 * kTransactionFactor : 1);
  for (const EntryShape& entry : shape.entries) {
    const model::IndexInfo& index = shape.table_info->at(entry.index);
    if (!base::contains(kept, index.name)) continue;
    units += write_units(entry.bytes) * entry.share * (is_move ? 2 : entry_writes(entity, index));
  }
  return units;
}

double units_of_sentinels(const JudgedEntity& entity, const ItemShape& shape) {
  const double changed = entity.share(entity.sentinels_to_write) + entity.share(entity.sentinels_to_remove);
  if (changed == 0) return 0;
  double bytes = 0;
  for (const model::UniqueInfo& unique : shape.entity->unique) bytes = std::max(bytes, sentinel_bytes(shape, unique));
  return changed * kTransactionFactor * (write_units(bytes) + write_units(shape.bytes));
}

double units_of_backfill(const ItemShape& shape, model::IndexPosition index, double items) {
  const EntryShape* entry = shape.entry(index);
  return entry ? items * entry->share * write_units(entry->bytes) : 0;
}

}  // namespace partita::modelling::diff
