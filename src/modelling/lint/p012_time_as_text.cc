#include <fmt/format.h>

#include "modelling/lint/names.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P012{
    .id = "P012",
    .severity = Severity::Warning,
    .title = "A time of any width in a text key",
    .why =
        "The pattern ranges over or orders by a field that is free text by its kind, and a time by its name, or "
        "because the pattern asks for the newest or oldest items. Texts such as 2026-1-5 and 2026-01-05T10:00Z, or "
        "times "
        "of several zones, do not sort as times.",
    .cost = "Ranges and orders give wrong items as soon as two writers format the time differently.",
    .cure = "Give the field the kind time (UTC with milliseconds, always 24 characters), date or seconds."};

namespace {

// An id that begins with a time, and a number in a series, have an order of their own.
bool is_time_of(const Pattern& pattern, const model::FieldInfo& field) {
  if (names_a_time(field.name)) return true;
  return (pattern.in_time || speaks_of_time(pattern.name)) && !names_an_identity(field.name);
}

}  // namespace

void check_P012(const Proof& proof, Findings& findings) {
  for (const ProvenPattern& pattern : proof.patterns()) {
    if (!pattern.served() || pattern.info.plan.range_field == model::kNone) continue;
    const model::FieldInfo& field = pattern.info.entities.front()->at(pattern.info.plan.range_field);
    if (field.kind != model::FieldKind::String || !is_time_of(*pattern.declared, field)) continue;
    findings.add(k_P012, {.place = pattern.declared->place,
                          .table = std::string(pattern.info.table->name),
                          .entity = std::string(pattern.info.entities.front()->name),
                          .pattern = pattern.declared->name,
                          .message = fmt::format("\"{}\" is in the order of {}, a free text", pattern.declared->name,
                                                 field.name)});
  }
}

}  // namespace partita::modelling::lint
