#include <algorithm>

#include "modelling/core/place_entity.h"

namespace partita::modelling {
namespace {

model::ShardInfo shard_info(const Shards& shards) {
  return {static_cast<std::uint8_t>(std::clamp(shards.count, 0, 99)), shards.of, shards.attribute,
          static_cast<std::uint8_t>(std::clamp(shards.was, 0, 99))};
}

model::detail::DeclaredIndex declared_index(const Index& index, Arena& arena) {
  model::detail::DeclaredIndex out;
  out.info = {.name = index.name,
              .scope = index.scope,
              .partition = arena.views(index.partition),
              .sort = arena.views(index.sort),
              .projection = index.projection,
              .include = arena.views(index.include),
              .shards = index.shards ? shard_info(*index.shards) : model::ShardInfo(),
              .vector = {}};
  if (index.vector)
    out.info.vector = {index.vector->attribute, index.vector->dimensions, index.vector->distance,
                       arena.views(index.vector->inline_filters)};
  out.natural = index.shards || index.when;
  if (index.when) {
    out.when_field = index.when->field;
    out.when_equals = index.when->equals;
  }
  return out;
}

}  // namespace

PlacedTable& place_table(const Table& table, Arena& arena) {
  PlacedTable& out = arena.make<PlacedTable>();
  for (const Index& index : table.indexes) {
    out.indexes.push_back(declared_index(index, arena));
    out.infos.push_back(out.indexes.back().info);
    if (index.scope == model::IndexScope::Local)
      out.infos.back().partition = arena.keep(std::vector<std::string_view>{table.partition_key});
  }
  out.declared = {table.partition_key, table.sort_key, table.type_attribute, out.indexes, out.infos};
  return out;
}

}  // namespace partita::modelling
