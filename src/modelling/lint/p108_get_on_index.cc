#include <fmt/format.h>

#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P108{
    .id = "P108",
    .severity = Severity::Error,
    .title = "A read by key of an index",
    .why =
        "GetItem, BatchGetItem and TransactGetItems read the table only, by its primary key. Writes take the "
        "table's key too.",
    .cost = "The request fails.",
    .cure = "Query the index, or give the primary key."};

void check_P108(const Proof& proof, Findings& findings) {
  for (const Pattern& pattern : proof.model().patterns) {
    const bool reads = pattern.operation == PatternOperation::Read || pattern.operation == PatternOperation::Search ||
                       pattern.operation == PatternOperation::Scan;
    if (reads || pattern.index.empty()) continue;
    findings.add(k_P108, {.place = pattern.place,
                          .table = pattern.table,
                          .index = pattern.index,
                          .pattern = pattern.name,
                          .message = fmt::format("\"{}\" names the index {}", pattern.name, pattern.index)});
  }
}

}  // namespace partita::modelling::lint
