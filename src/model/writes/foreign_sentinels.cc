#include "model/writes/foreign_sentinels.h"

#include <algorithm>

#include "base/check.h"
#include "base/contains.h"
#include "model/plan/unique.h"
#include "model/plan/write_expression.h"

namespace partita::model {
namespace {

bool ends_ownership(const WriteAction& action) {
  return action.part == WriteAction::Part::Release || action.part == WriteAction::Part::Repoint;
}

// The key that the item has before the write.
const AttributeMap& old_key_of(const std::vector<WriteAction>& plan) {
  const auto old = std::ranges::find(plan, WriteAction::Part::OldItem, &WriteAction::part);
  return old == plan.end() ? plan.front().key : old->key;
}

WriteAction check_foreign(const WriteAction& action, const AttributeMap& owner) {
  WriteAction check{.kind = WriteAction::Kind::Check, .part = action.part, .unique = action.unique};
  check.table = action.table;
  check.key = action.key;
  Predicate other{.kind = Predicate::Kind::Or};
  for (const auto& [name, value] : owner)
    other.children.push_back({.kind = Predicate::Kind::NotEqual, .path = owner_attribute(name), .values = {value}});
  WriteExpression expression;
  expression.exists(action.table->partition);
  const auto held = expression.holds(other);
  PARTITA_CHECK(held.has_value());
  std::move(expression).into(check);
  return check;
}

}  // namespace

bool ForeignSentinels::learn(const WriteAction& action, const std::optional<Item>& found) {
  if (!ends_ownership(action)) return false;
  // A known sentinel that fails its check is the item's own by now, or is gone.
  if (std::erase(keys_, action.key) > 0) return true;
  if (!found || !owner_of_sentinel(*action.table, found->to_map())) return false;
  keys_.push_back(action.key);
  return true;
}

void ForeignSentinels::spare(std::vector<WriteAction>& plan) const {
  for (WriteAction& action : plan)
    if (ends_ownership(action) && base::contains(keys_, action.key)) action = check_foreign(action, old_key_of(plan));
}

}  // namespace partita::model
