#include <fmt/format.h>
#include <fmt/ranges.h>

#include "modelling/core/filter_comparisons.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P154{
    .id = "P154",
    .severity = Severity::Error,
    .title = "A comparison that a filter cannot make",
    .why =
        "Only numbers, texts and bytes have an order, and only texts and bytes have a beginning. The service "
        "refuses to compare other values so.",
    .cost = "The request fails.",
    .cure = "Compare with = or <>, or store the value as a number or a text."};

namespace {

bool has_order(model::FieldKind kind) { return kind != model::FieldKind::Bool && kind != model::FieldKind::Document; }

bool is_number(model::FieldKind kind) {
  return kind == model::FieldKind::Integer || kind == model::FieldKind::Unsigned || kind == model::FieldKind::Double ||
         kind == model::FieldKind::Decimal || kind == model::FieldKind::Seconds;
}

bool can_be(const std::string& comparison, model::FieldKind kind) {
  if (comparison == "begins_with") return has_order(kind) && !is_number(kind);
  if (comparison == "contains") return kind != model::FieldKind::Bool && !is_number(kind);
  const bool orders =
      comparison == "<" || comparison == "<=" || comparison == ">" || comparison == ">=" || comparison == "between";
  return !orders || has_order(kind);
}

}  // namespace

void check_P154(const Proof& proof, Findings& findings) {
  for (const ProvenPattern& pattern : proof.patterns()) {
    if (!pattern.served()) continue;
    const model::EntityInfo& entity = *pattern.info.entities.front();
    for (const FilterCondition& condition : pattern.declared->filter) {
      if (!is_filter_comparison(condition.comparison)) {
        findings.add(
            k_P154, {.place = pattern.declared->place,
                     .table = std::string(pattern.info.table->name),
                     .entity = std::string(entity.name),
                     .pattern = pattern.declared->name,
                     .message = fmt::format("\"{}\" filters by {} {}, and there is no such comparison; it is one of {}",
                                            pattern.declared->name, condition.field, condition.comparison,
                                            fmt::join(kFilterComparisons, ", ")),
                     .cure = "Compare with one of them"});
        continue;
      }
      const model::FieldPosition field = entity.field(condition.field);
      if (field == model::kNone) continue;
      const model::FieldKind kind = entity.at(field).kind;
      if (can_be(condition.comparison, kind)) continue;
      findings.add(k_P154, {.place = pattern.declared->place,
                            .table = std::string(pattern.info.table->name),
                            .entity = std::string(entity.name),
                            .pattern = pattern.declared->name,
                            .message = fmt::format("\"{}\" filters by {} {}, and {} is {}", pattern.declared->name,
                                                   condition.field, condition.comparison, condition.field,
                                                   is_number(kind)                  ? "a number"
                                                   : kind == model::FieldKind::Bool ? "true or false"
                                                                                    : "a document")});
    }
  }
}

}  // namespace partita::modelling::lint
