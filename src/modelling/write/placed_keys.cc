#include "modelling/write/placed_keys.h"

#include <algorithm>

#include "modelling/core/proof.h"

namespace partita::modelling {
namespace {

std::vector<std::string> templates_of(std::span<const model::KeyAttribute> key, const model::EntityInfo& entity) {
  std::vector<std::string> texts;
  for (const model::KeyAttribute& attribute : key) {
    const bool is_field = attribute.natural && !attribute.value.parts.empty() && attribute.value.parts[0].is_field();
    texts.push_back(is_field ? "{" + std::string(entity.at(attribute.value.parts[0].field).name) + "}"
                             : std::string(attribute.value.text));
  }
  return texts;
}

void add_missing_keys(Entity& entity, const model::EntityInfo& info, const model::TableInfo& table) {
  for (const model::EntityKey& key : info.indexes) {
    const std::string_view name = table.at(key.index).name;
    if (std::any_of(entity.indexes.begin(), entity.indexes.end(),
                    [&](const EntityKey& one) { return one.index == name; }))
      continue;
    EntityKey added{.index = std::string(name),
                    .partition = templates_of(key.partition, info),
                    .sort = templates_of(key.sort, info),
                    .place = entity.place};
    if (key.when.field != model::kNone)
      added.when = When{std::string(info.at(key.when.field).name), std::string(key.when.equals)};
    entity.indexes.push_back(std::move(added));
  }
}

}  // namespace

Model with_placed_keys(const Model& declared) {
  const auto proof = prove(std::make_shared<const Model>(declared));
  Model out = declared;
  for (std::size_t t = 0; t < out.tables.size(); ++t) {
    const ProvenTable& proven = proof->tables()[t];
    for (std::size_t e = 0; e < out.tables[t].entities.size(); ++e)
      if (const model::EntityPosition at = proven.positions[e]; at != model::kNone)
        add_missing_keys(out.tables[t].entities[e], proven.info->at(at), *proven.info);
  }
  return out;
}

}  // namespace partita::modelling
