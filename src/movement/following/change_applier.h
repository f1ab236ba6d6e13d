// ChangeApplier: makes the changes of stream records in another table, those of each item in their order.
#pragma once

#include <partita/database.h>

#include <atomic>
#include <string>
#include <vector>

#include "movement/copies/write_pool.h"
#include "movement/tables/item_keys.h"
#include "transfer/tables/batch_writer.h"
#include "transfer/tables/table_facts.h"

namespace partita::movement {

struct ApplySettings {
  int lanes = 8;                          // the requests that are under way for one page of records, each on a thread
  transfer::Pace* write_units = nullptr;  // may be null, and must outlive the applier
  std::chrono::milliseconds patience = std::chrono::hours(1);
  transfer::BatchWriter::OnRefused on_refused = [](const auto&, const auto&) {};
};

// Takes the changes of a stream.
class ChangeTaker {
 public:
  virtual ~ChangeTaker() = default;
  // Takes records that follow each other in a shard. Records that were taken already may come again, as long as all
  // later ones of the shard do too. May be called from several threads for different shards. Errors end the work.
  virtual Result<void> apply(const std::vector<Record>& records, const std::atomic<bool>& is_stopped) = 0;
};

class ChangeApplier final : public ChangeTaker {
 public:
  // `source` is asked for items of which a record has no new image. The databases must outlive the applier.
  ChangeApplier(Database& source, transfer::TableFacts table, Database& target, std::string target_table,
                ApplySettings settings);

  // Makes the changes of records that follow each other in a shard: an item of the target becomes the new image of
  // its last change, and is each image before for a moment, or is deleted. If the stream has no new images, it becomes
  // the item that the source has now. Changes that were made already may be made again, as long as all later ones are
  // too. May be called from several threads for different items. Errors: those of the databases that are not the fault
  // of an item.
  Result<void> apply(const std::vector<Record>& records, const std::atomic<bool>& is_stopped) override;

 private:
  struct Change {
    std::string key;  // encoded as KeyNames has it
    const Record* record;
  };
  Result<void> apply_lane(const std::vector<Change>& lane, const std::atomic<bool>& is_stopped);
  Result<std::vector<transfer::ItemWrite>> writes_of(const std::vector<Change>& batch,
                                                     const std::atomic<bool>& is_stopped);

  Database& source_;
  const transfer::TableFacts table_;
  const KeyNames names_;
  const int lanes_;
  transfer::BatchWriter writer_;
};

}  // namespace partita::movement
