// Importer: reads the records of files and puts their items into a table, or only checks them.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "transfer/formats/record_reader.h"
#include "transfer/tables/item_loader.h"

namespace partita::transfer {

// A record that is not imported.
struct RefusedRecord {
  RecordPlace place = {};
  std::string fault = {};
  // The record as it is in the file, if it could not be read as an item; otherwise empty.
  std::string_view text = {};
  const AttributeMap* item = nullptr;  // the item, if it could be read
};

struct ImportCounts {
  std::uint64_t read = 0;     // records
  std::uint64_t written = 0;  // items that the table has taken, or would be sent by a check
  std::uint64_t refused = 0;  // records that were skipped
  std::uint64_t changes = 0;  // of the records, those of an incremental export
  std::uint64_t bytes = 0;    // of text, after its decompression
};

enum class ImportMode : std::uint8_t { Write, Check };

class Importer {
 public:
  // Takes each record that is skipped. It is called on one thread at a time.
  using OnRefused = std::function<void(const RefusedRecord&)>;

  // `database` must outlive the importer.
  Importer(Database& database, TableFacts table, ImportMode mode, LoadSettings settings, OnRefused on_refused);

  // Reads a file, which is not compressed, to its end. `name` is that of the file for messages. Errors: those of the
  // source, ValidationException if the file cannot be read as a whole, and those of ItemLoader::add.
  Result<void> add_file(Source& source, Format format, const ReadSettings& settings, const std::string& name);
  // Must be called once, after the last file. Errors: those of ItemLoader::finish.
  Result<void> finish();

  // May be called from any thread.
  ImportCounts counts() const;

 private:
  Result<void> add_record(Record& record, RecordPlace place);
  void refuse(const RefusedRecord& refused);

  const TableFacts table_;
  const ImportMode mode_;
  const OnRefused on_refused_;
  std::mutex refused_mutex_;  // held during on_refused_
  std::atomic<std::uint64_t> read_ = 0;
  std::atomic<std::uint64_t> checked_ = 0;
  std::atomic<std::uint64_t> refused_ = 0;
  std::atomic<std::uint64_t> changes_ = 0;
  std::atomic<std::uint64_t> bytes_ = 0;
  std::unique_ptr<ItemLoader> loader_;  // without one, records are only checked
};

}  // namespace partita::transfer
