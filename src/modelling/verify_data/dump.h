// Dumps of a table: files with an item on each line.
#pragma once

#include <partita/database.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "modelling/verify_data/verify_data.h"

namespace partita::modelling::verify_data {

// Lines that are longer cannot hold an item, which has at most 400 KB. JSON may need six bytes for one.
inline constexpr std::size_t kLongestLine = std::size_t{4} << 20;

// Calls `each` with the number of every line that is not empty, counted from 1, and its text, or with nullopt if the
// line is longer than `longest`. The file may be compressed by gzip. Memory is bounded by `longest`. If `each` returns
// an error, reading ends with it. The path "-" is stdin.
// Errors: ResourceNotFoundException if the file does not exist; ValidationException if it cannot be read to its end.
Result<void> for_each_line(
    const std::string& path, std::size_t longest,
    const std::function<Result<void>(std::int64_t number, std::optional<std::string_view>)>& each);

// The item of a line in DynamoDB's form: {"Item": {...}} as the service's exports have it, {"NewImage": {...}} as its
// incremental exports do, or the bare item. nullopt if the line of an incremental export tells of a deleted item.
// Errors: ValidationException that names the fault.
Result<std::optional<AttributeMap>> item_of_line(std::string_view line);

// A database for the items of a dump: in memory for a small file, and otherwise in a directory of its own, which is
// removed at the end.
class DumpDatabase {
 public:
  // Errors: those of partita::open, and ResourceNotFoundException if a file does not exist.
  static Result<std::unique_ptr<DumpDatabase>> open(const std::vector<std::string>& dumps);
  ~DumpDatabase();
  const std::shared_ptr<Database>& database() const { return database_; }

 private:
  std::filesystem::path directory_;  // empty if it is in memory
  std::shared_ptr<Database> database_;
};

// Makes the table in the database, without indexes, because the keys of indexes are judged as the items have them. Then
// stores the items of the dumps. Lines without an item, items that no table can have, and items whose primary key an
// earlier line has are findings of the kind kLine.
// Errors: those of for_each_line and of the database.
Result<void> load_dumps(const std::vector<std::string>& paths, const ProvenTable& table, Database& database,
                        DataFindings& findings, const std::function<void(std::int64_t items)>& progress = {});

}  // namespace partita::modelling::verify_data
