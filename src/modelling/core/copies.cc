#include "modelling/core/copies.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/core/nearest.h"

namespace partita::modelling {

std::optional<CopySource> source_of_copy(const Model& model, const Field& copy) {
  const std::string& name = copy.copy_of;
  for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1)) {
    const std::string entity = name.substr(0, dot);
    const Table* table = model.table_of(entity);
    if (!table) continue;
    if (const Field* field = table->entity(entity)->field(name.substr(dot + 1)))
      return CopySource{table, table->entity(entity), field};
  }
  return std::nullopt;
}

std::string missing_source(const Model& model, const Entity& holder, const Field& copy) {
  const std::string& name = copy.copy_of;
  const std::size_t dot = std::min(name.rfind('.'), name.size());
  const std::string entity = name.substr(0, dot);
  std::vector<std::string_view> known;
  if (const Table* table = model.table_of(entity))
    for (const Field& field : table->entity(entity)->fields) known.push_back(field.name);
  return fmt::format("{} of {} is a copy of {}, which no entity has{}", copy.name, holder.name, name,
                     known.empty() ? did_you_mean(entity, model.entity_names())
                                   : did_you_mean(name.substr(std::min(dot + 1, name.size())), known));
}

std::vector<std::string> fields_of_key(const EntityKey& key) {
  std::vector<std::string> out;
  for (const auto& templates : {key.partition, key.sort})
    for (const std::string& text : templates)
      for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
        std::string name = text.substr(at + 1, text.find_first_of(":}", at) - at - 1);
        if (!base::contains(out, name)) out.push_back(std::move(name));
      }
  return out;
}

std::vector<std::string> references_of_copy(const Entity& holder, const Field& copy, const CopySource& source) {
  std::vector<std::string> key = fields_of_key(source.entity->primary);
  std::vector<std::string> referring;
  for (const Field& field : holder.fields)
    if (field.references == source.entity->name) referring.push_back(field.name);
  const bool refers = key.size() == 1 && referring.size() == 1;
  for (std::string& name : key) {
    const auto said =
        std::find_if(copy.copy_by.begin(), copy.copy_by.end(), [&](const auto& pair) { return pair.second == name; });
    if (said != copy.copy_by.end())
      name = said->first;
    else if (refers)
      name = referring.front();
    if (!holder.field(name)) name.clear();
  }
  return key;
}

bool is_part_of_another(const Model& model, const Pattern& pattern) {
  return !pattern.part_of.empty() && pattern.part_of != pattern.name &&
         std::any_of(model.patterns.begin(), model.patterns.end(),
                     [&](const Pattern& other) { return other.name == pattern.part_of; });
}

bool has_kept_copies(const Model& model) {
  return std::any_of(model.tables.begin(), model.tables.end(), [](const Table& table) {
    return std::any_of(table.entities.begin(), table.entities.end(), [](const Entity& entity) {
      return std::any_of(entity.fields.begin(), entity.fields.end(),
                         [](const Field& field) { return field.kept != CopyKept::Patterns; });
    });
  });
}

}  // namespace partita::modelling
