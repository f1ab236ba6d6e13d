// Turns a statement that writes into the write of an item.
#pragma once

#include <memory>

#include "engine/changes/item_write.h"
#include "partiql/prepare.h"

namespace partita::engine {

// A statement with the key that its write points to.
struct StatementWrite {
  partiql::PreparedStatement statement;
  AttributeMap key = {};
};

// Finds the table, and makes the write of the statement's item. An INSERT is a put with the condition that there is no
// item, an UPDATE an update with the WHERE clause as its condition. A DELETE of an item that does not exist does
// nothing. The result points into `write`, which must outlive it. Errors: ResourceNotFoundException,
// ValidationException.
Result<ItemWrite> resolve_statement(const Context& context, StatementWrite& write, ReturnConsumedCapacity capacity);

// The error of a write that failed. An INSERT has another error than the put whose condition was false. Requires: the
// write has an error.
Error error_of_statement(const ItemWrite& write);

// What RETURNING asks for. nullopt if the statement has no such clause, or if there is nothing to return.
std::optional<Item> returned_item(const ItemWrite& write);

}  // namespace partita::engine
