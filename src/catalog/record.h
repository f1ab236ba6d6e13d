// The records of tables and streams. They are stored as encoded items, so that a new member needs no new format.
#pragma once

#include <partita/error.h>

#include <string>
#include <string_view>

#include "catalog/backup_info.h"
#include "catalog/realm.h"
#include "catalog/table_info.h"

namespace partita::catalog {

// The table's record (catalog/FORMAT.md). It has the id of the stream, not the stream. The realm is in the record's
// key; here it decides only the version, by which an older Partita refuses the record.
std::string encode_table(const TableInfo& table, const Realm& realm = {});
// `streams` has all streams by id. Errors: Corruption, or DataDirectoryNewer if the record's version is unknown.
Result<TableInfo> decode_table(std::string_view bytes, const Streams& streams = {});

// The stream's record. Errors of decode_stream: as of decode_table.
std::string encode_stream(const StreamInfo& stream, const Realm& realm = {});
struct StoredStream {
  StreamInfo stream;
  Realm realm;
};
Result<StoredStream> decode_stream(std::string_view bytes);

// The record of a backup.
std::string encode_backup(const BackupInfo& backup, const Realm& realm = {});
struct StoredBackup {
  BackupInfo backup;
  Realm realm;
};
// Errors: as of decode_table.
Result<StoredBackup> decode_backup(std::string_view bytes);

}  // namespace partita::catalog
