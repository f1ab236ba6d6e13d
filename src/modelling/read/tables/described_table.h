// Tables of the model from the service's own descriptions of tables.
#pragma once

#include <partita/table_operations.h>

#include <string>
#include <vector>

#include "modelling/core/model.h"

namespace partita::modelling {

// The request that would create the table as it is described, without tags and policy.
CreateTableRequest request_of(const TableDescription& table);

// The table that the request would create, without entities. A request that CreateTable would refuse gives the parts
// that can be read. Parts that a Table cannot hold are added to `notes`.
Table table_of(const CreateTableRequest& request, const Place& place, std::vector<std::string>& notes);

// The service's refusal of the request, or an empty text. The name of the table is not looked at. Units that a partial
// request lacks may be in the file.
enum class RequestIs { Whole, Partial };
std::string refusal_of(CreateTableRequest request, RequestIs request_is);

}  // namespace partita::modelling
