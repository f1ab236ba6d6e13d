// Taking over a unique value whose owner has expired: the database removes such an item some day, or has removed it, and
// leaves its sentinel. A claim that finds one reads the owner, and is sent again with what ends the owner's claim.
#pragma once

#include <partita/model/runtime.h>

#include <optional>
#include <vector>

#include "model/caller.h"
#include "model/write_action.h"

namespace partita::model {

// A sentinel whose owner is gone, or has expired.
struct Takeover {
  AttributeMap sentinel_key = {};
  AttributeMap owner_key = {};
  std::optional<AttributeMap> owner = {};  // as read; none: it is gone
};

// The key of the owner to read where a claim of an entity with time to live failed, and `found` is the sentinel in its
// way. nullopt: the value is taken for good.
std::optional<AttributeMap> owner_in_the_way(const EntityInfo& entity, const WriteAction& action,
                                             const std::optional<Item>& found);

// What the owner that was read allows; nullopt: it has not expired.
std::optional<Takeover> takeover_of(const Session& session, const WriteAction& claim, const AttributeMap& owner_key,
                                    const std::optional<Item>& owner);

// Lets the claim among `actions` end the old owner's claim, and adds what ends the owner: its removal with its other
// sentinels, or a check that it is gone. The actions added come last. Nothing is done if no action claims the value, or
// if one of them writes the owner itself.
// Errors: ValidationException: the owner's keys cannot be made.
Result<void> take_over(std::vector<WriteAction>& actions, const EntityInfo& entity, const Takeover& takeover);

}  // namespace partita::model
