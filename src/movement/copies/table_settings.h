// The definition and the settings of a table, read from one database and made in another one.
#pragma once

#include <partita/database.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::movement {

// The id of the statement by which `partita move` stops the programs. A policy with it is not a setting of the table.
inline constexpr std::string_view kStopStatement = "PartitaMoveStopsWrites";

struct TableSettings {
  // The table with its indexes, billing and class, without the settings below.
  CreateTableRequest table = {};
  // These are set after the items were copied: the copy would be recorded in the stream, items would expire while they
  // are compared, and a table that was copied in part could not be deleted.
  std::optional<StreamSpecification> stream = {};
  std::string expiry_attribute = {};               // of the time to live; empty if it is off
  std::optional<std::int64_t> recovery_days = {};  // of point-in-time recovery, if it is on
  std::vector<Tag> tags = {};
  std::string policy = {};  // empty if the table has no policy
  bool is_protected = false;
  std::string arn = {};
};

// The line that says why a setting is left out: "the time to live is not copied: ...". `setting` is such as "the time
// to live is".
std::string note_of(std::string_view setting, const Error& error);

// Reads the settings. An operation that the source refuses adds a line to `notes`. A source that does not know an
// operation does not have the setting. Errors: those of DescribeTable, and ResourceNotFoundException if the table does
// not exist.
Result<TableSettings> read_settings(Database& source, const std::string& table, std::vector<std::string>& notes);

// Creates a table `name` as in the settings, and waits until it is ACTIVE, for up to 30 minutes. A key of KMS belongs
// to the source's account, so it is left out with a line in `notes`. Errors: those of CreateTable.
Result<void> create_table_like(Database& target, const TableSettings& settings, const std::string& name,
                               std::vector<std::string>& notes);

// Sets the settings that the table `name` does not have yet. In a policy, the ARN of the source's table becomes that of
// the target's. A setting that the target lacks or refuses adds a line to `notes`. Errors: those of DescribeTable.
Result<void> set_settings(Database& target, const TableSettings& settings, const std::string& name,
                          std::vector<std::string>& notes);

}  // namespace partita::movement
