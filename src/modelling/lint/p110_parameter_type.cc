#include <fmt/format.h>

#include "modelling/core/kind_names.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P110{.id = "P110",
                  .severity = Severity::Error,
                  .title = "A parameter of another type than its field",
                  .why = "The pattern has a parameter with the name of a field and another type.",
                  .cost = "The key or the condition is made of a value that no item has, so nothing is found.",
                  .cure = "Give the parameter the field's type."};

namespace {

bool fits(const Field& field, const std::string& type) {
  using model::FieldKind;
  switch (field.kind) {
    case FieldKind::Integer:
    case FieldKind::Unsigned:
    case FieldKind::Seconds:
      return type == "integer";
    case FieldKind::Double:
    case FieldKind::Decimal:
      return type == "decimal" || type == "integer";
    case FieldKind::Bool:
      return type == "boolean";
    case FieldKind::Uuid:
      return type == "uuid" || type == "string";
    case FieldKind::Document:
      return type == "array" || type == "object" || (field.document == DocumentType::List && type != "boolean") ||
             (field.document >= DocumentType::StringSet && type != "boolean");
    default:
      return type == "string" || type == "uuid";
  }
}

}  // namespace

void check_P110(const Proof& proof, Findings& findings) {
  for (const Pattern& pattern : proof.model().patterns) {
    std::string name = pattern.entities.empty() ? std::string() : pattern.entities.front();
    if (name.empty() && !pattern.actions.empty()) name = pattern.actions.front().entity;
    const Table* table = pattern.actions.size() > 1 ? nullptr : proof.model().table_of(name, pattern.table);
    const Entity* entity = table ? table->entity(name) : nullptr;
    if (!entity) continue;
    for (const Parameter& parameter : pattern.parameters) {
      const Field* field = entity->field(parameter.name);
      if (!field || parameter.type.empty() || !parameter.entity.empty() || fits(*field, parameter.type)) continue;
      findings.add(k_P110,
                   {.place = parameter.place.line > 0 ? parameter.place : pattern.place,
                    .table = table->name,
                    .entity = name,
                    .pattern = pattern.name,
                    .message = fmt::format("\"{}\": the parameter {} is of type {}, and the field {} of {} is of "
                                           "kind {}",
                                           pattern.name, parameter.name, parameter.type, field->name, name,
                                           modelling::to_text(field->kind))});
    }
  }
}

}  // namespace partita::modelling::lint
