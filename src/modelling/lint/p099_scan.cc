#include <fmt/format.h>

#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P099{
    .id = "P099",
    .severity = Severity::Warning,
    .title = "A pattern that is a Scan",
    .why = "The model says that the pattern scans. That suits exports and repairs, and no request of a user.",
    .cost = "A Scan reads every item of the table or index for each call.",
    .cure = "Give the pattern a partition key: a key or an index that begins with what the caller knows."};

void check_P099(const Proof& proof, Findings& findings) {
  for (const Pattern& pattern : proof.model().patterns) {
    if (pattern.operation != PatternOperation::Scan) continue;
    const Table* table =
        pattern.entities.empty() ? nullptr : proof.model().table_of(pattern.entities.front(), pattern.table);
    double items = 0;
    if (table)
      for (const Entity& entity : table->entities) items += entity.count.value_or(0);
    findings.add(k_P099, {.place = pattern.place,
                          .table = table ? table->name : pattern.table,
                          .index = pattern.index,
                          .entity = pattern.entities.empty() ? std::string() : pattern.entities.front(),
                          .pattern = pattern.name,
                          .message = fmt::format("\"{}\" scans {}", pattern.name,
                                                 pattern.index.empty() ? "the table" : "the index " + pattern.index),
                          .cost = items == 0 ? std::string() : fmt::format("Each call reads all {:.0f} items", items)});
  }
}

}  // namespace partita::modelling::lint
