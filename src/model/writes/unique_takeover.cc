#include "model/writes/unique_takeover.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "base/try.h"
#include "model/keys/identify.h"
#include "model/plan/judge.h"
#include "model/plan/unique.h"
#include "model/plan/write_expression.h"
#include "model/plan/write_plan.h"
#include "model/reads/row.h"

namespace partita::model {
namespace {

using Part = WriteAction::Part;

bool is_there(const std::optional<Item>& item) { return item && !item->empty(); }

// The removal of the owner with its sentinels, on the condition that the owner is still as it was read.
Result<std::vector<WriteAction>> removal(const TableInfo& table, const EntityInfo& entity, AttributeMap owner) {
  StoredItem stored{.attributes = std::move(owner)};
  identify(table, *stored.attributes);
  WriteRequest request;
  request.kind = WriteRequest::Kind::Remove;
  request.table = &table;
  request.entity = &entity;
  request.values = *stored.attributes;
  request.any_version = true;
  const std::string_view expiry = entity.at(entity.ttl).attribute;
  request.condition = {
      .kind = Predicate::Kind::Equal, .path = std::string(expiry), .values = {*stored.attributes->find(expiry)}};
  PARTITA_TRY_VALUE(plan, plan_write(request, &stored, {}));
  return std::move(plan.actions);
}

WriteAction check_gone(const TableInfo& table, const AttributeMap& owner_key) {
  WriteAction check{.kind = WriteAction::Kind::Check};
  check.table = &table;
  check.key = owner_key;
  WriteExpression expression;
  expression.not_exists(table.partition);
  std::move(expression).into(check);
  return check;
}

}  // namespace

std::optional<AttributeMap> owner_in_the_way(const EntityInfo& entity, const WriteAction& action,
                                             const std::optional<Item>& found) {
  if (entity.ttl == kNone || action.part != Part::Claim || !is_there(found)) return std::nullopt;
  return owner_of_sentinel(*action.table, found->to_map());
}

bool needs_new_plan(Part part, bool taken_over, const std::optional<Item>& found) {
  return part == Part::Expired || (part == Part::Claim && taken_over && !is_there(found));
}

bool owner_has_value(const WriteAction& claim, const std::optional<Item>& owner) {
  if (!is_there(owner)) return false;
  const auto sentinels = judge(*claim.table, owner->to_map()).sentinels;
  return base::contains(sentinels, claim.key);
}

Error owners_change(std::string_view where, int times) {
  return {ErrorCode::TransactionConflictException,
          fmt::format(
              "{}: the owner of a unique value changed each of the {} times that it was read: the value may be free",
              where, times),
          {},
          {}};
}

std::optional<Takeover> takeover_of(const Session& session, const WriteAction& claim, const AttributeMap& owner_key,
                                    const std::optional<Item>& owner) {
  Takeover takeover{.sentinel_key = claim.key, .owner_key = owner_key};
  if (!is_there(owner)) return takeover;
  if (!has_expired(make_row(*claim.table, kNone, *owner), session)) return std::nullopt;
  takeover.owner = owner->to_map();
  return takeover;
}

Result<void> take_over(std::vector<WriteAction>& actions, const EntityInfo& entity, const Takeover& takeover) {
  const auto claim_of = [&](const AttributeMap& sentinel_key) {
    return std::find_if(actions.begin(), actions.end(), [&](const WriteAction& action) {
      return action.part == Part::Claim && action.key == sentinel_key;
    });
  };
  const auto claim = claim_of(takeover.sentinel_key);
  if (claim == actions.end()) return {};
  const TableInfo& table = *claim->table;
  const UniqueInfo* const unique = claim->unique;
  const auto on_owner = std::find_if(actions.begin(), actions.end(), [&](const WriteAction& action) {
    return action.table == &table && action.key == takeover.owner_key;
  });
  if (on_owner != actions.end() && on_owner->part != Part::Expired) return {};
  WriteExpression old_claim;
  for (const auto& [name, value] : takeover.owner_key) old_claim.equals(owner_attribute(name), value);
  std::move(old_claim).into(*claim);
  if (on_owner != actions.end()) return {};

  std::vector<WriteAction> ends;
  if (takeover.owner) {
    PARTITA_TRY_VALUE(removed, removal(table, entity, *takeover.owner));
    ends = std::move(removed);
  } else {
    ends.push_back(check_gone(table, takeover.owner_key));
  }
  for (WriteAction& action : ends) {
    // A value that this write claims gets a new owner. All other values of the old owner become free.
    if (const auto claimed = claim_of(action.key); claimed != actions.end()) {
      claimed->condition = std::move(action.condition);
      claimed->names = std::move(action.names);
      claimed->values = std::move(action.values);
      continue;
    }
    action.part = Part::Expired;
    action.unique = unique;
    actions.push_back(std::move(action));
  }
  return {};
}

}  // namespace partita::model
