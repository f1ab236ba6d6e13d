#include "storage/rocks/status.h"

#include <fmt/format.h>
#include <rocksdb/io_status.h>
#include <rocksdb/status.h>

#include <cerrno>
#include <system_error>

namespace partita::storage {
namespace {

Error make(ErrorCode code, std::string message) { return Error{code, std::move(message)}; }

// RocksDB has no error code for a lock that is held. It gives only these texts: the first if another process holds the
// lock, the second if this process does.
bool is_lock_held(const std::string& text) {
  return text.find("While lock file") != std::string::npos ||
         text.find("lock hold by current process") != std::string::npos;
}

// A Busy always comes from a failed log (wal_guard.h), so its text is that failure.
std::string text_of(const rocksdb::Status& status) {
  return status.IsBusy() && status.getState() != nullptr ? status.getState() : status.ToString();
}

}  // namespace

bool is_for_lack_of_space(const rocksdb::Status& status) {
  if (status.ok()) return false;
  if (status.subcode() == rocksdb::Status::SubCode::kNoSpace) return true;
  const std::string text = status.ToString();
  for (const int number : {ENOSPC, EDQUOT})
    if (text.find(std::system_category().message(number)) != text.npos) return true;
  return text.find(kDiskFull) != text.npos;
}

bool is_missing(const rocksdb::IOStatus& status) { return status.IsNotFound() || status.IsPathNotFound(); }

bool has_damaged_header(const rocksdb::IOStatus& status) { return status.IsCorruption(); }

std::string failure_text(const rocksdb::IOStatus& status) {
  const std::string text = status.ToString();
  return is_for_lack_of_space(status) && text.find(kDiskFull) == text.npos ? fmt::format("{}: {}", kDiskFull, text)
                                                                           : text;
}

Error full_disk_error(std::string_view reason) {
  return make(ErrorCode::InternalServerError,
              fmt::format("{}, so the data directory was opened for reading only, and this write was not made; writes "
                          "succeed again soon after there is room: {}",
                          kDiskFull, reason));
}

Error read_error(const rocksdb::Status& status) {
  const std::string text = status.ToString();
  if (status.IsCorruption()) return make(ErrorCode::Corruption, fmt::format("stored data is corrupt: {}", text));
  return make(ErrorCode::InternalServerError, fmt::format("reading the data directory failed: {}", text));
}

Error write_error(const rocksdb::Status& status) {
  return make(
      status.IsCorruption() ? ErrorCode::Corruption : ErrorCode::InternalServerError,
      fmt::format("writing to the data directory failed, the outcome of this write is unknown: {}", text_of(status)));
}

Error stalled_error() {
  return make(
      ErrorCode::InternalServerError,
      "too many files of the data directory must be merged before more is written, and that fails, as it does if "
      "the disk is full; this write was not made, and writes succeed again soon after there is room");
}

Error unhealed_error(const rocksdb::Status& status) {
  return make(
      status.IsCorruption() ? ErrorCode::Corruption : ErrorCode::InternalServerError,
      fmt::format(
          "the data directory cannot be written to because an earlier write failed, this write was not made: {}",
          text_of(status)));
}

Error in_use_error(const std::string& path) {
  return make(ErrorCode::DataDirectoryInUse,
              fmt::format("data directory {} is in use by another process; stop it or choose another directory", path));
}

Error open_error(const rocksdb::Status& status, const std::string& path) {
  const std::string text = status.ToString();
  if (is_lock_held(text)) return in_use_error(path);
  if (status.IsCorruption()) {
    return make(ErrorCode::Corruption,
                fmt::format("data directory {} is damaged; restore it from a backup, or let 'partita repair {}' open "
                            "what can be opened: {}",
                            path, path, text));
  }
  return make(ErrorCode::DataDirectoryUnreadable,
              fmt::format("data directory {} cannot be opened; check that it is a Partita data directory, its "
                          "permissions and the free space: {}",
                          path, text));
}

}  // namespace partita::storage
