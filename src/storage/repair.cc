#include "storage/repair.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <rocksdb/db.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include "base/try.h"
#include "storage/data_directory.h"
#include "storage/open_store.h"
#include "storage/rocks/cache/page_cache_files.h"
#include "storage/rocks/options.h"
#include "storage/rocks/recovery/damage.h"
#include "storage/rocks/recovery/directory_lock.h"
#include "storage/rocks/recovery/framed_file.h"
#include "storage/rocks/recovery/store_env.h"
#include "storage/rocks/recovery/synced_files.h"
#include "storage/rocks/status.h"

namespace partita::storage {
namespace {

namespace fs = std::filesystem;

unexpected<Error> repair_failure(const std::string& path, std::string_view why) {
  return fail(ErrorCode::InternalServerError, fmt::format("repairing the data directory {} failed: {}", path, why));
}

// A copy or a new name is durable once the file or its directory is synced.
bool sync_path(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool synced = ::fsync(descriptor) == 0;
  ::close(descriptor);
  return synced;
}

// Table files never change, so a second name keeps them without a copy.
void keep_file(const fs::path& file, const fs::path& folder) {
  const fs::path kept = folder / file.filename();
  std::error_code no_link;
  if (file.extension() == ".sst") fs::create_hard_link(file, kept, no_link);
  if (file.extension() == ".sst" && !no_link) return;
  fs::copy_file(file, kept);
  if (!sync_path(kept)) throw fs::filesystem_error("cannot sync", kept, std::error_code(errno, std::system_category()));
}

// Other files of the directory, such as keys, are not touched, so they need no second place.
bool is_of_store(const fs::path& file) {
  const std::string name = file.filename().string();
  return file.extension() == ".sst" || file.extension() == ".log" || name.starts_with("MANIFEST-") ||
         name == "CURRENT" || name == "IDENTITY" || name == "partita.format" || name == kSyncedFileName;
}

class Repair {
 public:
  Repair(const std::string& path, const base::Log& log) : path_(path), log_(log), files_(page_cache_file_system()) {}

  Result<RepairReport> run() {
    auto opened = open_store(path_, {.create_if_missing = false, .read_only = true, .log = log_});
    if (opened) return RepairReport{};
    if (opened.error().code != ErrorCode::Corruption) return unexpected(std::move(opened.error()));
    // Nothing else says how the data is to be read.
    PARTITA_TRY(check_format(*files_, path_));
    PARTITA_TRY_VALUE(lock, DirectoryLock::take(path_, DirectoryLock::Mode::Write));
    try {
      PARTITA_TRY_VALUE(state, find_damage(*files_, path_));
      for (const Damage& one : state.damage) report_.damage.push_back(one.text);
      if (report_.damage.empty()) report_.damage.push_back(opened.error().message);
      keep_all();
      const bool only_logs = !state.damage.empty() &&
                             std::ranges::all_of(state.damage, [](const Damage& one) { return one.log.has_value(); });
      if (only_logs) drop_logs_after(first_damaged_log(state.damage));
      if (!only_logs) PARTITA_TRY(rebuild());
      fs::remove(fs::path(path_) / kSyncedFileName);
      sync_path(path_);
    } catch (const fs::filesystem_error& failure) {
      return repair_failure(path_, failure.what());
    }
    lock = DirectoryLock();
    PARTITA_TRY_VALUE(repaired, open_store(path_, {.create_if_missing = false, .log = log_}));
    PARTITA_TRY(repaired->flush());
    return std::move(report_);
  }

 private:
  static std::uint64_t first_damaged_log(const std::vector<Damage>& damage) {
    std::uint64_t first = UINT64_MAX;
    for (const Damage& one : damage) first = std::min(first, *one.log);
    return first;
  }

  void keep_all() {
    fs::path folder;
    for (unsigned i = 1; fs::exists(folder = fs::path(path_) / fmt::format("damaged-{}", i)); ++i) {
    }
    fs::create_directory(folder);
    for (const auto& entry : fs::directory_iterator(path_))
      if (entry.is_regular_file() && is_of_store(entry.path())) keep_file(entry.path(), folder);
    if (!sync_path(folder) || !sync_path(path_))
      throw fs::filesystem_error("cannot sync", folder, std::error_code(errno, std::system_category()));
    report_.kept_in = folder.string();
  }

  std::vector<std::uint64_t> logs() const {
    std::vector<std::uint64_t> numbers;
    for (const auto& entry : fs::directory_iterator(path_))
      if (const auto number = log_number_of(entry.path().filename().string())) numbers.push_back(*number);
    std::ranges::sort(numbers);
    return numbers;
  }
  fs::path path_of_log(std::uint64_t number) const { return fs::path(path_) / fmt::format("{:06}.log", number); }

  // No write may be there without the writes before it.
  void drop_logs_after(std::uint64_t number) const {
    for (const std::uint64_t log : logs())
      if (log > number) fs::remove(path_of_log(log));
  }

  // RocksDB's repair would go on behind a damaged record, so it must not see what follows one.
  Result<void> end_logs_at_damage() const {
    for (const std::uint64_t log : logs()) {
      FramedFile found;
      const std::string path = path_of_log(log).string();
      const rocksdb::IOStatus status = read_framed_file(*files_, path, UINT64_MAX, {}, found);
      if (!status.ok()) return repair_failure(path_, status.ToString());
      if (found.intact_bytes == found.file_bytes) continue;
      fs::resize_file(path, found.intact_bytes);
      drop_logs_after(log);
      return {};
    }
    return {};
  }

  Result<void> rebuild() {
    PARTITA_TRY(end_logs_at_damage());
    StoreOptions options;
    options.log = log_;
    StoreEnv env(files_);
    rocksdb::Options rocksdb_options = make_rocksdb_options(options, &env, make_block_cache(options));
    const rocksdb::Status status = rocksdb::RepairDB(path_, rocksdb_options);
    if (!status.ok()) return repair_failure(path_, status.ToString());
    // RocksDB moves there what it does not use.
    const fs::path lost = fs::path(path_) / "lost";
    if (fs::exists(lost)) fs::rename(lost, fs::path(report_.kept_in) / "lost");
    return {};
  }

  const std::string path_;
  const base::Log log_;
  const std::shared_ptr<rocksdb::FileSystem> files_;
  RepairReport report_;
};

}  // namespace

Result<RepairReport> repair_data_directory(const std::string& path, const base::Log& log) {
  return Repair(path, log).run();
}

}  // namespace partita::storage
