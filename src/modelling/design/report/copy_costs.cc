#include "modelling/design/report/copy_costs.h"

#include <algorithm>
#include <set>

#include "modelling/core/copies.h"
#include "modelling/cost/bill.h"
#include "modelling/design/models/appraise.h"
#include "modelling/generate/copies_of_library.h"

namespace partita::modelling::design {
namespace {

double usd_of(Model model, const PriceList& prices) {
  return usd_on_demand(bill_of_model(prove(std::make_shared<const Model>(std::move(model))), prices, {}));
}

std::set<CopyKept> kept_in(const Model& model) {
  std::set<CopyKept> out;
  for (const Table& table : model.tables)
    for (const Entity& entity : table.entities)
      for (const Field& field : entity.fields)
        if (field.kept != CopyKept::Patterns) out.insert(field.kept);
  return out;
}

bool is_comparison(const Pattern& pattern) {
  return !pattern.part_of.empty() && pattern.name.starts_with(pattern.part_of + ": compare ");
}

// Transactions become single writes, each followed by updates of the copies and by a comparison of new items.
Model followed(const Model& model) {
  Model out = model;
  leave_copies_to_the_library(out);
  for (const Pattern& pattern : model.patterns) {
    if (is_read(pattern.operation) && !pattern.part_of.empty()) out.patterns.push_back(pattern);
    if (pattern.operation != PatternOperation::TransactWrite) continue;
    const auto left = std::find_if(out.patterns.begin(), out.patterns.end(),
                                   [&](const Pattern& one) { return one.name == pattern.name; });
    for (const Action& action : pattern.actions) {
      const bool stays =
          left != out.patterns.end() && std::any_of(left->actions.begin(), left->actions.end(), [&](const Action& one) {
            return one.kind == action.kind && one.entity == action.entity;
          });
      if (stays) continue;
      Pattern more{.name = pattern.name + " (" + action.entity + ")", .part_of = pattern.name};
      more.per_second = pattern.per_second.value_or(1) * action.items;
      if (action.kind == Action::Kind::Check) {
        const Table* table = model.table_of(action.entity, action.table);
        more.entities = {action.entity};
        more.by = table ? fields_of_key(table->entity(action.entity)->primary) : std::vector<std::string>();
      } else {
        more.operation = PatternOperation::Update;
        more.actions = {action};
        more.actions[0].items = 1;
      }
      out.patterns.push_back(std::move(more));
    }
  }
  return out;
}

// Updates of copies go into the transaction of their source, and new items check it.
Model in_transactions(const Model& model) {
  Model out = model;
  const auto named = [&](const std::string& name) {
    return std::find_if(out.patterns.begin(), out.patterns.end(), [&](const Pattern& one) { return one.name == name; });
  };
  for (const Pattern& pattern : model.patterns) {
    const bool updates = pattern.operation == PatternOperation::Update && !pattern.part_of.empty();
    if (!updates && !is_comparison(pattern)) continue;
    const auto whole = named(pattern.part_of);
    if (whole == out.patterns.end()) continue;
    Action action = updates ? pattern.actions[0] : Action{.kind = Action::Kind::Check, .entity = pattern.entities[0]};
    action.items = pattern.per_second.value_or(1) * (updates ? 1 : pattern.items.value_or(1)) /
                   std::max(1e-12, whole->per_second.value_or(1));
    whole->operation = PatternOperation::TransactWrite;
    whole->actions.push_back(std::move(action));
    out.patterns.erase(named(pattern.name));
  }
  return out;
}

}  // namespace

CopyCosts costs_of_copies(const Proof& proof, const PriceList& prices) {
  const Model& model = proof.model();
  Model without = model;
  leave_copies_to_the_library(without);
  const double rest = usd_of(without, prices);
  const std::set<CopyKept> kept = kept_in(model);
  CopyCosts out{.kept = *kept.begin(), .usd = usd_of(model, prices) - rest};
  if (kept.size() > 1) return out;
  const Model other = out.kept == CopyKept::Followed ? in_transactions(model) : followed(model);
  out.other_usd = usd_of(other, prices) - rest;
  return out;
}

}  // namespace partita::modelling::design
