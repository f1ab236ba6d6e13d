// Creates a table with the keys, indexes and time to live that its model declares.
#pragma once

#include <partita/model/runtime/session.h>

#include <memory>
#include <optional>
#include <string>

// <partita/table_operations.h> declares it. The front needs only its name.
namespace partita {
struct CreateTableRequest;
}

namespace partita::model {

// Returns the request for the model's keys, attribute types, indexes and projections. The billing mode is pay per
// request.
PARTITA_API CreateTableRequest create_table_request(const Session& session, const TableInfo& table);
// Returns the attribute by which items expire, or nullopt if no entity has one.
// Errors: ValidationException if the entities name different attributes, because a table can have only one.
PARTITA_API Result<std::optional<std::string>> ttl_attribute(const TableInfo& table);
// Creates the table, enables its time to live, and waits until it and its indexes are ACTIVE. The answer says whether
// this call created it. If the table exists, missing parts are added, because a program may have ended in the middle:
// time to live, and global indexes unless items may lack their keys. If the table is being deleted, the function waits
// and creates it again. Indexes and a time to live that the model does not know are not reported as differences,
// because a newer program may have added them.
// Errors: those of the database; ValidationException that lists the differences of an existing table, or names the
// index whose keys items may lack; ServiceUnavailable if the table does not become ACTIVE.
PARTITA_API void create_table_if_missing(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table,
                                         Done<bool> done);

}  // namespace partita::model
