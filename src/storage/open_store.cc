#include "storage/open_store.h"

#include <fmt/format.h>
#include <rocksdb/cache.h>
#include <rocksdb/file_system.h>
#include <unistd.h>

#include "base/try.h"
#include "storage/data_directory.h"
#include "storage/encrypted_directory.h"
#include "storage/rocks/cache/page_cache_files.h"
#include "storage/rocks/cache_statistics.h"
#include "storage/rocks/encryption/encrypted_file_system.h"
#include "storage/rocks/options.h"
#include "storage/rocks/recovery/damage.h"
#include "storage/rocks/recovery/directory_lock.h"
#include "storage/rocks/recovery/full_disk_store.h"
#include "storage/rocks/recovery/guarded_file_system.h"
#include "storage/rocks/recovery/wal_continuity.h"
#include "storage/rocks/rocks_store.h"
#include "storage/rocks/status.h"

namespace partita::storage {
namespace {

// RocksDB takes no lock when it opens read-only, but a process that writes would delete files under the reader. If no
// file in the directory can be opened for writing, there is no such process, and the reader goes on without a lock
// (nullptr).
// Errors: DataDirectoryInUse.
Result<std::shared_ptr<rocksdb::FileLock>> lock_to_read(const std::shared_ptr<rocksdb::FileSystem>& file_system,
                                                        const std::string& path) {
  rocksdb::FileLock* lock = nullptr;
  const rocksdb::IOStatus status = file_system->LockFile(path + "/LOCK", rocksdb::IOOptions(), &lock, nullptr);
  if (status.ok())
    return std::shared_ptr<rocksdb::FileLock>(
        lock, [file_system](rocksdb::FileLock* held) { file_system->UnlockFile(held, rocksdb::IOOptions(), nullptr); });
  Error error = open_error(status, path);
  if (error.code == ErrorCode::DataDirectoryInUse) return unexpected(std::move(error));
  return nullptr;
}

// Errors: Corruption, if acknowledged writes would be lost, and those of open_error().
Result<void> refuse_damage(rocksdb::FileSystem& file_system, const std::string& path, const base::Log& log) {
  PARTITA_TRY_VALUE(state, find_damage(file_system, path));
  if (!state.damage.empty()) return unexpected(damage_error(path, state.damage));
  if (state.note_damaged)
    log.warning(fmt::format("{}/{} is damaged, so damage of the logs cannot be told from a power cut at this start",
                            path, kSyncedFileName));
  return {};
}

// Without its notes a later start would take damage for a power cut.
Result<void> check_notes_writable(const std::string& path) {
  const std::string note = fmt::format("{}/{}", path, kSyncedFileName);
  if (::access(note.c_str(), F_OK) != 0 || ::access(note.c_str(), W_OK) == 0) return {};
  return fail(ErrorCode::DataDirectoryUnreadable,
              fmt::format("{} cannot be written; give it to the user of this process", note));
}

// `no_space` becomes true if the directory could not be opened for writing because its disk is full. Requires: the
// directory is locked.
Result<std::unique_ptr<RocksStore>> open_at(const std::string& path, const StoreOptions& options,
                                            std::shared_ptr<rocksdb::FileSystem> file_system, WriteMode write_mode,
                                            bool& no_space) {
  RocksParts parts;
  if (write_mode == WriteMode::Refused) {
    PARTITA_TRY_VALUE(lock, lock_to_read(file_system, path));
    parts.read_only_lock = std::move(lock);
  }
  const std::shared_ptr<rocksdb::FileSystem> files_below = file_system;
  if (options.keys) file_system = make_encrypted_file_system(std::move(file_system), options.keys);
  PARTITA_TRY(refuse_damage(*file_system, path, options.log));
  if (write_mode != WriteMode::Refused && !options.file_system) PARTITA_TRY(check_notes_writable(path));
  if (write_mode != WriteMode::Refused && options.keys)
    PARTITA_TRY(upgrade_data_directory(*files_below, path, Encrypted::Yes, no_space));
  if (write_mode != WriteMode::Refused) parts.synced_files = std::make_shared<SyncedFiles>(file_system, path);
  parts.counters = std::make_shared<Counters>();
  const auto guard = std::make_shared<WalGuard>(parts.counters);
  file_system = make_guarded_file_system(std::move(file_system), guard, parts.synced_files);
  parts.env = std::make_unique<StoreEnv>(file_system);
  parts.healer = std::make_unique<Healer>(guard, *parts.env);
  parts.no_wait_reads = options.file_system ? NoWaitReads::Unsupported : NoWaitReads::Supported;
  parts.block_cache = make_block_cache(options);
  parts.cache_bytes = parts.block_cache->GetCapacity();
  parts.rows = std::make_unique<RowCache>(parts.block_cache);
  auto rocksdb_options = make_rocksdb_options(options, parts.env.get(), parts.block_cache);
  // RocksDB 7.8 aborts the process if it fails to open a directory for reading and may delete files in the background.
  if (write_mode == WriteMode::Refused) rocksdb_options.avoid_unnecessary_blocking_io = false;
  rocksdb_options.statistics = std::make_shared<CacheStatistics>(parts.counters);
  parts.healer->listen(rocksdb_options);
  parts.stall.listen(rocksdb_options);
  if (write_mode != WriteMode::Refused)
    remove_leftovers(*file_system, path, options.kept_log_bytes > 0 ? KeptLogs::Stay : KeptLogs::Go);
  parts.wal_continuity = std::make_unique<WalContinuity>(*file_system, path, options.log);
  rocksdb_options.wal_filter = parts.wal_continuity.get();
  rocksdb::DB* db = nullptr;
  const rocksdb::Status status = write_mode == WriteMode::Refused
                                     ? rocksdb::DB::OpenForReadOnly(rocksdb_options, path, &db)
                                     : rocksdb::DB::Open(rocksdb_options, path, &db);
  no_space = is_for_lack_of_space(status);
  if (!status.ok()) return unexpected(open_error(status, path));
  parts.db.reset(db);
  if (write_mode == WriteMode::Logged && options.kept_log_bytes > 0) {
    parts.change_log = std::make_unique<RocksChangeLog>(*db);
    PARTITA_TRY(parts.change_log->drop_lost_logs());
  }
  if (write_mode != WriteMode::Refused) parts.tombstones = std::make_unique<Tombstones>(*db, *parts.healer);
  return std::make_unique<RocksStore>(std::move(parts), write_mode);
}

WriteMode write_mode_of(const StoreOptions& options) {
  if (options.read_only) return WriteMode::Refused;
  return options.write_ahead_log ? WriteMode::Logged : WriteMode::Unlogged;
}

}  // namespace

Result<std::unique_ptr<Store>> open_store(const std::string& path, const StoreOptions& options) {
  const std::shared_ptr<rocksdb::FileSystem> file_system =
      options.file_system ? options.file_system : page_cache_file_system();
  PARTITA_TRY(prepare_data_directory(*file_system, path, options));
  const WriteMode write_mode = write_mode_of(options);
  auto lock = std::make_shared<DirectoryLock>();
  // A file system that a test injects has no directory that the system could lock.
  if (!options.file_system) {
    PARTITA_TRY_VALUE(
        taken, DirectoryLock::take(path, options.read_only ? DirectoryLock::Mode::Read : DirectoryLock::Mode::Write));
    *lock = std::move(taken);
  }
  PARTITA_TRY(check_keys(*file_system, path, options));
  const auto open_to_write = [=](bool& no_space) -> Result<std::unique_ptr<Store>> {
    PARTITA_TRY_VALUE(store, open_at(path, options, file_system, write_mode, no_space));
    if (!options.read_only && !options.keys)
      PARTITA_TRY(upgrade_data_directory(*file_system, path, Encrypted::No, no_space));
    store->keep(lock);
    return std::unique_ptr<Store>(std::move(store));
  };
  bool no_space = false;
  auto store = open_to_write(no_space);
  if (store || !no_space || options.read_only) return store;
  options.log.error(fmt::format("{}; until there is room, it is opened for reading only", store.error().message));
  PARTITA_TRY_VALUE(reading, open_at(path, options, file_system, WriteMode::Refused, no_space));
  reading->keep(lock);
  const auto reopen = [open_to_write](Store& reading_store) {
    static_cast<RocksStore&>(reading_store).release_lock_file();
    bool still_no_space = false;
    return open_to_write(still_no_space);
  };
  return std::make_unique<FullDiskStore>(std::move(reading), reopen, store.error().message, options.log);
}

}  // namespace partita::storage
