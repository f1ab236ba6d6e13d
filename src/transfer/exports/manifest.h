// The manifests of an export, in the forms of the service: manifest-summary.json, and manifest-files.json, which has a
// line for each data file. The order of the members is that of the service's files.
#pragma once

#include <partita/enums.h>
#include <partita/error.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "transfer/formats/format.h"

namespace partita::transfer {

// Which images a line of an incremental export has.
enum class ExportView : std::uint8_t { NewImage, NewAndOldImages };

struct ExportSummary {
  // The changes of a span of time, in an incremental export.
  struct Changes {
    std::int64_t from_ms = 0;  // included
    std::int64_t to_ms = 0;    // not included
    ExportView view = ExportView::NewAndOldImages;
  };

  std::string export_arn = {};
  std::int64_t start_ms = 0;  // times are milliseconds since the Unix epoch
  std::int64_t end_ms = 0;
  std::string table_arn = {};
  std::string table_id = {};
  std::int64_t export_ms = 0;           // the moment of a full export
  std::optional<Changes> changes = {};  // only of an incremental export
  std::string bucket = {};              // empty for a directory
  std::optional<std::string> prefix = {};
  std::string sse_algorithm = "AES256";
  std::optional<std::string> sse_kms_key_id = {};
  std::string manifest_files_key = {};
  std::uint64_t billed_size_bytes = 0;
  std::uint64_t item_count = 0;
  Format format = Format::DynamoDbJson;  // DynamoDbJson or Ion
};

std::string summary_json(const ExportSummary& summary);
// Errors: ValidationException if the text is not such a summary. Members that only people read may be absent.
Result<ExportSummary> read_summary(std::string_view json);

struct DataFile {
  std::uint64_t item_count = 0;
  std::string md5 = {};  // of the compressed bytes, as base64
  std::string etag = {};
  std::string key = {};  // from the root of the bucket
};

// Without the end of the line.
std::string data_file_line(const DataFile& file);
// Errors: ValidationException if the text is not such a line.
Result<DataFile> read_data_file_line(std::string_view line);

}  // namespace partita::transfer
