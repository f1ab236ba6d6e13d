#include <fmt/format.h>
#include <partita/model/detail/table_checks.h>

#include <algorithm>

#include "modelling/lint/names.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P136{
    .id = "P136",
    .severity = Severity::Warning,
    .title = "Items that are taken for those of another entity",
    .why =
        "Items of a table without a type tag belong to the first entity whose key they have. A key that is a "
        "field's own value may be any value of its type, so it is also the key of the entities behind it.",
    .cost = "A scan, an upgrade and a verification of the table find broken items of the first entity.",
    .cure = "Give the items a type tag (type_attribute), or the second entity a table of its own."};

namespace {

// Whether the first entity's key can be read from the key attribute that the second one writes.
bool can_be_read_from(const model::KeyAttribute& first, const model::KeyAttribute& second) {
  const bool holds_any = first.natural && first.value.parts[0].escape != model::Escape::Reject;
  if (!holds_any) return model::overlap(first, second);
  return model::one_begins_with_other(first.value.segments[0], second.value.segments[0]);
}

bool are_read(std::span<const model::KeyAttribute> first, std::span<const model::KeyAttribute> second) {
  return first.size() == second.size() && std::equal(first.begin(), first.end(), second.begin(), can_be_read_from);
}

std::string primary_key_text(const model::EntityInfo& entity) {
  const std::string sort = templates_of(entity.primary.sort);
  return templates_of(entity.primary.partition) + (sort.empty() ? "" : ", " + sort);
}

bool takes_items_of(const model::EntityInfo& first, const model::EntityInfo& second) {
  return are_read(first.primary.partition, second.primary.partition) &&
         are_read(first.primary.sort, second.primary.sort);
}

}  // namespace

void check_P136(const Proof& proof, Findings& findings) {
  for (const ProvenTable& table : proof.tables()) {
    if (!table.declared->type_attribute.empty()) continue;
    const std::vector<Entity>& entities = table.declared->entities;
    for (std::size_t i = 0; i < entities.size(); ++i)
      for (std::size_t k = 0; k < i; ++k) {
        const model::EntityInfo* first = proof.entity(table.declared->name, entities[k].name);
        const model::EntityInfo* second = proof.entity(table.declared->name, entities[i].name);
        // Two keys of one shape are P130.
        if (!first || !second || !takes_items_of(*first, *second) ||
            model::detail::keys_overlap(first->primary, second->primary))
          continue;
        findings.add(k_P136, {.place = entities[i].place,
                              .table = table.declared->name,
                              .entity = entities[i].name,
                              .message = fmt::format("items of {} are taken for those of {}, because {} has no type "
                                                     "tag, and a key of {} is a field's own value: {}",
                                                     entities[i].name, entities[k].name, table.declared->name,
                                                     entities[k].name, primary_key_text(*first))});
        break;
      }
  }
}

}  // namespace partita::modelling::lint
