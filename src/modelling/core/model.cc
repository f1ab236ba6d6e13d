#include "modelling/core/model.h"

#include <algorithm>

namespace partita::modelling {
namespace {

template <class T>
const T* named(const std::vector<T>& list, std::string_view name) {
  const auto found = std::find_if(list.begin(), list.end(), [&](const T& one) { return one.name == name; });
  return found == list.end() ? nullptr : &*found;
}

}  // namespace

const Field* Entity::field(std::string_view name_of_field) const { return named(fields, name_of_field); }
const Index* Table::index(std::string_view name_of_index) const { return named(indexes, name_of_index); }
const Entity* Table::entity(std::string_view name_of_entity) const { return named(entities, name_of_entity); }
const Table* Model::table(std::string_view name_of_table) const { return named(tables, name_of_table); }

const Table* Model::table_of(std::string_view entity, std::string_view table) const {
  for (const Table& one : tables)
    if ((table.empty() || one.name == table) && one.entity(entity)) return &one;
  return nullptr;
}

std::vector<std::string_view> Model::entity_names(std::string_view table) const {
  std::vector<std::string_view> out;
  for (const Table& one : tables)
    if (table.empty() || one.name == table)
      for (const Entity& entity : one.entities) out.push_back(entity.name);
  return out;
}

const std::string* constant_of(const Pattern& pattern, std::string_view field) {
  for (const When& one : pattern.where)
    if (one.field == field) return &one.equals;
  return nullptr;
}

bool is_vector(const Table& table, const Field& field) {
  return std::ranges::any_of(
      table.indexes, [&](const Index& index) { return index.vector && index.vector->attribute == field.attribute; });
}

}  // namespace partita::modelling
