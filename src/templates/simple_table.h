// AWS::Serverless::SimpleTable has one partition key, and its tags are a map. It is billed by request unless it has a
// provisioned throughput.
#pragma once

#include "templates/table_properties.h"

namespace partita::templates {

// As read_table() (table_properties.h).
Result<TableDraft> read_simple_table(const Node& properties, PropertyReport& report);

}  // namespace partita::templates
