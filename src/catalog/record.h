// Table records. A TableInfo is stored as an encoded item, so that a new member needs no new format.
#pragma once

#include <partita/error.h>

#include <string>
#include <string_view>

#include "catalog/table_info.h"

namespace partita::catalog {

// The table's record, which is an encoded item (catalog/FORMAT.md).
std::string encode_table(const TableInfo& table);
// Errors: Corruption, or DataDirectoryNewer if the record's version is unknown.
Result<TableInfo> decode_table(std::string_view bytes);

}  // namespace partita::catalog
