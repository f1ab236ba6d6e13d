#include "modelling/run/refused_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "modelling/lint/compiler_rules.h"

namespace partita::modelling::run {

std::string text_of(const lint::Finding& finding) {
  return fmt::format("{} {}: {}", finding.rule->id, finding.rule->title, finding.message);
}

RefusedParts::RefusedParts(const Proof& proof) : proof_(proof) {
  lint::Findings findings;
  lint::check_refusals(proof, findings);
  findings_ = findings.take();
}

template <class Is>
const lint::Finding* RefusedParts::find(Is is) const {
  const auto found = std::find_if(findings_.begin(), findings_.end(), is);
  return found == findings_.end() ? nullptr : &*found;
}

const lint::Finding* RefusedParts::of_table(const std::string& table) const {
  return find(
      [&](const lint::Finding& one) { return one.table == table && one.entity.empty() && one.pattern.empty(); });
}

const lint::Finding* RefusedParts::of_entity(const std::string& table, std::string_view entity) const {
  return find([&](const lint::Finding& one) {
    return (one.table == table || one.table.empty()) && one.entity == entity && one.pattern.empty();
  });
}

const lint::Finding* RefusedParts::of_pattern(const Pattern& pattern) const {
  return find([&](const lint::Finding& one) { return one.pattern == pattern.name; });
}

const lint::Finding* RefusedParts::of_parts(const Pattern& pattern) const {
  std::vector<std::pair<std::string, std::string>> parts;
  for (const std::string& entity : pattern.entities) parts.emplace_back(pattern.table, entity);
  for (const Action& action : pattern.actions)
    parts.emplace_back(action.table.empty() ? pattern.table : action.table, action.entity);
  for (const auto& [table, entity] : parts) {
    const Table* declared = table.empty() ? proof_.model().table_of(entity) : proof_.model().table(table);
    const std::string name = declared ? declared->name : table;
    if (const lint::Finding* found = of_table(name)) return found;
    if (const lint::Finding* found = of_entity(name, entity)) return found;
  }
  return nullptr;
}

std::vector<const model::EntityInfo*> RefusedParts::entities() const {
  std::vector<const model::EntityInfo*> out;
  for (const ProvenTable& table : proof_.tables())
    for (const model::EntityInfo* entity : table.info->entities)
      if (of_table(table.declared->name) || of_entity(table.declared->name, entity->name)) out.push_back(entity);
  return out;
}

}  // namespace partita::modelling::run
