#include <fmt/format.h>

#include "modelling/lint/names.h"
#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P112{
    .id = "P112",
    .severity = Severity::Error,
    .title = "A range that the read cannot have",
    .why =
        "The pattern says how its range is compared, and the read has none: it takes the whole partition or "
        "one item, or asks for the beginning of a value that has no text of its own in the key. A range of "
        "a collection has no limit.",
    .cost = "A call that gives the range fails.",
    .cure =
        "Leave range_comparison out, or leave out whole or from_end, or ask for a range from one value to "
        "another."};

namespace {

bool has_prefixes(const model::FieldInfo& field, model::KeyFormat format) {
  const bool number = field.kind == model::FieldKind::Integer || field.kind == model::FieldKind::Unsigned ||
                      field.kind == model::FieldKind::Seconds || field.kind == model::FieldKind::Double ||
                      field.kind == model::FieldKind::Decimal;
  return format == model::KeyFormat::Plain && !number && field.kind != model::FieldKind::Bool;
}

// The format in which the sort key that is read has the field.
model::KeyFormat format_of(const model::EntityInfo& entity, const model::Plan& plan) {
  const model::EntityKey* key = &entity.primary;
  for (const model::EntityKey& one : entity.indexes)
    if (one.index == plan.index) key = &one;
  for (const model::KeyAttribute& attribute : key->sort)
    for (const model::KeyPart& part : attribute.value.parts)
      if (part.field == plan.range_field) return part.format;
  return model::KeyFormat::Plain;
}

// A limit reads each entity of a collection by itself. A range of values does not limit the keys to those of one entity
// (model/reads/member_range.h).
bool divides_collection(const Pattern& declared) {
  return declared.entities.size() > 1 && declared.limit && declared.range_comparison != "=" &&
         declared.range_comparison != "begins_with";
}

}  // namespace

void check_P112(const Proof& proof, Findings& findings) {
  for (const ProvenPattern& pattern : proof.patterns()) {
    const Pattern& declared = *pattern.declared;
    if (!pattern.served() || declared.range_comparison.empty() || declared.range.empty() || !declared.buckets.empty())
      continue;
    const model::EntityInfo& entity = *pattern.info.entities.front();
    const model::Plan& plan = pattern.info.plan;
    const auto report = [&](std::string message, std::string cure = "") {
      findings.add(k_P112, {.place = declared.place,
                            .table = std::string(pattern.info.table->name),
                            .entity = std::string(entity.name),
                            .pattern = declared.name,
                            .message = std::move(message),
                            .cure = std::move(cure)});
    };
    if (plan.sort != model::SortCondition::Range) {
      report(fmt::format("\"{}\" compares {} by {}, and reads {}", declared.name, declared.range,
                         declared.range_comparison,
                         plan.operation == model::PlanOperation::GetItem ? "one item" : "all items of the partition"));
    } else if (divides_collection(declared)) {
      report(
          fmt::format("\"{}\" compares {} by {} and has a limit, for which the items of {} would be read by themselves",
                      declared.name, declared.range, declared.range_comparison, entity.name),
          "Leave the limit out and stop reading at the item that suffices, or ask for one entity.");
    } else if (declared.range_comparison == "begins_with" && plan.range_field != model::kNone) {
      const model::FieldInfo& field = entity.at(plan.range_field);
      if (!has_prefixes(field, format_of(entity, plan)))
        report(fmt::format("\"{}\" asks for the beginning of {}, whose text in the key is not that of the value",
                           declared.name, field.name));
    }
  }
}

}  // namespace partita::modelling::lint
