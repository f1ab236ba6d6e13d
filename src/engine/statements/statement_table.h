// Finds the table, the index and the keys that a statement names.
#pragma once

#include <partita/error.h>

#include "catalog/table_info.h"
#include "engine/context.h"
#include "partiql/keys.h"
#include "partiql/prepare.h"

namespace partita::engine {

// Errors: ResourceNotFoundException.
Result<catalog::TablePtr> table_of(const Context& context, const partiql::Statement& statement);

// The index that a SELECT names, or nullptr. The result points into `table`. Errors: ValidationException if the index
// is unknown, or if its key has several attributes of one kind.
Result<const catalog::IndexInfo*> index_of(const partiql::Statement& statement, const catalog::TableInfo& table);

// The names point into `keys`.
partiql::KeyNames names_of(const catalog::KeySchema& keys);

// The store key of the item that a SELECT names in a batch or a transaction. `rule` is the text of the error if the
// WHERE clause has anything but an equality of each key attribute, or if the statement reads an index.
// Errors: ResourceNotFoundException, ValidationException.
struct ItemRead {
  catalog::TablePtr table;
  std::string key;
};
Result<ItemRead> resolve_item_read(const Context& context, const partiql::PreparedStatement& prepared,
                                   std::string_view rule);

// Refuses projected terms that are no paths, and paths into key attributes. Errors: ValidationException.
Result<void> check_projection(const partiql::Statement& statement, const catalog::TableInfo& table);

}  // namespace partita::engine
