// Names of tables and indexes, and the ARNs that may stand for a table's name.
#pragma once

#include <partita/error.h>
#include <partita/table_operations.h>

#include <optional>
#include <string_view>

#include "ops/constraints.h"

namespace partita::ops {

// Whether `text` is made of letters, digits, '_', '.' and '-', at least one. Says nothing about its length.
bool is_name(std::string_view text);

// arn:aws:dynamodb:REGION:ACCOUNT:table/TABLE[/index/INDEX]. Whose region and account it names is not looked at.
struct TableArn {
  std::string_view region;
  std::string_view account;
  std::string_view table;
  std::string_view index;  // empty where the ARN names none
};
// nullopt where `text` has another form. The parts point into `text`.
std::optional<TableArn> parse_table_arn(std::string_view text);

// The TableName of an item operation: there, 1 to 255 characters of the pattern, or a table's ARN.
void constrain_table_name(Constraints& constraints, const OptionalString& name, const Place& place = "tableName");
// The name of a new table or of an index: 3 to 255 characters of the pattern.
void constrain_resource_name(Constraints& constraints, std::string_view name, const Place& place);
// The TableName of a table operation but CreateTable. Errors: missing, length, pattern.
Result<void> check_table_name(const OptionalString& name);

}  // namespace partita::ops
