#include <fmt/format.h>

#include "modelling/lint/rule.h"

namespace partita::modelling::lint {

const Rule k_P160{.id = "P160",
                  .severity = Severity::Error,
                  .title = "A batch or transaction that cannot be",
                  .why =
                      "A transaction has at most 100 items, each of them once; BatchGetItem has at most 100 and "
                      "BatchWriteItem at most 25.",
                  .cost = "The request fails.",
                  .cure = "Divide it, or combine the actions on one item into one action with a condition."};

namespace {

double most_items(PatternOperation operation) { return operation == PatternOperation::BatchWrite ? 25 : 100; }

// The sentinels of unique fields are items of the same transaction.
double items_of(const Model& model, const Pattern& pattern, const Action& action) {
  const Table* table = model.table_of(action.entity, action.table.empty() ? pattern.table : action.table);
  const Entity* entity = table ? table->entity(action.entity) : nullptr;
  const bool writes = action.kind != Action::Kind::Check && action.kind != Action::Kind::Get;
  if (!entity || !writes || pattern.operation != PatternOperation::TransactWrite) return action.items;
  double sentinels = 0;
  for (const std::vector<std::string>& together : entity->unique) {
    bool changes = action.kind != Action::Kind::Update;
    for (const std::string& name : together)
      for (const std::string& set : action.set) changes = changes || set == name;
    if (changes) sentinels += action.kind == Action::Kind::Update ? 2 : 1;
  }
  return action.items * (1 + sentinels);
}

bool on_same_item(const Action& a, const Action& b) {
  const bool one_each = a.items == 1 && b.items == 1;
  const bool makes = a.kind == Action::Kind::Create || b.kind == Action::Kind::Create || a.kind == Action::Kind::Put ||
                     b.kind == Action::Kind::Put;
  return one_each && !makes && a.entity == b.entity && a.table == b.table && a.kind != b.kind;
}

// Two actions that are the same but for the fields that they set. One action with `items` says that two items are
// meant.
bool may_be_on_same_item(const Action& a, const Action& b) {
  const bool writes = a.kind == Action::Kind::Update || a.kind == Action::Kind::Put;
  return writes && a.kind == b.kind && a.items == 1 && b.items == 1 && a.entity == b.entity && a.table == b.table &&
         a.given == b.given && a.condition == b.condition;
}

}  // namespace

void check_P160(const Proof& proof, Findings& findings) {
  for (const Pattern& pattern : proof.model().patterns) {
    const auto report = [&](Severity severity, std::string message) {
      findings.add(k_P160, {.severity = severity,
                            .place = pattern.place,
                            .table = pattern.table,
                            .pattern = pattern.name,
                            .message = std::move(message)});
    };
    double items = 0;
    for (const Action& action : pattern.actions) items += items_of(proof.model(), pattern, action);
    if (pattern.operation == PatternOperation::BatchGet) items = pattern.items.value_or(0);
    if (items > most_items(pattern.operation) && pattern.operation != PatternOperation::Read)
      report(Severity::Error, fmt::format("\"{}\" has {:.0f} items, and at most {:.0f} are allowed", pattern.name,
                                          items, most_items(pattern.operation)));
    if (pattern.operation != PatternOperation::TransactWrite) continue;
    for (std::size_t i = 0; i < pattern.actions.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (on_same_item(pattern.actions[j], pattern.actions[i]))
          report(Severity::Warning, fmt::format("\"{}\" has two actions on one item of {}, unless they mean two items",
                                                pattern.name, pattern.actions[i].entity));
        else if (may_be_on_same_item(pattern.actions[j], pattern.actions[i]))
          report(Severity::Note,
                 fmt::format("\"{}\" {} {} twice, which fails if both are the same item: combine the actions, or say "
                             "items: 2 if two items are meant",
                             pattern.name, pattern.actions[i].kind == Action::Kind::Put ? "puts" : "updates",
                             pattern.actions[i].entity));
  }
}

}  // namespace partita::modelling::lint
