// BatchWriter: writes a batch of items to a table until the database has taken each of them, or refused it for its own
// sake.
#pragma once

#include <partita/database.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "transfer/tables/pace.h"

namespace partita::transfer {

// The place of a record, for messages.
struct RecordPlace {
  std::shared_ptr<const std::string> file;
  std::uint64_t line = 0;
  std::string text() const { return *file + ':' + std::to_string(line); }
};

struct ItemWrite {
  enum class Kind : std::uint8_t { Put, Delete };
  Kind kind = Kind::Put;
  AttributeMap item = {};  // the key for Delete
  RecordPlace place = {};
  std::size_t text_bytes = 0;  // of the record, as a measure of its memory
};

struct BatchSettings {
  std::string table = {};
  std::chrono::milliseconds patience = std::chrono::minutes(1);  // without any success
  // If set, the write units are counted and limited by it. It must outlive the writer.
  Pace* pace = nullptr;
};

class BatchWriter {
 public:
  // The most text_bytes of a batch, which stays below the 16 MB of a request in any form.
  static constexpr std::size_t kMostBytes = 1'000'000;

  // Takes an item that the database refused, and the reason. It is called on one thread at a time.
  using OnRefused = std::function<void(const ItemWrite&, const std::string& fault)>;

  // `database` must outlive the writer.
  BatchWriter(Database& database, BatchSettings settings, OnRefused on_refused);

  // Writes the items, which have different keys, and are at most 25. May be called from several threads. Items that the
  // database leaves unprocessed are sent again, and so are requests that it refuses for now. If it refuses the batch
  // because an item is invalid, the items are written one by one. Returns the number of items that were taken, which
  // is 0 if `is_stopped` ended the attempts. Errors: the first one that is not the fault of an item.
  Result<std::size_t> write(const std::vector<ItemWrite>& batch, const std::atomic<bool>& is_stopped);

 private:
  Result<std::size_t> write_one_by_one(const std::vector<ItemWrite>& batch, const std::atomic<bool>& is_stopped);
  Result<void> write_one(const ItemWrite& write);
  void spend(const OptionalList<ConsumedCapacity>& used);

  Database& database_;
  const BatchSettings settings_;
  const OnRefused on_refused_;
  std::mutex refused_mutex_;  // held during on_refused_
};

}  // namespace partita::transfer
