// Catalog: the descriptions of all tables of a realm, kept in the store and in memory. All functions except load() may
// be called from several threads at once.
//
// Readers get an immutable TablePtr. Changes are made one at a time. A change is first written with the database's sync
// and published afterwards, so a crash cannot undo a change that was visible.
//
// All descriptions are in memory. The catalogs of all realms together count about how many bytes they take, and refuse
// what users add beyond a limit. What the database changes by itself is never refused.
//
// Ids of tables and indexes are never reused, because the batch that takes an id also stores the next one. All realms
// of a store have one series of ids, so the keys of items need no realm.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/backup_info.h"
#include "catalog/realm.h"
#include "catalog/table_info.h"
#include "catalog/transfer_info.h"
#include "storage/store.h"

namespace partita::catalog {

// The keys of a dropped table or index. They are not read any more and must still be erased.
struct Drop {
  keys::TableId table = 0;
  keys::IndexId index = keys::kBaseTable;  // kBaseTable means the whole table
};

// The bounds of the keys, the first inclusive, the second exclusive.
std::pair<std::string, std::string> keys_of(const Drop& drop);

// Whether a change may make the descriptions larger than the limit allows.
enum class Growth : std::uint8_t { Free, Limited };

class Catalog {
 public:
  // The catalog of the store's own realm. Requires: `store` outlives the catalog.
  explicit Catalog(storage::Store& store, storage::Store::Sync sync);
  // The catalog of another realm of the same store. It is empty at first.
  Catalog(const Catalog& own, Realm realm);

  // Gives the catalog of a realm, which it makes if it is asked for the first time.
  using CatalogOf = std::function<Result<Catalog*>(const Realm&)>;
  // Reads all records of the store into this catalog and into those that `other` gives for other realms. Without
  // `other` the records of other realms are left out. Requires: this is the own realm's, and it is called once, before
  // all other functions. Errors: Corruption, DataDirectoryNewer, InternalServerError, and those of `other`.
  Result<void> load(const CatalogOf& other = {});

  // Reads all records again, because another process wrote them, and publishes the changes. `others` are the
  // catalogs of all other realms that there are. Requires: this is the own realm's, and these catalogs write no
  // changes. Errors: as load().
  Result<void> reload(std::span<Catalog* const> others, const CatalogOf& other);

  // The most bytes that the descriptions of all realms may take. Must be called before all functions but load().
  void limit_bytes(std::size_t most) { shared_->most_bytes = most; }
  // About how many bytes the descriptions of all realms take.
  std::size_t bytes() const { return shared_->bytes.load(std::memory_order_relaxed); }

  const Realm& realm() const { return realm_; }
  // What precedes the names and the client request tokens of the realm in stored keys.
  const std::string& key_prefix() const { return key_prefix_; }
  // Whether it has neither tables nor streams, backups, exports, imports or bulk writes.
  bool is_empty() const;

  // Return nullptr if the table does not exist.
  TablePtr find(std::string_view name) const;
  TablePtr find(keys::TableId id) const;
  // At most `limit` names that are greater than `start`, sorted.
  std::vector<std::string> names_after(std::string_view start, std::size_t limit) const;
  // All tables, sorted by name.
  std::vector<TablePtr> tables() const;
  // Returns nullptr if there is no such stream.
  StreamPtr find_stream(keys::TableId id) const;
  // All streams, with those of deleted tables, sorted by the table's name and then by their creation.
  std::vector<StreamPtr> streams() const;
  // Returns nullptr unless a backup has this last part of its ARN.
  BackupPtr find_backup(std::string_view arn_name) const;
  // All backups, those of deleted tables included, the oldest first.
  std::vector<BackupPtr> backups() const;
  // Whether the store has the table's record in the snapshot. Waits for the disk. Errors: InternalServerError,
  // Corruption.
  Result<bool> is_stored(std::string_view name, const storage::Snapshot& snapshot) const;
  // Returns nullptr unless an export, import or bulk write has this last part of its ARN.
  TransferPtr find_transfer(std::string_view arn_name) const;
  TransferPtr find_transfer(keys::TableId id) const;
  // All exports, imports and bulk writes, the oldest first.
  std::vector<TransferPtr> transfers() const;
  // A number that changes with every change of a table or stream, before the functions above show the change. So what a
  // reader learned from them after it read the number counts as long as the number stays.
  std::uint64_t version() const { return version_.load(std::memory_order_acquire); }

  // Adds a table and fills in its id. `check` is called while no other change can be made. If it fails, the table
  // is not added. If it has a stream, the stream's members `id`, `table`, `table_name` and `keys`
  // are filled in too. Errors: ResourceInUseException, LimitExceededException, InternalServerError, and those of
  // `check`.
  Result<TablePtr> add(TableInfo table, const std::function<Result<void>()>& check = {});
  // Replaces a table by a copy that `change` modifies. If `change` fails, the table stays as it is. `also` is written
  // in the same batch. A change may give the table another StreamInfo: with id 0 it is a new stream, whose members are
  // filled in as by add(), and the stream before must have ended. Otherwise it replaces the stream's description. It
  // must not remove the stream. A change may give the table a History with id 0, which is filled in. If it removes a
  // Restore whose source is gone, the source's keys are noted as to be erased. Errors: ResourceNotFoundException if the
  // table does not exist any more, LimitExceededException if the growth is limited, InternalServerError, and the errors
  // of `change`.
  Result<TablePtr> update(keys::TableId id, const std::function<Result<void>(TableInfo&)>& change,
                          storage::Batch also = {}, Growth growth = Growth::Free);
  // Removes a table. The same batch notes that its keys must be erased, or, if it has backups or a restore reads it,
  // only those of its indexes. `last_backup` may give a backup of the table, which is added in the same batch, and
  // whose id and table are filled in. `check` gets the current table, while no other change can be made. If it fails,
  // the table stays. If the table has an enabled stream, `end_of_stream` is required: the stream, which it gets, ends
  // before the sequence number that it returns. Errors: ResourceNotFoundException if the table does not exist any more,
  // InternalServerError, and the errors of `check`.
  using Check = std::function<Result<void>(const TableInfo&)>;
  using EndOfStream = std::function<std::uint64_t(const StreamInfo&)>;
  using LastBackup = std::function<std::optional<BackupInfo>(const TableInfo&)>;
  Result<void> remove(
      keys::TableId id, const Check& check = [](const TableInfo&) { return Result<void>(); },
      const EndOfStream& end_of_stream = {}, const LastBackup& last_backup = {});
  // Adds a backup of the table `backup.table.id`, as the table is now, and fills in the id, the table and its history.
  // Errors: ResourceNotFoundException if the table does not exist any more, or has no history that is complete since
  // `backup.moment`; LimitExceededException; InternalServerError.
  Result<BackupPtr> add_backup(BackupInfo backup);
  // Notes for each backup whether entries of its table's history may be lost. Errors: InternalServerError.
  Result<void> set_doubtful(bool is_doubtful);
  // Removes a backup. If its table is gone and the table's keys are not needed any more, they are noted as to be
  // erased. `check` is called while no other change can be made. Errors: BackupNotFoundException if it does not exist
  // any more, InternalServerError, and those of `check`.
  Result<void> remove_backup(
      keys::TableId id, const std::function<Result<void>()>& check = [] { return Result<void>(); });
  // Adds an export, import or bulk write and fills in its id. `check` is called while no other change can be made. If
  // it fails, it is not added. Errors: LimitExceededException, InternalServerError, and those of `check`.
  Result<TransferPtr> add_transfer(TransferInfo transfer, const std::function<Result<void>()>& check);
  // Adds a table together with the import that fills it, and fills in their ids. Errors: those of add().
  Result<TransferPtr> add_import(TableInfo table, TransferInfo transfer, const std::function<Result<void>()>& check);
  // Replaces one by a copy that `change` modifies. If `change` fails, it stays as it is. If an export ends whose table
  // is gone, the table's keys are noted as to be erased. Errors: ResourceNotFoundException if it does not exist any
  // more, InternalServerError, and those of `change`.
  Result<TransferPtr> update_transfer(keys::TableId id, const std::function<Result<void>(TransferInfo&)>& change);
  // Removes one. It is not an error if it does not exist. Errors: InternalServerError.
  Result<void> remove_transfer(keys::TableId id);
  // Replaces the description of a stream that is not the latest one of its table any more, or whose table was deleted,
  // by a copy that `change` modifies. If `change` fails, it stays as it is. Errors: ResourceNotFoundException if there
  // is no such stream, LimitExceededException if the growth is limited, InternalServerError, and the errors of
  // `change`.
  Result<void> update_former_stream(keys::TableId id, const std::function<Result<void>(StreamInfo&)>& change,
                                    Growth growth = Growth::Free);
  // Removes a stream that has ended, and notes that its records must be erased. Its table, if it still exists, keeps
  // only the creation time of the stream. Errors: ResourceNotFoundException if there is no such stream,
  // InternalServerError.
  Result<void> remove_stream(keys::TableId id);
  // Removes an index from a table and notes that its keys must be erased. Errors: ResourceNotFoundException,
  // InternalServerError.
  Result<TablePtr> remove_index(keys::TableId id, keys::IndexId index);

  // The ranges that must still be erased, with those from before a crash, of all realms. Errors: Corruption,
  // InternalServerError.
  Result<std::vector<Drop>> pending_drops() const;
  // Whether a caller holds an earlier description of the table, or of the table with the history of that id, and so may
  // still read keys that were dropped since. The table may be one of another realm.
  bool is_held(keys::TableId id) const;
  // Must be called after the range was erased. Errors: InternalServerError.
  Result<void> forget(const Drop& drop);

 private:
  using Tables = std::map<std::string, TablePtr, std::less<>>;

  // What a description takes in memory.
  struct Part {
    std::size_t bytes = 0;
    bool is_ended = false;  // a stream that was disabled, or whose table was deleted
  };
  // What the catalogs of all realms of a store share.
  struct Shared {
    Shared(storage::Store& given, storage::Store::Sync how) : store(given), sync(how) {}
    storage::Store& store;
    const storage::Store::Sync sync;
    std::mutex change_mutex;          // held for the length of a change
    keys::TableId next_table_id = 1;  // guarded by change_mutex
    // The description of each table and each stream, by its id. Guarded by change_mutex, as the sums are.
    std::map<keys::TableId, Part> parts;
    std::size_t live_bytes = 0, ended_bytes = 0;
    std::atomic<std::size_t> bytes{0};  // of all in `parts`
    std::size_t most_bytes = SIZE_MAX;
    std::mutex retired_mutex;
    // Earlier descriptions, by the ids of the table and of its history. Some are not held any more. Guarded by
    // retired_mutex.
    std::vector<std::pair<keys::TableId, std::weak_ptr<const TableInfo>>> retired;
  };

  // The descriptions of a realm.
  struct Loaded {
    Tables tables;
    Streams streams;
    std::map<keys::TableId, BackupPtr> backups;
    std::map<keys::TableId, TransferPtr> transfers;
  };
  // Reads all records, those of each realm into its catalog's part. Requires: change_mutex is held. Errors: as load().
  Result<void> read_all(const CatalogOf& other, std::map<Catalog*, Loaded>& out);
  void show(Loaded loaded);
  Result<void> skip_ids_in_use();
  // Notes a transfer that was written.
  void note_transfer(const TransferPtr& transfer, std::size_t record_bytes);
  // What descriptions with these ids would take if their records had these bytes. A change of the catalog makes one,
  // and calls note() after it was written.
  class Size;
  // Writes and publishes a table, with its stream if that has changed. `next_id` is the first id that the caller did
  // not take. Requires: change_mutex is held.
  Result<TablePtr> publish(TableInfo table, storage::Batch batch, keys::TableId next_id, Growth growth);
  Result<TablePtr> publish(TableInfo table, storage::Batch batch, Growth growth = Growth::Free) {
    return publish(std::move(table), std::move(batch), shared_->next_table_id, growth);
  }
  std::string record_key(std::string_view table_name) const;
  // Makes retire() need no memory.
  void reserve_retired();
  // Notes the keys of a table that is gone, and of its history, as to be erased, unless a backup or an export other
  // than `without` or a restore into a table other than `but_for` needs them. Requires: change_mutex is held.
  void release(keys::TableId table, keys::TableId history, keys::TableId without, keys::TableId but_for,
               storage::Batch& batch) const;
  // Whether a backup or an export other than `without`, or a restore into a table other than `but_for`, needs the
  // table's items.
  bool is_needed(keys::TableId table, keys::TableId without, keys::TableId but_for) const;
  // Fills in the members that a backup repeats of its table. Requires: change_mutex is held.
  BackupInfo completed(BackupInfo backup, const TableInfo& table) const;
  // Notes a description that is replaced or removed.
  void retire(const TablePtr& table) noexcept;
  // Makes version() another one. Requires: tables_mutex_ is held, and nothing was changed under it yet.
  void begin_change() noexcept { version_.fetch_add(1, std::memory_order_release); }

  const std::shared_ptr<Shared> shared_;
  const Realm realm_;
  const std::string key_prefix_;
  mutable std::shared_mutex tables_mutex_;  // guards by_name_, streams_, backups_ and transfers_; held for a look-up
  Tables by_name_;
  Streams streams_;
  std::map<keys::TableId, BackupPtr> backups_;      // by id, so the oldest first
  std::map<keys::TableId, TransferPtr> transfers_;  // likewise
  std::atomic<std::uint64_t> version_{1};
};

}  // namespace partita::catalog
