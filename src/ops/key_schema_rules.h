// How key schemas, attribute definitions and projections of a table and its indexes must agree.
#pragma once

#include <partita/error.h>
#include <partita/table_operations.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace partita::ops {

// All of these require that the constraints of what they take hold.
using Definitions = std::vector<AttributeDefinition>;

// The key schema of a table: a HASH element and perhaps a RANGE element, all defined.
Result<void> check_table_keys(const std::vector<KeySchemaElement>& schema, const Definitions& definitions);
// The key schema of a local index: the table's HASH element and a RANGE element, all defined.
Result<void> check_local_index_keys(const LocalSecondaryIndex& index, const std::vector<KeySchemaElement>& table,
                                    const Definitions& definitions);
// The key schema of a global index: up to 4 HASH elements, then up to 4 RANGE elements, all defined.
Result<void> check_global_index_keys(const std::vector<KeySchemaElement>& schema, const Definitions& definitions);
// A type, and NonKeyAttributes with INCLUDE alone, each once.
Result<void> check_projection(const Projection& projection);
// Each defined once.
Result<void> check_definitions(const Definitions& definitions);

// Indexes decide which text the service chooses.
enum class HasIndexes : bool { No, Yes };
// Every definition is used by a key schema; `used` names the schemas' attributes, repeated or not.
Result<void> check_definitions_used(const Definitions& definitions, std::span<const std::string_view> used,
                                    HasIndexes has_indexes);

}  // namespace partita::ops
