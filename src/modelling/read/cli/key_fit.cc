#include "modelling/read/cli/key_fit.h"

#include "base/contains.h"
#include "modelling/read/template_text.h"

namespace partita::modelling {

std::optional<std::string> template_of(const Table& table, const Entity& entity, const std::string& index_name,
                                       const std::string& attribute) {
  std::vector<std::string> partition = {table.partition_key}, sort = {table.sort_key};
  const EntityKey* key = &entity.primary;
  if (const Index* index = table.index(index_name)) {
    key = nullptr;
    for (const EntityKey& one : entity.indexes)
      if (one.index == index_name) key = &one;
    if (index->scope != model::IndexScope::Local) partition = index->partition;
    sort = index->sort;
  }
  if (!key) return std::nullopt;
  for (std::size_t i = 0; i < partition.size() && i < key->partition.size(); ++i)
    if (partition[i] == attribute) return key->partition[i];
  for (std::size_t i = 0; i < sort.size() && i < key->sort.size(); ++i)
    if (sort[i] == attribute) return key->sort[i];
  return std::nullopt;
}

std::optional<KeyFit> fit_key(const Table& table, const Entity& entity, const std::string& index,
                              const std::vector<KeyPart>& parts) {
  KeyFit fit;
  for (const KeyPart& part : parts) {
    const auto text = template_of(table, entity, index, part.attribute);
    if (!text) return std::nullopt;
    const bool equal = part.comparison == "=";
    TemplateMatch match = match_template(*text, part.value, equal ? TextIs::Whole : TextIs::Beginning);
    if (part.value.empty() || !sole_field(*text).empty()) {  // any value fits
      match = {.fits = true, .whole = template_fields(*text)};
      if (!equal && !match.whole.empty()) {
        match.partial = match.whole.back();
        match.whole.pop_back();
      }
    }
    if (!match.fits) return std::nullopt;
    for (const std::string& field : match.whole)
      if (!base::contains(fit.by, field)) fit.by.push_back(field);
    // The beginning of a key that ends before a field's value selects the entity, and no range.
    const bool narrows = part.comparison != "begins_with" || !part.value.ends_with('#');
    if (equal || !narrows || match.partial.empty()) continue;
    fit.range = match.partial;
    fit.comparison = part.comparison;
  }
  return fit;
}

const Entity* entity_of_key(const Table& table, const AttributeMap& item) {
  std::vector<KeyPart> parts;
  for (const std::string& attribute : {table.partition_key, table.sort_key})
    if (const AttributeValue* value = attribute.empty() ? nullptr : item.find(attribute))
      parts.push_back({attribute, "=", scalar_text(*value)});
  for (const Entity& entity : table.entities)
    if (fit_key(table, entity, {}, parts)) return &entity;
  return nullptr;
}

}  // namespace partita::modelling
