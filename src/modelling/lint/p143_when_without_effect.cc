#include <fmt/format.h>
#include <partita/model/detail/ledger.h>

#include "modelling/lint/names.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P143{
    .id = "P143",
    .severity = Severity::Note,
    .title = "A condition of an index that keeps no item out",
    .why =
        "The partition of the index is the field of the condition itself, so items with another value have "
        "all attributes of the index's key too, and are in the index, under that value.",
    .cost = "Each item has an entry that is stored and written, and the patterns find only those of one value.",
    .cure =
        "To keep the other items out, give the entity a template with the value in its `in`, with `when`. "
        "To read them too, leave `when` out."};

void check_P143(const Proof& proof, Findings& findings) {
  for (const ProvenTable& table : proof.tables())
    for (const model::EntityInfo* entity : table.info->entities)
      for (const model::EntityKey& key : entity->indexes) {
        if (key.when.field == model::kNone || model::detail::keeps_others_out(*entity, key)) continue;
        const Index& index = *declared_index(table, key.index);
        findings.add(k_P143,
                     {.place = index.place,
                      .table = table.declared->name,
                      .index = index.name,
                      .message = fmt::format("items of {} whose {} is not {} are in the index {} too", entity->name,
                                             entity->at(key.when.field).name, key.when.equals, index.name)});
      }
}

}  // namespace partita::modelling::lint
