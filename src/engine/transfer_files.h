// TransferFiles: the files of exports, imports and bulk writes, as the engine asks for them. A layer above the engine
// implements it (objects/), so the engine knows neither the formats of files nor the stores that hold them.
//
// Objects of the classes belong to one thread at a time, and TransferFiles to all. Errors of all functions:
// ResourceNotFoundException if the bucket or the object does not exist, AccessDeniedException if the store refuses,
// ValidationException if the store cannot have such a bucket or key, ServiceUnavailable if it does not answer, and
// InternalServerError for any other failure.
#pragma once

#include <partita/error.h>
#include <partita/transfer_operations.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace partita::engine {

// Asked from time to time, also while a request waits for the store. If it returns true, the call ends soon with
// ServiceUnavailable.
using Stops = std::function<bool()>;

// ---- exports

struct ExportOrder {
  // The changes of a span of time, in milliseconds since 1970.
  struct Changes {
    std::int64_t from_ms = 0;  // inclusive
    std::int64_t to_ms = 0;    // exclusive
    ExportViewType view = ExportViewType::NewAndOldImages;
  };
  std::string arn_name = {};  // the id of the export
  std::string table_arn = {};
  std::string table_id = {};
  std::int64_t started_ms = 0;
  std::int64_t export_ms = 0;  // the moment of a full export
  std::optional<Changes> changes = {};
  std::string bucket = {};
  std::optional<std::string> prefix = {};
  S3SseAlgorithm sse_algorithm = S3SseAlgorithm::Aes256;
  std::optional<std::string> sse_key = {};
  ExportFormat format = ExportFormat::DynamodbJson;
  Stops stops = {};
};

// The last change of an item in the span. Items are encoded.
struct ExportedChange {
  std::int64_t write_time_us = 0;  // microseconds since 1970
  std::string_view keys = {};
  std::optional<std::string_view> old_image = {};
  std::optional<std::string_view> new_image = {};
};

// The files of one export. It is complete only if finish() succeeds.
class ExportFiles {
 public:
  virtual ~ExportFiles() = default;
  // Adds an encoded item to a full export.
  virtual Result<void> add(std::string_view item) = 0;
  // Adds a change to an incremental export.
  virtual Result<void> add(const ExportedChange& change) = 0;
  struct Outcome {
    std::int64_t items = 0;
    std::int64_t bytes = 0;  // of the items, by the service's formula
    std::string manifest = {};
  };
  // Must be called once, at the end.
  virtual Result<Outcome> finish() = 0;
};

// ---- imports and bulk writes

struct InputOrder {
  std::string bucket = {};
  std::string prefix = {};
  InputFormat format = InputFormat::DynamodbJson;
  InputCompressionType compression = InputCompressionType::None;
  Stops stops = {};
  bool ends_at_malformed = false;  // the rest of an object behind a record that is not JSON or Ion is not read
  // Of CSV.
  char delimiter = ',';
  std::vector<std::string> columns = {};                               // empty: the first line of each object has them
  std::map<std::string, ScalarAttributeType, std::less<>> types = {};  // of the keys of the table and its indexes
};

struct InputObject {
  std::string key = {};
  std::uint64_t size_bytes = 0;
};

struct InputRecord {
  enum class Kind : std::uint8_t {
    Item,
    Faulty,      // no item can be made of the record, and `fault` says why
    Unreadable,  // the rest of the object cannot be read, and `fault` says why
  };
  Kind kind = Kind::Item;
  AttributeMap item = {};
  OptionalString condition_expression = {};  // only with DYNAMODB_JSON and ION
  OptionalNames expression_attribute_names = {};
  OptionalItem expression_attribute_values = {};
  std::string fault = {};
  std::uint64_t line = 0;      // counted from 1
  std::string_view text = {};  // as in the object; valid until the next call
};

// Whether an error of InputFiles or InputRecords is one of the store, and not of one object.
inline bool is_of_store(const Error& error) {
  switch (error.code) {
    case ErrorCode::InternalServerError:
    case ErrorCode::ServiceUnavailable:
    case ErrorCode::AccessDeniedException:
    case ErrorCode::MissingAuthenticationTokenException:
      return true;
    default:
      return false;
  }
}

class InputRecords {
 public:
  virtual ~InputRecords() = default;
  // Returns false at the end of the object, and after an Unreadable record.
  virtual Result<bool> next(InputRecord& out) = 0;
};

class InputFiles {
 public:
  virtual ~InputFiles() = default;
  // All objects whose keys begin with the prefix, in the order of their keys.
  virtual Result<std::vector<InputObject>> list() = 0;
  virtual Result<std::unique_ptr<InputRecords>> open(const std::string& key) = 0;
};

// A record that a bulk write reports.
struct ReportedRecord {
  std::string key = {};    // of its object
  std::uint64_t line = 0;  // in the object; 0: the whole object
  std::string text = {};   // the record as it was, if no item could be made of it
  AttributeMap item = {};
  std::optional<Item> existing = {};  // the item that is there, if the condition was false
  std::string code = {};
  std::string message = {};
};

class TransferFiles {
 public:
  virtual ~TransferFiles() = default;
  // Begins an export. Data files that an earlier attempt of the same export left are removed.
  virtual Result<std::unique_ptr<ExportFiles>> begin_export(const ExportOrder& order) = 0;
  virtual Result<std::unique_ptr<InputFiles>> open_input(const InputOrder& order) = 0;
  // Whether there is such a bucket. The store is asked for the objects below the prefix, and one that refuses to list
  // them counts as there, because the right to put objects needs no right to list them.
  virtual Result<bool> has_bucket(const std::string& bucket, const std::string& prefix, const Stops& stops) = 0;
  // Writes an object with a line for each record.
  virtual Result<void> write_report(const std::string& bucket, const std::string& key,
                                    const std::vector<ReportedRecord>& records, const Stops& stops) = 0;
};

}  // namespace partita::engine
