// The records of backups.
#include "base/try.h"
#include "catalog/record.h"
#include "catalog/record_reader.h"
#include "value/encode.h"
#include "value/view.h"

namespace partita::catalog {
namespace {

constexpr std::int64_t kBackupVersion = 1;

}  // namespace

std::string encode_backup(const BackupInfo& backup, const Realm& realm) {
  AttributeMap map{{"version", kBackupVersion},    {"id", backup.id},
                   {"arn_name", backup.arn_name},  {"name", backup.name},
                   {"type", text_of(backup.type)}, {"created", backup.created_ms},
                   {"expires", backup.expires_ms}, {"moment", backup.moment},
                   {"history", backup.history},    {"items", backup.item_count},
                   {"bytes", backup.size_bytes},   {"table", AttributeValue::binary(encode_table(backup.table))}};
  if (backup.is_doubtful) map["doubtful"] = true;
  if (backup.stream_view) map["stream_view"] = text_of(*backup.stream_view);
  if (!realm.is_own()) map["realm"] = text_of(realm);
  return value::encode_item(map);
}

Result<StoredBackup> decode_backup(std::string_view bytes) {
  if (!value::ItemView::check(bytes)) return fail(ErrorCode::Corruption, "a backup's record does not decode");
  const AttributeMap map = value::ItemView(bytes).to_map();
  bool ok = true;
  RecordReader in{map, ok};
  std::int64_t version = 0;
  in.read("version", version);
  if (version > kBackupVersion)
    return fail(ErrorCode::DataDirectoryNewer,
                "a backup's record was written by a newer Partita; open the data with that one");
  StoredBackup stored;
  BackupInfo& backup = stored.backup;
  in.read("id", backup.id);
  in.read("arn_name", backup.arn_name);
  in.read("name", backup.name);
  in.read_enum("type", backup.type);
  in.read("created", backup.created_ms);
  in.read("expires", backup.expires_ms);
  in.read("moment", backup.moment);
  in.read("history", backup.history);
  in.read("items", backup.item_count);
  in.read("bytes", backup.size_bytes);
  if (map.contains("doubtful")) in.read("doubtful", backup.is_doubtful);
  if (map.contains("stream_view")) in.read_enum("stream_view", backup.stream_view.emplace());
  if (map.contains("realm")) stored.realm = read_realm(in);
  if (const auto* table = in.find("table", AttributeType::B, Need::Required)) {
    PARTITA_TRY_VALUE(decoded, decode_table(table->b()));
    backup.table = std::move(decoded);
  }
  if (version < 1) ok = false;
  if (!ok) return fail(ErrorCode::Corruption, "the record of a backup lacks a member");
  return stored;
}

}  // namespace partita::catalog
