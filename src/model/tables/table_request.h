// The CreateTable request of a table's description.
#pragma once

#include <partita/model/runtime/description.h>
#include <partita/table_operations.h>

#include <functional>
#include <string>
#include <string_view>

namespace partita::model {

using TypeOfAttribute = std::function<ScalarAttributeType(std::string_view attribute)>;

// Returns the request for the keys and indexes of `table`, with the definitions of exactly the key attributes, whose
// types `type_of` tells. The billing mode is pay per request. The table's entities are not read.
CreateTableRequest table_request(std::string name, const TableInfo& table, const TypeOfAttribute& type_of);

}  // namespace partita::model
