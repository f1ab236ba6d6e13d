// Turns rocksdb::Status into partita::Error. No other file does that.
#pragma once

#include <partita/error.h>

#include <string>
#include <string_view>

namespace rocksdb {
class IOStatus;
class Status;
}  // namespace rocksdb

namespace partita::storage {

// Part of the text of every failure for lack of space.
inline constexpr std::string_view kDiskFull = "the disk is full";
bool is_for_lack_of_space(const rocksdb::Status& status);
// Whether the reason of a failure is that the file or the folder does not exist.
bool is_missing(const rocksdb::IOStatus& status);
// Whether the header of an encrypted file is damaged, so that its key is not known. The file system above encrypted
// files gives this Corruption only, and the ones below it do not give any (encryption/).
bool has_damaged_header(const rocksdb::IOStatus& status);
// The text of a failed operation on a file, which says kDiskFull if that is the reason.
std::string failure_text(const rocksdb::IOStatus& status);
// The error of a write that was not made, because too many files wait for compactions, and those fail:
// InternalServerError.
Error stalled_error();
// The error of a write that was not tried, because the data directory was opened on a full disk: InternalServerError.
// `reason` is the failure to open it for writing.
Error full_disk_error(std::string_view reason);

// The error of a failed read: InternalServerError or Corruption. Requires: !status.ok()
Error read_error(const rocksdb::Status& status);
// The error of a write, whose outcome is then unknown: InternalServerError or Corruption. Requires: !status.ok()
Error write_error(const rocksdb::Status& status);
// The error of a write that was not tried, because the store has not recovered from an earlier failure:
// InternalServerError or Corruption. Requires: !status.ok()
Error unhealed_error(const rocksdb::Status& status);
// The error of a data directory that another process, or another store of this process, has open: DataDirectoryInUse.
Error in_use_error(const std::string& path);
// The error of opening the data directory `path`: DataDirectoryInUse, DataDirectoryUnreadable or Corruption. Requires:
// !status.ok()
Error open_error(const rocksdb::Status& status, const std::string& path);

}  // namespace partita::storage
