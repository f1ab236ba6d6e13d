// The permissions that each operation needs.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "iam/action.h"

namespace partita::iam {

// What the resource of a permission is.
enum class ResourceKind : std::uint8_t {
  Table,          // arn:aws:dynamodb:REGION:ACCOUNT:table/T
  TableOrIndex,   // the index that the request names, table/T/index/I, otherwise the table
  Index,          // table/T/index/I
  Stream,         // table/T/stream/LABEL
  TableOrStream,  // the one whose ARN the request has
  Backup,         // table/T/backup/B
  Export,         // table/T/export/E
  Import,         // table/T/import/I
  GlobalTable,    // arn:aws:dynamodb::ACCOUNT:global-table/G
  AllTables,      // arn:aws:dynamodb:REGION:ACCOUNT:table/*, of which `*` is no wildcard
  Account,        // "*"
};

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
  ResourceKind resource;
  When when = When::Always;
};

// All permissions that the operation of that name ("PutItem") can need, those of batches, transactions and statements
// once for each member. A request is denied if one of them is denied. But a statement of BatchExecuteStatement that is
// denied fails alone. Empty if there is no operation of that name. The span is valid as long as the program.
std::span<const RequiredAction> required_actions(std::string_view operation);

}  // namespace partita::iam
