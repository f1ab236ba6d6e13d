// TransferInfo: the catalog's description of an export, an import or a bulk write. It is immutable after it was
// published. It stays for 90 days, also if its table is deleted.
#pragma once

#include <partita/transfer_operations.h>

#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include "keys/key_space.h"

namespace partita::catalog {

// Bytes that need not be UTF-8.
struct Bytes {
  std::string bytes = {};
};

struct TransferInfo {
  // In the order of the kinds. The place is stored, so never reorder them.
  using Request = std::variant<ExportTableToPointInTimeRequest, ImportTableRequest, StartBulkPutItemsRequest>;
  enum class Kind : std::uint8_t { Export, Import, BulkPut };

  keys::TableId id = 0;       // of its record; of the same series as the ids of tables, and never one of them
  std::string arn_name = {};  // the last part of its ARN: 14 digits of milliseconds, '-', 8 digits of base 16
  Request request = {};
  // The statuses of exports and imports are among these.
  BulkOperationStatus status = BulkOperationStatus::InProgress;
  std::int64_t started_ms = 0;
  std::int64_t ended_ms = 0;  // 0: it goes on
  std::string failure_code = {};
  std::string failure_message = {};

  keys::TableId table = 0;
  std::string table_name = {};
  std::string table_uuid = {};

  // Of an export.
  keys::TableId history = 0;   // of the table
  std::uint64_t moment = 0;    // changes with this sequence number or a later one are not exported
  std::uint64_t from = 0;      // changes with an earlier number are not in an incremental export
  std::int64_t export_ms = 0;  // the time of `moment`
  Bytes table_record = {};     // of the table as it was, for its keys (encode_table)
  std::string manifest = {};   // the key of the summary, when it was written

  // The counts of items and bytes. While it goes on they are those at its last checkpoint.
  std::int64_t items = 0;    // exported, imported or put
  std::int64_t records = 0;  // read, also those that could not be put
  std::int64_t errors = 0;   // records that no item could be made of, or that the table cannot hold
  std::int64_t failed_conditions = 0;
  std::int64_t bytes = 0;         // of the items of an export, or of the objects that were read
  std::int64_t bytes_in_all = 0;  // of the objects; 0: not known yet
  std::int64_t put_bytes = 0;     // of the items that a bulk write put
  std::int64_t reports = 0;       // the objects that a bulk write has written

  // The position of an import or a bulk write: behind this object, and behind so many records of the next one.
  std::string done_key = {};
  std::string partial_key = {};  // the object of which `done_records` records are done
  std::int64_t done_records = 0;
  // All items of an import are there, and its table is still to be made ACTIVE.
  bool has_read_all = false;

  Kind kind() const { return static_cast<Kind>(request.index()); }
  bool goes_on() const { return ended_ms == 0; }
  // Whether it still reads the items and the history of its table.
  bool needs_history() const { return goes_on() && kind() == Kind::Export; }
};
using TransferPtr = std::shared_ptr<const TransferInfo>;

}  // namespace partita::catalog
