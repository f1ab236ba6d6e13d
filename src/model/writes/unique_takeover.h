// Takes over a unique value whose owner has expired. The database removes such an owner at some time and leaves its
// sentinel behind. A claim that finds such a sentinel reads the owner. It is then sent again with the actions that end
// the owner's claim.
#pragma once

#include <partita/model/runtime/session.h>

#include <optional>
#include <string_view>
#include <vector>

#include "model/core/async_operation.h"
#include "model/plan/write_action.h"

namespace partita::model {

// A sentinel whose owner has expired or does not exist.
struct Takeover {
  AttributeMap sentinel_key = {};
  AttributeMap owner_key = {};
  std::optional<AttributeMap> owner = {};  // as it was read; nullopt if it does not exist

  friend bool operator==(const Takeover&, const Takeover&) = default;
};

// The key of the owner to read, if a claim of an entity with time to live failed because of the sentinel `found`.
// nullopt if the value counts as taken.
std::optional<AttributeMap> owner_in_the_way(const EntityInfo& entity, const WriteAction& action,
                                             const std::optional<Item>& found);

// True if an action failed because its knowledge of a value's earlier owner is out of date. The value may then be free,
// and a write that is planned without takeovers finds that out. `part` is the part of the action, and `taken_over`
// tells whether the action is a claim with a takeover.
bool needs_new_plan(WriteAction::Part part, bool taken_over, const std::optional<Item>& found);

// True if the owner that was read has the claimed value. If not, the owner has given the value up since, or the
// sentinel was left behind.
bool owner_has_value(const WriteAction& claim, const std::optional<Item>& owner);

// The error of a write that met another owner each time.
Error owners_change(std::string_view where, int times);

// The takeover that the owner that was read allows. nullopt if the owner exists and has not expired.
std::optional<Takeover> takeover_of(const Session& session, const WriteAction& claim, const AttributeMap& owner_key,
                                    const std::optional<Item>& owner);

// Lets the claim among `actions` replace the old owner's sentinel, and adds the actions that end the owner: its removal
// with its other sentinels, or a check that it does not exist. They are added at the end. `actions` stays as it is if
// no action claims the value or if one of the actions writes the owner itself.
// Errors: ValidationException if the owner's keys cannot be made.
Result<void> take_over(std::vector<WriteAction>& actions, const EntityInfo& entity, const Takeover& takeover);

}  // namespace partita::model
