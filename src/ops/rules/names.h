// Names of tables and indexes, and the ARNs that a request may give in place of a table's name.
#pragma once

#include <partita/error.h>
#include <partita/table_operations.h>

#include <optional>
#include <string_view>

#include "ops/rules/constraints.h"

namespace partita::ops {

// Whether `text` is not empty and has only letters, digits, '_', '.' and '-'. The length is not limited.
bool is_name(std::string_view text);

// arn:aws:dynamodb:REGION:ACCOUNT:table/TABLE[/index/INDEX]. Any region and account is accepted.
struct TableArn {
  std::string_view region;
  std::string_view account;
  std::string_view table;
  std::string_view index;  // empty if the ARN names no index
};
// Returns nullopt if `text` has another form. The parts point into `text`.
std::optional<TableArn> parse_table_arn(std::string_view text);

// Whether `text` is arn:PARTITION:dynamodb:REGION:ACCOUNT:table/TABLE/stream/LABEL. Any region and account is accepted.
bool is_stream_arn(std::string_view text);

// The enveloped layer's fault of an empty TableName.
inline constexpr std::string_view kEmptyTableNameFault =
    "Value at 'TableName' failed to satisfy constraint: Member must have length greater than or equal to 1";

// Checks the TableName of an item operation. It must be given, and be 1 to 255 characters of the pattern or a table's
// ARN.
void constrain_table_name(Constraints& constraints, const OptionalString& name,
                          const RequestPlace& place = "tableName");
// Whether the text can be a key of a batch's RequestItems. It must be 3 to 255 characters of the pattern, or begin as
// an ARN. constrain_table_name() checks the rest of an ARN.
bool can_name_table(std::string_view text);
// The rule that can_name_table() checks, as the service words it for the keys of a map.
inline constexpr std::string_view kTableNameRule =
    "Map keys must satisfy constraint: [Member must have length less than or equal to 255, Member must have length "
    "greater than or equal to 3, Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+]";

// Checks the name of a new table or of an index. It must be 3 to 255 characters of the pattern.
void constrain_resource_name(Constraints& constraints, std::string_view name, const RequestPlace& place);
// Checks the TableName of a table operation other than CreateTable. Errors: missing, length, pattern.
Result<void> check_table_name(const OptionalString& name);

}  // namespace partita::ops
