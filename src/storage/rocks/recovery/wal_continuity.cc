#include "storage/rocks/recovery/wal_continuity.h"

#include <fmt/format.h>
#include <rocksdb/write_batch.h>

#include <algorithm>
#include <optional>

#include "storage/rocks/recovery/synced_files.h"

namespace partita::storage {

// A batch starts with the number, little-endian. No RocksDB header exposes it, but the format is stored and so does not
// change.
std::uint64_t first_record_of(const rocksdb::WriteBatch& batch) {
  std::uint64_t out = 0;
  for (std::size_t i = sizeof(out); i-- > 0;) out = out << 8 | static_cast<unsigned char>(batch.Data()[i]);
  return out;
}

WalContinuity::WalContinuity(rocksdb::FileSystem& files, const std::string& path, base::Log log)
    : log_(std::move(log)) {
  std::vector<std::string> names;
  // An error is ignored, because RocksDB lists the directory too and reports it.
  files.GetChildren(path, rocksdb::IOOptions(), &names, nullptr).PermitUncheckedError();
  for (const std::string& name : names)
    if (const auto number = log_number_of(name)) logs_.push_back(*number);
  std::sort(logs_.begin(), logs_.end());
}

void WalContinuity::ColumnFamilyLogNumberMap(const std::map<std::uint32_t, std::uint64_t>& oldest_needed,
                                             const std::map<std::string, std::uint32_t>& /*ids*/) {
  if (oldest_needed.empty()) return;
  const auto first = std::lower_bound(logs_.begin(), logs_.end(), oldest_needed.begin()->second);
  if (first != logs_.end()) first_log_ = *first;
}

bool WalContinuity::follows(std::uint64_t log_number, std::uint64_t record) const {
  if (next_record_ != 0) return record == next_record_;
  return first_log_ == 0 || log_number == first_log_;
}

WalContinuity::WalProcessingOption WalContinuity::LogRecordFound(unsigned long long log_number, const std::string& name,
                                                                 const rocksdb::WriteBatch& batch,
                                                                 rocksdb::WriteBatch* /*new_batch*/,
                                                                 bool* /*changed*/) {
  const std::uint64_t record = first_record_of(batch);
  if (!follows(log_number, record)) {
    log_.warning(fmt::format(
        "{}: the records before {} are missing, so it and the later records are left out. A power cut takes "
        "only records that were not synced. If there was none, the files are of different moments, for "
        "example a backup that was copied over another state of the directory, and writes are lost",
        name, record));
    return WalProcessingOption::kStopReplay;
  }
  next_record_ = record + batch.Count();
  return WalProcessingOption::kContinueProcessing;
}

}  // namespace partita::storage
