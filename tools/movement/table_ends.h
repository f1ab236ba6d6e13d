// The ends of the commands that move and compare tables: a database at an endpoint, a data directory, an export or an
// archive, each as a Database.
#pragma once

#include <partita/database.h>

#include <CLI/App.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "archive/archive.h"
#include "archive_location.h"

namespace partita::tools {

// One end as the user names it:
//   http://HOST:PORT, https://HOST   an endpoint
//   aws:REGION                       Amazon DynamoDB
//   archive:URL                      an archive, as it was at --at
//   export:PLACE, s3://BUCKET/PREFIX, a file, or a directory with files of an export    an export
//   any other directory              a data directory
struct TableEnd {
  enum class Kind : std::uint8_t { Endpoint, Amazon, DataDirectory, Export, Archive };

  std::string text = {};
  std::string profile = {};  // of the AWS configuration, for an endpoint
  // For a data directory.
  std::string encryption_key = {};
  std::string account = {};
  std::string region = {};

  Kind kind() const;
  // The place of an export, as `partita import` takes it.
  std::string export_place() const;
  // The region of Amazon DynamoDB; empty for another end.
  std::string amazon_region() const;
};

// The settings of both ends.
struct EndSettings {
  ArchiveLocationOptions archive = {};  // without the URL
  std::string at = {};
  std::string scratch = {};
};

// Adds the positional argument SOURCE and its options. Requires: the values outlive `app`.
void add_source_end(CLI::App& app, TableEnd& source, EndSettings& settings);
// Adds the positional arguments SOURCE and TARGET, the options of each, and those of both. Requires: the values outlive
// `app`.
void add_table_ends(CLI::App& app, TableEnd& source, TableEnd& target, EndSettings& settings);

// An end that is open.
struct OpenEnd {
  TableEnd end = {};
  // The data directory that an export or an archive became. It is removed after the database is closed.
  std::unique_ptr<ScratchDirectory> scratch = {};
  // Of an archive, the operation that was restored last; of an export, its id or the sizes and times of its files.
  std::string version = {};
  std::unique_ptr<Database> database = {};
};

enum class EndUse : std::uint8_t { Read, Write };
struct OpenEnds {
  OpenEnd source = {};
  OpenEnd target = {};
};
// Errors: ValidationException if an option names a property that the end does not have.
Result<void> check_end_options(const TableEnd& source, const TableEnd& target, const EndSettings& settings);

// Opens both ends, which may be one data directory. The source is read. An archive is restored into a scratch
// directory, and an export gets an empty one. A data directory that is written is made if it is missing. Errors:
// ValidationException if an archive or an export is to be written, or if a data directory that is read does not exist;
// those of partita::connect and partita::open, and of the archive.
Result<OpenEnds> open_ends(const TableEnd& source, const TableEnd& target, const EndSettings& settings,
                           EndUse use_of_target);
// Opens the source alone, to be read. Errors: as open_ends.
Result<OpenEnd> open_source(const TableEnd& source, const EndSettings& settings);
// Puts the items of an export into a table of its scratch directory that is made by `table`. Errors:
// ValidationException if the export is an incremental one, or if a record is not an item; those of the files.
Result<void> load_export(OpenEnd& open, const EndSettings& settings, CreateTableRequest table);

// A table of --table, and its name at the target.
struct TablePair {
  std::string source;
  std::string target;
};
// Adds --table NAME or NAME=NAME_AT_TARGET, which may be given several times.
void add_table_option(CLI::App& app, std::vector<std::string>& tables);
Result<std::vector<TablePair>> pairs_of(const std::vector<std::string>& tables);
// A text without a line break that names the table, and not a later one of the same name.
std::string identity(const OpenEnd& open, const TableDescription& table);
// Whether the table has no item, by a Scan to the first one.
Result<bool> is_empty(Database& database, const std::string& table);
// The names of all tables of a database.
Result<std::vector<std::string>> all_tables(Database& database);

}  // namespace partita::tools
