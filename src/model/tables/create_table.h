// Creates a table by a request that the caller gives.
#pragma once

#include <partita/model/runtime/table_creation.h>
#include <partita/table_operations.h>

namespace partita::model {

// As create_table_if_missing, with the keys and indexes of `wanted` in place of those that follow from the entities of
// `table`. A model in a file may know types of attributes that no entity has.
void create_table_as(const std::shared_ptr<Session>& session, Mode mode, const TableInfo& table,
                     CreateTableRequest wanted, Done<bool> done);

}  // namespace partita::model
