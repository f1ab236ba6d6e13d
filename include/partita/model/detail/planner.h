// Finds the plan of an access pattern at compile time, or explains why the pattern has no plan.
//
// A key or index serves a pattern under two conditions. The given fields must fill its partition key and a leading run
// of its sort key, and no given field may be left over. If the pattern has a range or an order, its field must come
// next. The table's own key is preferred, then the indexes in the order of their declaration.
#pragma once

#include <partita/model/detail/key_match.h>
#include <partita/model/detail/plan_failure.h>

namespace partita::model {

struct PlanResult {
  Mistake mistake = Mistake::None;
  Plan plan = {};
};

namespace detail {

constexpr Plan plan_of(const PlanRequest& request, const EntityKey& key, const Match& found) {
  const bool whole = key.sort.empty() || (found.sort == SortCondition::Equal && !found.next.is_field());
  return {.operation = key.index == kNone && whole && !request.tree && !request.whole ? PlanOperation::GetItem
                                                                                      : PlanOperation::Query,
          .index = key.index,
          .sort = found.sort,
          .sort_parts = found.sort_parts,
          .range_field = request.range_field != kNone         ? request.range_field
                         : found.sort == SortCondition::Range ? request.bucket_field
                                                              : kNone,
          .forward = request.forward,
          .consistent = request.consistent,
          .bucket_field = request.bucket_field};
}

// True if the pattern does not ask for another index.
constexpr bool may_use(const PlanRequest& request, const EntityKey& key) {
  if (key.index != kNone && request.table->at(key.index).is_vector()) return false;
  if (request.index.empty()) return true;
  return key.index != kNone && request.table->at(key.index).name == request.index;
}

// The key by which a pattern is read.
struct KeyChoice {
  bool found = false;
  const EntityKey* key = nullptr;  // set if found
  Match match = {};                // of `key`
  // If no key was found, the worst obstacle of the keys that otherwise fit.
  Obstacle worst = {.mistake = Mistake::NoIndexServes};
};

// Returns the first key of the first entity that serves the pattern and has no obstacle.
constexpr KeyChoice choose_key(const PlanRequest& request) {
  const EntityInfo& entity = request.entity(0);
  KeyChoice choice;
  for (std::size_t i = 0; i <= entity.indexes.size(); ++i) {
    const EntityKey& key = i == 0 ? entity.primary : entity.indexes[i - 1];
    if (!may_use(request, key)) continue;
    const Match found = match(key, request);
    if (!found.all_used) continue;
    const Obstacle problem = obstacle(request, key, found);
    if (problem.mistake == Mistake::None) return {true, &key, found, {}};
    if (rank(problem.mistake) > rank(choice.worst.mistake)) choice.worst = problem;
  }
  return choice;
}

}  // namespace detail

// Returns the plan, or the mistake that prevents it. Writes the particulars of the mistake unless `where` is nullptr.
constexpr PlanResult plan(const PlanRequest& request, Text* where) {
  const detail::KeyChoice choice = detail::choose_key(request);
  if (!choice.found) {
    if (where) detail::explain_failure(request, choice.worst, *where);
    return {choice.worst.mistake, {}};
  }
  for (std::size_t k = 1; k < request.entities.size(); ++k)
    if (!detail::reaches(request.entity(k), *choice.key, choice.match)) {
      if (where) detail::explain_not_reached(request, request.entity(k), *choice.key, choice.match, *where);
      return {Mistake::NotReached, {}};
    }
  return {Mistake::None, detail::plan_of(request, *choice.key, choice.match)};
}

}  // namespace partita::model
