#include <fmt/format.h>

#include "modelling/core/nearest.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P115{
    .id = "P115",
    .severity = Severity::Error,
    .title = "A reference to no entity",
    .why =
        "A field says that it references an entity, or a parameter that it is a whole item of one, and no table holds "
        "an entity of that name.",
    .cost =
        "The relation is missing in pictures, a copy does not find its item by the field, and the field's values are "
        "not counted by the items of the entity.",
    .cure = "Correct the name, or leave the reference out."};

void check_P115(const Proof& proof, Findings& findings) {
  const Model& model = proof.model();
  for (const Table& table : model.tables)
    for (const Entity& entity : table.entities)
      for (const Field& field : entity.fields)
        if (!field.references.empty() && !model.table_of(field.references))
          findings.add(
              k_P115, {.place = field.place.line > 0 ? field.place : entity.place,
                       .table = table.name,
                       .entity = entity.name,
                       .message = fmt::format("{} of {} references {}, which no table holds{}", field.name, entity.name,
                                              field.references, did_you_mean(field.references, model.entity_names()))});
  for (const Pattern& pattern : model.patterns)
    for (const Parameter& parameter : pattern.parameters)
      if (!parameter.entity.empty() && !model.table_of(parameter.entity))
        findings.add(k_P115,
                     {.place = parameter.place.line > 0 ? parameter.place : pattern.place,
                      .table = pattern.table,
                      .entity = parameter.entity,
                      .pattern = pattern.name,
                      .message = fmt::format("\"{}\": the parameter {} is an item of {}, which no table holds{}",
                                             pattern.name, parameter.name, parameter.entity,
                                             did_you_mean(parameter.entity, model.entity_names()))});
}

}  // namespace partita::modelling::lint
