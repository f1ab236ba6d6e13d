// Rules by which the key schemas, attribute definitions and projections of a table and its indexes must agree.
#pragma once

#include <partita/error.h>
#include <partita/table_operations.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace partita::ops {

// All of these functions require that their arguments satisfy the constraints of table_constraints.h.
using Definitions = std::vector<AttributeDefinition>;

// Checks a table's key schema. It must have a HASH element and may have a RANGE element. All must be defined.
Result<void> check_table_keys(const std::vector<KeySchemaElement>& schema, const Definitions& definitions);
// Checks a local index's key schema. It must have the table's HASH element and a RANGE element. All must be defined.
Result<void> check_local_index_keys(const LocalSecondaryIndex& index, const std::vector<KeySchemaElement>& table,
                                    const Definitions& definitions);
// Checks a global index's key schema. It must have 1 to 4 HASH elements, then up to 4 RANGE elements. All must be
// defined.
Result<void> check_global_index_keys(const std::vector<KeySchemaElement>& schema, const Definitions& definitions);
// Checks that there is a type, and NonKeyAttributes if and only if the type is INCLUDE, each name once.
Result<void> check_projection(const Projection& projection);
// Checks that each attribute is defined only once.
Result<void> check_definitions(const Definitions& definitions);

// The service's text depends on whether the table has indexes.
enum class HasIndexes : bool { No, Yes };
// Checks that a key schema uses every definition. `used` has the attribute names of all schemas, possibly repeated.
Result<void> check_definitions_used(const Definitions& definitions, std::span<const std::string_view> used,
                                    HasIndexes has_indexes);

}  // namespace partita::ops
