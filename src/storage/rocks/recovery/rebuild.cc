// How a store is made from the files of a damaged directory
// 1. Table files that can be read to their end, and are of this database, are linked into the directory `work`.
// 2. RocksDB makes a manifest for them there, and the store is opened to read only.
// 3. Each key is written to the new store with its newest value. If files of before and after a compaction have the
//    same records, the newest record of each key is found by its number.
// 4. The logs follow, from the first batch that no table has, up to the first one that is damaged or does not follow
//    the batch before it.
// Each part that is left out becomes a line of the answer.
#include "storage/rocks/recovery/rebuild.h"

#include <fmt/format.h>
#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/sst_file_reader.h>
#include <rocksdb/utilities/debug.h>
#include <rocksdb/write_batch.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>

#include "base/contains.h"
#include "base/try.h"
#include "storage/open_store.h"
#include "storage/rocks/info_log.h"
#include "storage/rocks/options.h"
#include "storage/rocks/recovery/framed_file.h"
#include "storage/rocks/recovery/store_env.h"
#include "storage/rocks/recovery/synced_files.h"
#include "storage/rocks/recovery/wal_continuity.h"
#include "storage/rocks/status.h"
#include "storage/sums.h"

namespace partita::storage {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBatchBytes = 1 << 20;

class Rebuild {
 public:
  Rebuild(const std::shared_ptr<rocksdb::FileSystem>& files, const RebuildInput& input, const base::Log& log)
      : files_(files), input_(input), env_(files) {
    store_options_.log = log;
    cache_ = make_block_cache(store_options_);
  }

  Result<std::vector<std::string>> run() {
    fs::create_directories(input_.work);
    fs::create_directories(input_.to);
    PARTITA_TRY(link_tables());
    PARTITA_TRY(open_to());
    if (any_table_) PARTITA_TRY(copy_tables());
    PARTITA_TRY(replay_logs());
    if (const rocksdb::Status status = to_->Flush(rocksdb::FlushOptions()); !status.ok())
      return unexpected(write_error(status));
    if (const rocksdb::Status status = to_->Close(); !status.ok()) return unexpected(write_error(status));
    return std::move(lost_);
  }

 private:
  rocksdb::Options options() { return make_rocksdb_options(store_options_, &env_, cache_); }

  std::vector<fs::path> files_with(std::string_view ending) const {
    std::vector<fs::path> out;
    for (const auto& entry : fs::directory_iterator(input_.from))
      if (entry.is_regular_file() && entry.path().extension() == ending) out.push_back(entry.path());
    std::ranges::sort(out);
    return out;
  }

  // ---- the tables

  struct Table {
    fs::path path;
    std::string database_id;
  };

  // Links the tables that can be read to the end and are of this database.
  Result<void> link_tables() {
    std::vector<Table> tables;
    for (const fs::path& path : files_with(".sst")) {
      rocksdb::SstFileReader reader(options());
      rocksdb::Status status = reader.Open(path.string());
      if (status.ok()) status = reader.VerifyChecksum();
      if (status.IsIOError() || status.IsMemoryLimit()) return unexpected(read_error(status));
      if (!status.ok())
        lose(fmt::format("{} is damaged or was not finished, so what it alone held is left out ({})",
                         path.filename().string(), status.ToString()));
      else
        tables.push_back({path, reader.GetTableProperties()->db_id});
    }
    const std::string own = own_database(tables);
    for (const Table& table : tables) {
      if (!own.empty() && table.database_id != own) {
        lose(fmt::format("{} is of another database, so it is left out", table.path.filename().string()));
        continue;
      }
      fs::create_hard_link(table.path, fs::path(input_.work) / table.path.filename());
      any_table_ = true;
    }
    return {};
  }

  // The identity that the directory has, or nothing if no table has it: then the file that says so may be the odd one.
  std::string own_database(const std::vector<Table>& tables) const {
    std::string identity;
    if (!rocksdb::ReadFileToString(files_.get(), input_.from + "/IDENTITY", &identity).ok()) return {};
    while (identity.ends_with('\n')) identity.pop_back();
    const bool known = std::ranges::any_of(tables, [&](const Table& one) { return one.database_id == identity; });
    return known ? identity : std::string();
  }

  // RocksDB lists all tables in the first level, where it expects that a newer file has newer records only. Tables of
  // several levels are not so, which a read of one key could not cope with. An iterator merges the records by their
  // numbers, so it finds the newest one of each key in any case.
  Result<void> copy_tables() {
    rocksdb::Options of_tables = options();
    of_tables.force_consistency_checks = false;
    // GetAllKeyVersions() would seek by prefix, and pass over the files without the prefix of the key.
    of_tables.prefix_extractor = nullptr;
    // It says that data may be lost, whatever happens. What is lost, this class says.
    of_tables.info_log = make_info_log(base::Log());
    if (const rocksdb::Status status = rocksdb::RepairDB(input_.work, of_tables); !status.ok())
      return unexpected(read_error(status));
    // Each table was read to its end before, so what RocksDB puts aside now is a failure of the system.
    const fs::path aside = fs::path(input_.work) / "lost";
    if (fs::exists(aside))
      for (const auto& entry : fs::directory_iterator(aside))
        if (entry.path().extension() == ".sst")
          return fail(ErrorCode::InternalServerError,
                      fmt::format("{} could not be read again", entry.path().filename().string()));
    rocksdb::DB* opened = nullptr;
    of_tables.avoid_unnecessary_blocking_io = false;
    if (const rocksdb::Status status = rocksdb::DB::OpenForReadOnly(of_tables, input_.work, &opened); !status.ok())
      return unexpected(read_error(status));
    const std::unique_ptr<rocksdb::DB> tables(opened);
    last_in_tables_ = tables->GetLatestSequenceNumber();
    PARTITA_TRY_VALUE(repeated, has_repeated_records(*tables));
    return repeated ? copy_repeated(*tables) : copy_all(*tables);
  }

  Result<void> copy_all(rocksdb::DB& tables) {
    rocksdb::ReadOptions reading;
    reading.total_order_seek = true;
    reading.fill_cache = false;
    // With them, RocksDB 7.8 may pass over a block that cannot be read (IteratorOptions::never_discarded).
    reading.ignore_range_deletions = true;
    const std::unique_ptr<rocksdb::Iterator> it(tables.NewIterator(reading));
    for (it->SeekToFirst(); it->Valid(); it->Next())
      PARTITA_TRY(put(it->key().ToStringView(), it->value().ToStringView()));
    if (!it->status().ok()) return unexpected(read_error(it->status()));
    return write(batch_);
  }

  // Before a compaction's tables are deleted, their records are in its results too. RocksDB's iterators abort on such
  // records, so the newest one is looked for here. Erasures of whole ranges, which are records of another kind, are not
  // seen: they are made only of what nothing reads any more.
  Result<void> copy_repeated(rocksdb::DB& tables) {
    std::uint64_t records = 0;
    auto copied = each_key(tables, [&](std::span<const rocksdb::KeyVersion> versions) -> Result<bool> {
      records += versions.size();
      PARTITA_TRY_VALUE(value, newest(versions));
      if (value) PARTITA_TRY(put(versions.front().user_key, *value));
      return true;
    });
    if (!copied) return copied;
    PARTITA_TRY_VALUE(expected, records_of(tables));
    if (records != expected)
      return fail(ErrorCode::InternalServerError,
                  fmt::format("{} of the {} records of the table files could be read", records, expected));
    return write(batch_);
  }

  // GetAllKeyVersions() ends without an error where a file cannot be read, so the number of records must tell.
  static Result<std::uint64_t> records_of(rocksdb::DB& tables) {
    rocksdb::TablePropertiesCollection all;
    if (const rocksdb::Status status = tables.GetPropertiesOfAllTables(&all); !status.ok())
      return unexpected(read_error(status));
    std::uint64_t records = 0;
    for (const auto& [file, of_table] : all) records += of_table->num_entries - of_table->num_range_deletions;
    return records;
  }

  static Result<bool> has_repeated_records(rocksdb::DB& tables) {
    bool repeated = false;
    PARTITA_TRY(each_key(tables, [&](std::span<const rocksdb::KeyVersion> versions) -> Result<bool> {
      repeated = std::ranges::adjacent_find(versions, {}, &rocksdb::KeyVersion::sequence) != versions.end();
      return !repeated;
    }));
    return repeated;
  }

  // Visits the records of each key, the newest one first, until `visit` returns false.
  static Result<void> each_key(rocksdb::DB& tables,
                               const std::function<Result<bool>(std::span<const rocksdb::KeyVersion>)>& visit) {
    constexpr std::size_t kFewest = 256;
    const std::string last(64, '\xff');
    std::string from;
    std::size_t most = kFewest;
    std::vector<rocksdb::KeyVersion> versions;
    for (;;) {
      versions.clear();
      if (const auto status = rocksdb::GetAllKeyVersions(&tables, from, last, most, &versions); !status.ok())
        return unexpected(read_error(status));
      const bool at_end = versions.size() < most;
      std::size_t visited = 0;
      while (visited < versions.size()) {
        std::size_t end = visited;
        while (end < versions.size() && versions[end].user_key == versions[visited].user_key) ++end;
        // The last key may have more records than there was room for.
        if (end == versions.size() && !at_end) break;
        PARTITA_TRY_VALUE(go_on, visit(std::span(versions).subspan(visited, end - visited)));
        if (!go_on) return {};
        visited = end;
      }
      if (at_end) return {};
      most = visited == 0 ? 2 * most : kFewest;
      from = versions.back().user_key;
    }
  }

  // The value of a key with these records. nullopt if it is deleted.
  static Result<std::optional<std::string>> newest(std::span<const rocksdb::KeyVersion> versions) {
    constexpr int kDeletion = 0, kValue = 1, kMerge = 2, kSingleDeletion = 7;  // as table files have them
    std::vector<std::string_view> sums;
    std::optional<std::string> value;
    const rocksdb::KeyVersion* before = nullptr;
    for (const rocksdb::KeyVersion& version : versions) {
      const bool repeated = before != nullptr && before->sequence == version.sequence;
      before = &version;
      if (repeated) continue;
      if (version.type == kMerge) {
        sums.push_back(version.value);
        continue;
      }
      if (version.type == kValue)
        value = version.value;
      else if (version.type != kDeletion && version.type != kSingleDeletion)
        return fail(ErrorCode::Corruption, fmt::format("a record of the unknown type {}", version.type));
      break;
    }
    for (auto sum = sums.rbegin(); sum != sums.rend(); ++sum) {
      std::string added;
      add_sums(value, *sum, added);
      value = std::move(added);
    }
    return value;
  }

  // ---- the new store

  Result<void> open_to() {
    rocksdb::DB* opened = nullptr;
    rocksdb::Options of_store = options();
    of_store.create_if_missing = true;
    if (const rocksdb::Status status = rocksdb::DB::Open(of_store, input_.to, &opened); !status.ok())
      return unexpected(write_error(status));
    to_.reset(opened);
    return {};
  }

  Result<void> put(std::string_view key, std::string_view value) {
    const rocksdb::Status status = batch_.Put(rocksdb::Slice(key), rocksdb::Slice(value));
    if (!status.ok()) return unexpected(write_error(status));
    return batch_.GetDataSize() < kBatchBytes ? Result<void>() : write(batch_);
  }

  Result<void> write(rocksdb::WriteBatch& batch) {
    rocksdb::WriteOptions unlogged;
    unlogged.disableWAL = true;
    if (const rocksdb::Status status = to_->Write(unlogged, &batch); !status.ok())
      return unexpected(write_error(status));
    batch.Clear();
    return {};
  }

  // ---- the logs

  // Adds the log's batches that no table has. Returns whether the next log may follow.
  Result<bool> replay(const fs::path& path) {
    FramedFile found;
    std::optional<Error> failure;
    bool gap = false;
    const auto take = [&](std::string_view record) {
      if (failure || gap) return;
      rocksdb::WriteBatch batch{std::string(record)};
      const std::uint64_t first = first_record_of(batch);
      gap = next_record_ != 0 && first != next_record_;
      if (gap) return;
      next_record_ = first + batch.Count();
      if (next_record_ <= last_in_tables_ + 1) return;
      if (auto written = write(batch); !written) failure = std::move(written.error());
    };
    const rocksdb::IOStatus status = read_framed_file(*files_, path.string(), UINT64_MAX, take, found);
    if (!status.ok()) return unexpected(read_error(status));
    if (failure) return unexpected(*std::move(failure));
    const std::string name = path.filename().string();
    if (gap) lose(fmt::format("{} lacks the writes before its own, so all that it held is left out", name));
    if (found.intact_bytes < found.file_bytes)
      lose(fmt::format("{} is left out from byte {} on, where its last intact record ends, to its end at {}", name,
                       found.intact_bytes, found.file_bytes));
    return !gap && found.intact_bytes == found.file_bytes;
  }

  // No write may be there without the writes before it.
  Result<void> replay_logs() {
    bool follows = true;
    for (const fs::path& path : files_with(".log")) {
      const auto number = log_number_of(path.filename().string());
      if (!number || *number < input_.oldest_log) continue;
      if (base::contains(input_.unusable_logs, *number)) {
        lose(
            fmt::format("{} is left out, because it is another log than that which had been synced, or because the "
                        "header of its encryption is damaged",
                        path.filename().string()));
        follows = false;
        continue;
      }
      if (follows) {
        PARTITA_TRY_VALUE(whole, replay(path));
        follows = whole;
      } else {
        lose(fmt::format("{} is left out, because it follows writes that are lost", path.filename().string()));
      }
    }
    return {};
  }

  void lose(std::string line) { lost_.push_back(std::move(line)); }

  const std::shared_ptr<rocksdb::FileSystem>& files_;
  const RebuildInput& input_;
  StoreEnv env_;
  StoreOptions store_options_;
  std::shared_ptr<rocksdb::Cache> cache_;
  std::unique_ptr<rocksdb::DB> to_;
  rocksdb::WriteBatch batch_;
  std::vector<std::string> lost_;
  bool any_table_ = false;
  std::uint64_t last_in_tables_ = 0;
  std::uint64_t next_record_ = 0;  // 0: no record came yet
};

}  // namespace

Result<std::vector<std::string>> rebuild_store(const std::shared_ptr<rocksdb::FileSystem>& files,
                                               const RebuildInput& input, const base::Log& log) {
  return Rebuild(files, input, log).run();
}

}  // namespace partita::storage
