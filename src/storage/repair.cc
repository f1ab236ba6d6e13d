#include "storage/repair.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>

#include "base/try.h"
#include "storage/data_directory.h"
#include "storage/open_store.h"
#include "storage/rocks/cache/page_cache_files.h"
#include "storage/rocks/encryption/encrypted_file_system.h"
#include "storage/rocks/recovery/damage.h"
#include "storage/rocks/recovery/directory_lock.h"
#include "storage/rocks/recovery/rebuild.h"
#include "storage/rocks/recovery/synced_files.h"

namespace partita::storage {
namespace {

namespace fs = std::filesystem;

// The new store is made in this folder of the directory.
constexpr const char* kWorkFolder = "repairing";
// The first words of the mark. The rest is the name of the folder for the files of before.
constexpr std::string_view kMovingOut = "moving out ";
constexpr std::string_view kMovingIn = "moving in ";

unexpected<Error> repair_failure(const std::string& path, std::string_view why) {
  return fail(ErrorCode::InternalServerError, fmt::format("repairing the data directory {} failed: {}", path, why));
}

// A copy or a new name is durable once the file or its directory is synced.
void sync_path(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool synced = descriptor >= 0 && ::fsync(descriptor) == 0;
  const std::error_code reason(errno, std::system_category());
  if (descriptor >= 0) ::close(descriptor);
  if (!synced) throw fs::filesystem_error("cannot sync", path, reason);
}

void copy_durably(const fs::path& from, const fs::path& to) {
  fs::copy_file(from, to);
  sync_path(to);
}

// Other files of the directory, such as keys, stay where they are.
bool is_of_store(const fs::path& file) {
  const std::string name = file.filename().string();
  return is_store_file(name) || name == kFormatFile;
}

std::vector<fs::path> files_of_store(const fs::path& directory) {
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(directory))
    if (entry.is_regular_file() && is_of_store(entry.path())) out.push_back(entry.path());
  std::ranges::sort(out);
  return out;
}

std::shared_ptr<rocksdb::FileSystem> files_with(const std::shared_ptr<const EncryptionKeys>& keys,
                                                std::shared_ptr<rocksdb::FileSystem> files) {
  if (!files) files = page_cache_file_system();
  return keys ? make_encrypted_file_system(std::move(files), keys) : files;
}

class Repair {
 public:
  Repair(const std::string& path, DamagedTables tables, const base::Log& log,
         std::shared_ptr<const EncryptionKeys> keys, std::shared_ptr<rocksdb::FileSystem> files)
      : path_(path), tables_(tables), log_(log), keys_(std::move(keys)), files_(files_with(keys_, std::move(files))) {}

  Result<RepairReport> run() {
    try {
      if (fs::exists(mark())) return end_interrupted();
      // A part of the files is missing because it is still to come.
      if (fs::exists(fs::path(path_) / kRestoreMark)) {
        auto refused = open_store(path_, {.create_if_missing = false, .read_only = true, .keys = keys_, .log = log_});
        if (!refused) return unexpected(std::move(refused.error()));
      }
      auto opened = open_store(path_, {.create_if_missing = false, .read_only = true, .keys = keys_, .log = log_});
      if (opened) return repair_tables(std::move(*opened));
      if (opened.error().code != ErrorCode::Corruption) return unexpected(std::move(opened.error()));
      // Nothing else says how the data is to be read.
      if (!check_format(*files_, path_)) return unexpected(std::move(opened.error()));
      PARTITA_TRY_VALUE(lock, DirectoryLock::take(path_, DirectoryLock::Mode::Write));
      PARTITA_TRY_VALUE(state, find_damage(*files_, path_));
      for (const Damage& one : state.damage) report_.damage.push_back(one.text);
      if (report_.damage.empty()) report_.damage.push_back(opened.error().message);
      return make_and_exchange(state);
    } catch (const fs::filesystem_error& failure) {
      std::error_code ignored;
      if (!fs::exists(mark(), ignored)) fs::remove_all(work(), ignored);
      return repair_failure(path_, failure.what());
    }
  }

 private:
  fs::path mark() const { return fs::path(path_) / kRepairMark; }
  fs::path work() const { return fs::path(path_) / kWorkFolder; }
  fs::path store() const { return work() / "store"; }

  // The directory opens, but reads of a damaged block of a table file fail, and so do writes once a compaction reads
  // it.
  Result<RepairReport> repair_tables(std::unique_ptr<Store> opened) {
    const auto checked = opened->check_files();
    opened.reset();
    if (checked || checked.error().message.find(".sst") == std::string::npos) return RepairReport{};
    if (checked.error().code != ErrorCode::Corruption) return unexpected(checked.error());
    if (tables_ == DamagedTables::Refused)
      return fail(ErrorCode::Corruption,
                  fmt::format("the data directory {} opens, but a table file is damaged, so reads of its damaged part "
                              "fail, and writes too once a compaction meets it; restore it from a backup, or let "
                              "'partita repair --without-damaged-tables {}' leave out what this file alone holds: {}",
                              path_, path_, checked.error().message));
    PARTITA_TRY_VALUE(lock, DirectoryLock::take(path_, DirectoryLock::Mode::Write));
    PARTITA_TRY_VALUE(state, find_damage(*files_, path_));
    report_.damage.push_back(checked.error().message);
    return make_and_exchange(state);
  }

  Result<RepairReport> make_and_exchange(const DirectoryState& state) {
    fs::remove_all(work());
    const auto made = make_store(state);
    if (made) return exchange();
    fs::remove_all(work());
    return unexpected(made.error());
  }

  // ---- the new store

  Result<void> make_store(const DirectoryState& state) {
    const bool only_logs = !state.damage.empty() &&
                           std::ranges::all_of(state.damage, [](const Damage& one) { return one.log.has_value(); });
    fs::create_directory(work());
    if (only_logs) {
      copy_up_to(std::ranges::min(state.damage, {}, &Damage::log));
    } else {
      PARTITA_TRY_VALUE(lost, rebuild_store(files_,
                                            {.from = path_,
                                             .work = (work() / "tables").string(),
                                             .to = store().string(),
                                             .oldest_log = state.oldest_log,
                                             .unusable_logs = unusable_logs(state)},
                                            log_));
      report_.lost = std::move(lost);
      report_.is_a_prefix = false;
      name_missing_files(state);
    }
    return finish_store();
  }

  Result<void> finish_store() {
    if (!fs::exists(store() / "partita.format"))
      copy_durably(fs::path(path_) / "partita.format", store() / "partita.format");
    PARTITA_TRY_VALUE(opened, open_store(store().string(), {.create_if_missing = false, .keys = keys_, .log = log_}));
    return opened->flush();
  }

  static std::vector<std::uint64_t> unusable_logs(const DirectoryState& state) {
    std::vector<std::uint64_t> logs;
    for (const Damage& one : state.damage)
      if (one.unusable) logs.push_back(*one.log);
    return logs;
  }

  // What the directory lacks altogether, as far as it is known.
  void name_missing_files(const DirectoryState& state) {
    for (const Damage& one : state.damage)
      if (one.log && !fs::exists(fs::path(path_) / fmt::format("{:06}.log", *one.log)))
        report_.lost.push_back(one.text);
    // The manifest is intact, so a table file prevented the start: one that is damaged, or one that is missing.
    if (state.damage.empty() && report_.lost.empty()) report_.lost = report_.damage;
    report_.list_was_damaged = std::ranges::any_of(state.damage, [](const Damage& one) { return !one.log; });
  }

  // No write may be there without the writes before it.
  void copy_up_to(const Damage& first) {
    fs::create_directory(store());
    report_.lost.push_back(first.text);
    for (const fs::path& file : files_of_store(path_)) {
      const fs::path name = file.filename();
      const auto log = log_number_of(name.string());
      if (name == kSyncedFileName) continue;
      if (log && first.unusable && *log == *first.log) continue;
      if (log && *log > *first.log) {
        report_.lost.push_back(fmt::format("{} is left out, because it follows writes that are lost", name.string()));
        continue;
      }
      // Table files never change, so a second name is enough.
      std::error_code no_link;
      if (name.extension() == ".sst") fs::create_hard_link(file, store() / name, no_link);
      if (name.extension() != ".sst" || no_link) copy_durably(file, store() / name);
    }
  }

  // ---- the exchange

  void set_mark(std::string_view phase) const {
    const fs::path unfinished = fs::path(path_) / (std::string(kRepairMark) + ".new");
    std::ofstream out(unfinished);
    out << phase << fs::path(report_.kept_in).filename().string() << '\n';
    out.close();
    if (!out) throw fs::filesystem_error("cannot write", unfinished, std::error_code(errno, std::system_category()));
    sync_path(unfinished);
    fs::rename(unfinished, mark());
    sync_path(path_);
  }

  Result<RepairReport> exchange() {
    fs::path folder;
    for (unsigned i = 1; fs::exists(folder = fs::path(path_) / fmt::format("damaged-{}", i)); ++i) {
    }
    fs::create_directory(folder);
    report_.kept_in = folder.string();
    set_mark(kMovingOut);
    return move_out();
  }

  Result<RepairReport> move_out() {
    for (const fs::path& file : files_of_store(path_)) fs::rename(file, fs::path(report_.kept_in) / file.filename());
    sync_path(report_.kept_in);
    set_mark(kMovingIn);
    return move_in();
  }

  Result<RepairReport> move_in() {
    if (fs::exists(store()))
      for (const fs::path& file : files_of_store(store())) fs::rename(file, fs::path(path_) / file.filename());
    sync_path(path_);
    fs::remove(mark());
    sync_path(path_);
    fs::remove_all(work());
    return std::move(report_);
  }

  // The new store was complete before the mark was set.
  Result<RepairReport> end_interrupted() {
    PARTITA_TRY_VALUE(lock, DirectoryLock::take(path_, DirectoryLock::Mode::Write));
    std::ifstream in(mark());
    const std::string text(std::istreambuf_iterator<char>(in), {});
    const bool out = text.starts_with(kMovingOut);
    if (!text.ends_with('\n') || (!out && !text.starts_with(kMovingIn)))
      return repair_failure(path_, fmt::format("{} is damaged", mark().string()));
    const std::size_t start = (out ? kMovingOut : kMovingIn).size();
    report_.kept_in = (fs::path(path_) / text.substr(start, text.size() - 1 - start)).string();
    report_.damage.push_back("an earlier repair was interrupted, and is ended now");
    return out ? move_out() : move_in();
  }

  const std::string path_;
  const DamagedTables tables_;
  const base::Log log_;
  const std::shared_ptr<const EncryptionKeys> keys_;
  const std::shared_ptr<rocksdb::FileSystem> files_;
  RepairReport report_;
};

}  // namespace

Result<void> give_to_owner(const std::string& path, const std::string& kept_in) {
  struct stat owner {};
  if (::geteuid() != 0 || ::stat(path.c_str(), &owner) != 0 || owner.st_uid == 0) return {};
  try {
    std::vector<fs::path> all = {kept_in};
    for (const fs::path& folder : {fs::path(path), fs::path(kept_in)})
      for (const auto& entry : fs::directory_iterator(folder)) all.push_back(entry.path());
    for (const fs::path& one : all) {
      // The owner of the directory must not make root give away a file elsewhere by a link with a name in it.
      const int descriptor = ::open(one.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
      if (descriptor < 0) continue;
      struct stat facts {};
      const bool known = ::fstat(descriptor, &facts) == 0;
      const bool own = S_ISDIR(facts.st_mode) || (S_ISREG(facts.st_mode) && facts.st_nlink == 1);
      const bool given = known && (facts.st_uid != 0 || !own || ::fchown(descriptor, owner.st_uid, owner.st_gid) == 0);
      const std::error_code reason(errno, std::system_category());
      ::close(descriptor);
      if (!given) throw fs::filesystem_error("cannot give to the owner of the directory", one, reason);
    }
  } catch (const fs::filesystem_error& failure) {
    return repair_failure(path, failure.what());
  }
  return {};
}

Result<RepairReport> repair_data_directory(const std::string& path, DamagedTables tables, const base::Log& log,
                                           std::shared_ptr<const EncryptionKeys> keys,
                                           std::shared_ptr<rocksdb::FileSystem> files) {
  return Repair(path, tables, log, std::move(keys), std::move(files)).run();
}

}  // namespace partita::storage
