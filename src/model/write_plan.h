// From a write request to the actions that carry it out: pure, without a database.
//
// One action is sent alone, several in one transaction. A plan that was made from a read item is conditional on what it
// used of that item (`read`): where one of these has changed since, the write has to be planned anew.
#pragma once

#include <partita/model/runtime.h>

#include <optional>
#include <string>
#include <vector>

#include "model/field_states.h"
#include "model/write_action.h"

namespace partita::model {

struct WritePlan {
  std::vector<WriteAction> actions = {};  // the first is on the request's item
  std::string write_id = {};              // that the write stores; empty: none
  bool repeatable = true;                 // doing it twice is the same as doing it once
  // The item after the write with the fields that only keys hold, where the request says it all: Create, Put, Move.
  std::optional<AttributeMap> row = {};
  // What the plan took from the read item, by attribute; a value without a type: it was absent.
  AttributeMap read = {};
};

// Whether the plan needs the item as it is stored.
bool needs_read(const WriteRequest& request);

// Whether a write of its own reads it: also a removal that is a transaction, which gives no old item back.
bool reads_before_write(const WriteRequest& request);

// `stored`: what a consistent read found, nullptr where nothing was read. `write_id`: random, of this write alone.
// Errors: ValidationException: what the request lacks, contradicts, or may not do; a value that cannot stand in a key.
// ConditionalCheckFailedException: the item that was read is not there, or not as the request wants it.
// Requires: stored, where needs_read().
Result<WritePlan> plan_write(const WriteRequest& request, const StoredItem* stored, std::string write_id);

}  // namespace partita::model
