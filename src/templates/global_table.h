// AWS::DynamoDB::GlobalTable with one replica. It is a plain table with settings in two places.
#pragma once

#include "templates/table_properties.h"

namespace partita::templates {

// As read_table() (table_properties.h).
Result<TableDraft> read_global_table(const Node& properties, PropertyReport& report);

}  // namespace partita::templates
