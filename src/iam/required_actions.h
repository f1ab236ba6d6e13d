// The permissions that each operation needs.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/operation.h"
#include "iam/action.h"

namespace partita::iam {

using base::ResourceKind;

// When a permission is needed.
enum class When : std::uint8_t {
  Always,
  EachTable,  // once for each table of a batch
  EachGet,    // once for each Get of a transaction
  EachPut,    // once for each Put of a transaction, and so on
  EachUpdate,
  EachDelete,
  EachConditionCheck,
  EachSelect,  // once for each statement in PartiQL of that kind
  EachInsert,
  EachUpdateStatement,
  EachDeleteStatement,
  WithTags,            // if the request has Tags
  WithResourcePolicy,  // if the request has ResourcePolicy
  CreatesReplica,      // if a replica, or a witness, is to be created or deleted
  DeletesReplica,
  CreatesWitness,
  DeletesWitness,
};

struct RequiredAction {
  Action action;
  ResourceKind resource;  // never ResourceKind::Members
  When when = When::Always;
  friend bool operator==(const RequiredAction&, const RequiredAction&) = default;
};

// All permissions that the operation of that name ("PutItem") can need, those of batches, transactions and statements
// once for each member. A request is denied if one of them is denied. But a statement of BatchExecuteStatement that is
// denied fails alone. Empty if no operation has that name. The span is valid as long as the program.
std::span<const RequiredAction> required_actions(std::string_view operation);

}  // namespace partita::iam
