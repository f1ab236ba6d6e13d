// Facts about access patterns that the programs of each language need, and the sentences of their comments.
#pragma once

#include <string>
#include <vector>

#include "modelling/core/proof.h"
#include "modelling/cost/access.h"

namespace partita::modelling {

// The entity and table of an action of a write.
const Table& table_of_action(const Model& model, const Pattern& pattern, const Action& action);
const Entity& entity_of_action(const Model& model, const Pattern& pattern, const Action& action);

// The fields that an update's caller sets: the library writes the others itself.
std::vector<std::string> fields_set_by_caller(const Entity& entity, const Action& action);

// The fields that the place of a query has, which a filter may name, in the entity's order. A filter may not name the
// attributes of the key that the query asks. Requires: the pattern is served by a Query.
std::vector<std::string> filter_fields(const ProvenPattern& pattern, const Entity& entity);

// A batch of writes, or reads by keys.
constexpr bool is_keyed(PatternOperation operation) {
  return operation == PatternOperation::BatchGet || operation == PatternOperation::TransactGet ||
         operation == PatternOperation::BatchWrite;
}

// The names of the functions of a batch or of a read by keys, which has one for each of its entities: `whole` if it has
// one entity, and `name_of` each entity otherwise.
template <class NameOf>
std::vector<std::string> parts_of(const Pattern& pattern, const std::string& whole, NameOf name_of) {
  std::vector<std::string> out;
  if (pattern.operation == PatternOperation::BatchWrite)
    for (const Action& action : pattern.actions)
      out.push_back(pattern.actions.size() > 1 ? name_of(action.entity) : whole);
  else
    for (const std::string& entity : pattern.entities)
      out.push_back(pattern.entities.size() > 1 ? name_of(entity) : whole);
  return out;
}

// "Query of the index by_status: ...", as a sentence.
std::string plan_sentence(const ProvenPattern& pattern, const Table& table);
// "About 2 read units a call (...)." Empty if the pattern has no price.
std::string cost_sentence(const ModelUnits& units, const Pattern& pattern);

// Why programs lack the pattern, although the proof does not refuse it. Empty if they have it.
std::string lacks_sentence(const Pattern& pattern);

}  // namespace partita::modelling
