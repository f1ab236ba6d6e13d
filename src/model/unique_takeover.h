// Taking over a unique value whose owner has expired: the database removes such an item some day, or has removed it, and
// leaves its sentinel. A claim that finds one reads the owner, and is sent again with what ends the owner's claim.
#pragma once

#include <partita/model/runtime.h>

#include <optional>
#include <string_view>
#include <vector>

#include "model/caller.h"
#include "model/write_action.h"

namespace partita::model {

// A sentinel whose owner is gone, or has expired.
struct Takeover {
  AttributeMap sentinel_key = {};
  AttributeMap owner_key = {};
  std::optional<AttributeMap> owner = {};  // as read; none: it is gone

  friend bool operator==(const Takeover&, const Takeover&) = default;
};

// The key of the owner to read where a claim of an entity with time to live failed, and `found` is the sentinel in its
// way. nullopt: the value is taken for good.
std::optional<AttributeMap> owner_in_the_way(const EntityInfo& entity, const WriteAction& action,
                                             const std::optional<Item>& found);

// Whether an action of that part failed because what it knew of the earlier owner of a claimed value is so no more: the value
// may be free, which a write that is planned without takeovers finds out. `taken_over`: it is a claim with a takeover.
bool knew_too_little(WriteAction::Part part, bool taken_over, const std::optional<Item>& found);

// Whether the owner that was read has the value that is claimed. Where it has not, it gave the value up meanwhile, or the
// sentinel was left behind.
bool owner_has_value(const WriteAction& claim, const std::optional<Item>& owner);

// The error of a write that met another owner each time.
Error owners_change(std::string_view where, int times);

// What the owner that was read allows; nullopt: it has not expired.
std::optional<Takeover> takeover_of(const Session& session, const WriteAction& claim, const AttributeMap& owner_key,
                                    const std::optional<Item>& owner);

// Lets the claim among `actions` end the old owner's claim, and adds what ends the owner: its removal with its other
// sentinels, or a check that it is gone. The actions added come last. Nothing is done if no action claims the value, or
// if one of them writes the owner itself.
// Errors: ValidationException: the owner's keys cannot be made.
Result<void> take_over(std::vector<WriteAction>& actions, const EntityInfo& entity, const Takeover& takeover);

}  // namespace partita::model
