#include <fmt/format.h>

#include <algorithm>

#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P153{
    .id = "P153",
    .severity = Severity::Warning,
    .title = "A filter after the read",
    .why = "A filter drops items after they were read, and a page ends at 1 MB of what was read.",
    .cost = "The dropped items are paid for, and a page may come back empty although there are more.",
    .cure =
        "If the field is a text or a number, put it into the key of an index. Or use a sparse index for the items that "
        "are wanted."};

namespace {

// An equality could be a part of a key; other comparisons seldom can. With OR, each alternative needs a query of its
// own, which one key serves if all of them are on one field.
bool could_be_in_key(const Pattern& pattern) {
  const auto is_equality = [](const FilterCondition& condition) { return condition.comparison == "="; };
  if (!pattern.filter_any) return std::ranges::any_of(pattern.filter, is_equality);
  return std::ranges::all_of(pattern.filter, [&](const FilterCondition& condition) {
    return is_equality(condition) && condition.field == pattern.filter.front().field;
  });
}

}  // namespace

void check_P153(const Proof& proof, Findings& findings) {
  for (const ProvenPattern& pattern : proof.patterns()) {
    if (!pattern.served() || pattern.declared->filter.empty()) continue;
    std::string fields;
    for (const FilterCondition& condition : pattern.declared->filter)
      fields += (fields.empty() ? "" : pattern.declared->filter_any ? " or " : ", ") + condition.field;
    findings.add(k_P153,
                 {.severity = could_be_in_key(*pattern.declared) ? Severity::Warning : Severity::Note,
                  .place = pattern.declared->place,
                  .table = std::string(pattern.info.table->name),
                  .pattern = pattern.declared->name,
                  .message = fmt::format("\"{}\" filters by {} after the read", pattern.declared->name, fields)});
  }
}

}  // namespace partita::modelling::lint
