#include "storage/rocks/rocks_change_log.h"

#include <fmt/format.h>
#include <rocksdb/file_system.h>
#include <rocksdb/transaction_log.h>
#include <rocksdb/utilities/checkpoint.h>
#include <rocksdb/write_batch.h>

#include <algorithm>
#include <utility>

#include "base/bytes.h"
#include "base/check.h"
#include "base/try.h"
#include "storage/rocks/rocks_snapshot.h"
#include "storage/rocks/status.h"
#include "storage/sums.h"

namespace partita::storage {
namespace {

constexpr std::size_t kTimeBytes = sizeof(std::uint64_t);
constexpr std::size_t kPieceBytes = 256 << 10;

// Takes one record of the log apart into the batches that were written together.
class Splitter final : public rocksdb::WriteBatch::Handler {
 public:
  Splitter(std::uint64_t first, const std::function<bool(LoggedBatch&&)>& each) : each_(each) { now_.first = first; }

  rocksdb::Status PutCF(std::uint32_t, const rocksdb::Slice& key, const rocksdb::Slice& value) override {
    return count(key, [&] { now_.batch.put(view(key), view(value)); });
  }
  rocksdb::Status DeleteCF(std::uint32_t, const rocksdb::Slice& key) override {
    return count(key, [&] { now_.batch.erase(view(key)); });
  }
  rocksdb::Status DeleteRangeCF(std::uint32_t, const rocksdb::Slice& lower, const rocksdb::Slice& upper) override {
    return count(upper, [&] { now_.batch.erase_range(view(lower), view(upper)); });
  }
  rocksdb::Status MergeCF(std::uint32_t, const rocksdb::Slice& key, const rocksdb::Slice& value) override {
    if (!is_sums(view(value))) return rocksdb::Status::Corruption("an addition of the log does not decode");
    return count(key, [&] { now_.batch.add(view(key), decode_sums(view(value))); });
  }
  void LogData(const rocksdb::Slice& time) override {
    if (time.size() != kTimeBytes) return;
    give();
    std::string_view bytes = view(time);
    now_.time_ms = static_cast<std::int64_t>(base::take_big_endian<std::uint64_t>(bytes));
  }
  bool Continue() override { return !stopped_; }

  // Gives the last batch. Returns false if `each` did.
  bool end() {
    give();
    return !stopped_;
  }
  std::uint64_t next() const { return now_.first; }

 private:
  static std::string_view view(const rocksdb::Slice& slice) { return {slice.data(), slice.size()}; }

  // The healer of a store puts and erases the empty key, which is not a user's.
  template <class Add>
  rocksdb::Status count(const rocksdb::Slice& key, Add add) {
    ++now_.count;
    if (!key.empty()) add();
    return rocksdb::Status::OK();
  }

  void give() {
    if (now_.count == 0 || stopped_) return;
    LoggedBatch given = std::exchange(now_, {});
    now_.first = given.first + given.count;
    now_.time_ms = given.time_ms;
    stopped_ = !each_(std::move(given));
  }

  const std::function<bool(LoggedBatch&&)>& each_;
  LoggedBatch now_;
  bool stopped_ = false;
};

class RocksCheckpoint final : public Checkpoint {
 public:
  RocksCheckpoint(std::shared_ptr<rocksdb::FileSystem> file_system, std::string path)
      : file_system_(std::move(file_system)), path_(std::move(path)) {}
  ~RocksCheckpoint() override {
    for (const File& file : files_)
      file_system_->DeleteFile(path_ + "/" + file.name, rocksdb::IOOptions(), nullptr).PermitUncheckedError();
    file_system_->DeleteDir(path_, rocksdb::IOOptions(), nullptr).PermitUncheckedError();
  }

  Result<void> gather() {
    std::vector<std::string> names;
    rocksdb::IOStatus status = file_system_->GetChildren(path_, rocksdb::IOOptions(), &names, nullptr);
    for (std::size_t i = 0; status.ok() && i < names.size(); ++i) {
      if (names[i] == "." || names[i] == "..") continue;
      File file{.name = names[i], .never_changes = names[i].ends_with(".sst")};
      status = file_system_->GetFileSize(path_ + "/" + file.name, rocksdb::IOOptions(), &file.size_bytes, nullptr);
      files_.push_back(std::move(file));
    }
    if (!status.ok()) return unexpected(read_error(status));
    // Without this file the others are not a store.
    if (std::ranges::none_of(files_, [](const File& file) { return file.name == "CURRENT"; }))
      return fail(ErrorCode::InternalServerError, "the files of the store could not be linked for a base");
    return {};
  }

  const std::vector<File>& files() const override { return files_; }

  Result<void> read(const File& file, const Take& take) const override {
    std::unique_ptr<rocksdb::FSSequentialFile> opened;
    rocksdb::IOStatus status =
        file_system_->NewSequentialFile(path_ + "/" + file.name, rocksdb::FileOptions(), &opened, nullptr);
    std::string buffer(kPieceBytes, '\0');
    while (status.ok()) {
      rocksdb::Slice piece;
      status = opened->Read(buffer.size(), rocksdb::IOOptions(), &piece, buffer.data(), nullptr);
      if (!status.ok() || piece.empty()) break;
      PARTITA_TRY(take({piece.data(), piece.size()}));
    }
    return status.ok() ? Result<void>() : unexpected(read_error(status));
  }

 private:
  const std::shared_ptr<rocksdb::FileSystem> file_system_;
  const std::string path_;
  std::vector<File> files_;
};

void remove_folder(rocksdb::FileSystem& file_system, const std::string& path) {
  std::vector<std::string> names;
  const rocksdb::IOOptions options;
  if (!file_system.GetChildren(path, options, &names, nullptr).ok()) return;
  for (const std::string& name : names)
    if (name != "." && name != "..") file_system.DeleteFile(path + "/" + name, options, nullptr).PermitUncheckedError();
  file_system.DeleteDir(path, options, nullptr).PermitUncheckedError();
}

}  // namespace

void put_time(rocksdb::WriteBatch& out, std::int64_t now_ms) {
  std::string bytes;
  base::put_big_endian(bytes, static_cast<std::uint64_t>(now_ms));
  out.PutLogData(bytes);
}

std::uint64_t RocksChangeLog::number_of(const Snapshot& snapshot) const {
  return static_cast<const RocksSnapshot&>(snapshot).rocksdb()->GetSequenceNumber();
}

Result<void> RocksChangeLog::drop_lost_logs() {
  rocksdb::VectorLogPtr files;
  rocksdb::Status status = db_.GetSortedWalFiles(files);
  if (!status.ok()) return unexpected(read_error(status));
  const auto file_system = db_.GetEnv()->GetFileSystem();
  for (const auto& file : files) {
    if (file->Type() != rocksdb::kArchivedLogFile || file->StartSequence() <= last_number()) continue;
    status = file_system->DeleteFile(db_.GetName() + file->PathName(), rocksdb::IOOptions(), nullptr);
    if (!status.ok() && !status.IsNotFound() && !status.IsPathNotFound()) return unexpected(read_error(status));
  }
  return {};
}

// RocksDB's reader skips to the first record that is there. That may be one of a write which has not ended, and then an
// assertion of the reader ends the process.
Result<bool> RocksChangeLog::logs_reach_back_to(std::uint64_t number) const {
  rocksdb::VectorLogPtr files;
  const rocksdb::Status status = db_.GetSortedWalFiles(files);
  if (status.IsNotFound() || status.IsCorruption()) return false;
  if (!status.ok()) return unexpected(read_error(status));
  return !files.empty() && files.front()->StartSequence() <= number;
}

Result<ChangeLog::ReadEnd> RocksChangeLog::read(std::uint64_t after,
                                                const std::function<bool(LoggedBatch&&)>& each) const {
  const std::uint64_t last = last_number();
  if (after == last) return ReadEnd::AtEnd;
  if (after > last) return ReadEnd::Gap;
  PARTITA_TRY_VALUE(is_there, logs_reach_back_to(after + 1));
  if (!is_there) return ReadEnd::Gap;
  std::unique_ptr<rocksdb::TransactionLogIterator> records;
  const rocksdb::Status found = db_.GetUpdatesSince(after + 1, &records);
  if (found.IsNotFound() || found.IsCorruption()) return ReadEnd::Gap;
  if (!found.ok()) return unexpected(read_error(found));
  std::uint64_t expected = after + 1;
  // A batch may begin within a record whose first batches are known.
  const std::function<bool(LoggedBatch&&)> give = [&](LoggedBatch&& batch) {
    if (batch.first + batch.count <= expected) return true;
    if (batch.first != expected) {
      expected = 0;
      return false;
    }
    expected += batch.count;
    return each(std::move(batch));
  };
  for (bool is_first = true; expected <= last; is_first = false) {
    if (!is_first) records->Next();
    // The log of a store may be shorter than its writes, for a moment or because a file is gone.
    if (!records->Valid()) {
      const rocksdb::Status status = records->status();
      if (status.ok() || status.IsTryAgain()) return expected == after + 1 ? ReadEnd::Gap : ReadEnd::AtEnd;
      if (status.IsNotFound() || status.IsCorruption()) return ReadEnd::Gap;
      return unexpected(read_error(status));
    }
    const rocksdb::BatchResult record = records->GetBatch();
    if (record.sequence > expected) return ReadEnd::Gap;
    Splitter splitter(record.sequence, give);
    const rocksdb::Status split = record.writeBatchPtr->Iterate(&splitter);
    if (!split.ok()) return unexpected(read_error(split));
    const bool goes_on = splitter.end();
    if (expected == 0) return ReadEnd::Gap;
    if (!goes_on) return ReadEnd::Stopped;
  }
  return ReadEnd::AtEnd;
}

Result<std::unique_ptr<Checkpoint>> RocksChangeLog::checkpoint() {
  const auto file_system = db_.GetEnv()->GetFileSystem();
  const std::string path = fmt::format("{}/{}", db_.GetName(), kCheckpointFolder);
  remove_leftovers(*file_system, db_.GetName(), KeptLogs::Stay);
  rocksdb::Checkpoint* made = nullptr;
  rocksdb::Status status = rocksdb::Checkpoint::Create(&db_, &made);
  if (!status.ok()) return unexpected(read_error(status));
  const std::unique_ptr<rocksdb::Checkpoint> maker(made);
  // The checkpoint gets the logs instead of a flush, which might wait for compactions.
  constexpr std::uint64_t kNeverFlush = UINT64_MAX;
  status = maker->CreateCheckpoint(path, kNeverFlush);
  if (!status.ok()) return unexpected(read_error(status));
  auto checkpoint = std::make_unique<RocksCheckpoint>(file_system, path);
  PARTITA_TRY(checkpoint->gather());
  return checkpoint;
}

void remove_leftovers(rocksdb::FileSystem& file_system, const std::string& path, KeptLogs kept_logs) {
  remove_folder(file_system, fmt::format("{}/{}", path, kCheckpointFolder));
  remove_folder(file_system, fmt::format("{}/{}.tmp", path, kCheckpointFolder));
  if (kept_logs == KeptLogs::Go) remove_folder(file_system, fmt::format("{}/{}", path, kKeptLogsFolder));
}

}  // namespace partita::storage
