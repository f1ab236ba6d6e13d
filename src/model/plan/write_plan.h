// Plans turn a write request into the actions that carry it out. They need no database.
//
// A single action is sent by itself, and several actions form one transaction. A plan made from a read item is
// conditional on the attributes that it used (`read`). If one of them has changed since, the write must be planned
// again.
#pragma once

#include <partita/model/runtime/item_writes.h>

#include <optional>
#include <string>
#include <vector>

#include "model/plan/field_states.h"
#include "model/plan/write_action.h"

namespace partita::model {

struct WritePlan {
  std::vector<WriteAction> actions = {};  // the first is on the request's item
  std::string write_id = {};              // stored by the write; empty without a version
  bool repeatable = true;                 // whether a second execution has no further effect
  // The item after the write, with the fields that only keys hold, if the request determines it: Create, Put and Move.
  std::optional<AttributeMap> row = {};
  // The attributes of the read item that the plan used. A value without a type marks an absent attribute.
  AttributeMap read = {};
};

// Attributes of an item that differ from what follows from its fields, such as the keys of an index that the program
// did not know that wrote the item.
struct Correction {
  AttributeMap set = {};
  std::vector<std::string> remove = {};
  std::vector<std::string> sources = {};  // the attributes from which the others follow
};

// `stored` is the result of a consistent read, or nullptr if no item was read. If it has an item, the write is on the
// primary key that this item has, also if the fields give another one or none. `write_id` is a random text that no
// other write uses. An update also applies `correction`, unless it writes an attribute of it anyway. Errors:
// ValidationException if the request lacks a value, contradicts itself or breaks a rule, or if a value cannot be in a
// key. ConditionalCheckFailedException if the read item does not exist but the request needs it. Requires: `stored` is
// given if needs_read() (needs_read.h) is true.
Result<WritePlan> plan_write(const WriteRequest& request, const StoredItem* stored, std::string write_id,
                             const Correction& correction = {});

}  // namespace partita::model
