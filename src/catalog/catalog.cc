#include "catalog/catalog.h"

#include <algorithm>
#include <tuple>

#include "base/bytes.h"
#include "base/try.h"
#include "catalog/catalog_parts.h"
#include "catalog/record.h"
#include "catalog/transfer_record.h"

namespace partita::catalog {
namespace {

Result<void> each(const storage::Store& store, keys::IndexId index,
                  const std::function<Result<void>(std::string_view key, std::string_view value)>& visit) {
  storage::IteratorOptions range;
  range.lower = keys::index_lower(keys::kSystemTable, index);
  range.upper = keys::index_upper(keys::kSystemTable, index);
  range.never_discarded = true;
  auto it = store.iterate(range);
  for (; it->valid(); it->next()) PARTITA_TRY(visit(it->key().substr(range.lower.size()), it->value()));
  PARTITA_TRY(it->end_state());
  return {};
}

// The description of a new stream of `table` with its id and what it repeats of the table.
StreamPtr completed(const StreamInfo& stream, keys::TableId id, const TableInfo& table) {
  StreamInfo complete = stream;
  complete.id = id;
  complete.table = table.id;
  complete.table_name = table.name;
  complete.keys = table.keys;
  return std::make_shared<const StreamInfo>(std::move(complete));
}

}  // namespace

Catalog::Catalog(storage::Store& store, storage::Store::Sync sync) : shared_(std::make_shared<Shared>(store, sync)) {}

Catalog::Catalog(const Catalog& own, Realm realm)
    : shared_(own.shared_), realm_(std::move(realm)), key_prefix_(catalog::key_prefix(realm_)) {}

std::string Catalog::record_key(std::string_view table_name) const {
  return keys::index_lower(keys::kSystemTable, kRecords).append(key_prefix_).append(table_name);
}

Result<bool> Catalog::is_stored(std::string_view name, const storage::Snapshot& snapshot) const {
  PARTITA_TRY_VALUE(stored, shared_->store.get(record_key(name), {.snapshot = &snapshot, .no_wait = false}));
  return stored.state == storage::ReadState::Found;
}

Result<void> Catalog::load(const CatalogOf& other) {
  PARTITA_TRY_VALUE(next, shared_->store.get(next_table_id_key()));
  if (next.state == storage::ReadState::Found) {
    std::string_view bytes = next.value.bytes;
    if (bytes.size() != sizeof(keys::TableId)) return fail(ErrorCode::Corruption, "the next table id does not decode");
    shared_->next_table_id = base::take_big_endian<keys::TableId>(bytes);
  }
  PARTITA_TRY(skip_ids_in_use());
  return reload({}, other);
}

Result<void> Catalog::reload(std::span<Catalog* const> others, const CatalogOf& other) {
  const std::lock_guard change_lock(shared_->change_mutex);
  std::map<Catalog*, Loaded> loaded;
  loaded[this];
  // A realm whose last table is gone has no record.
  for (Catalog* const catalog : others) loaded[catalog];
  PARTITA_TRY(read_all(other, loaded));
  for (auto& [catalog, descriptions] : loaded) catalog->show(std::move(descriptions));
  return {};
}

void Catalog::show(Loaded loaded) {
  const std::unique_lock lock(tables_mutex_);
  begin_change();
  by_name_.swap(loaded.tables);
  streams_.swap(loaded.streams);
  backups_.swap(loaded.backups);
  transfers_.swap(loaded.transfers);
}

Result<void> Catalog::read_all(const CatalogOf& other, std::map<Catalog*, Loaded>& out) {
  shared_->parts.clear();
  shared_->live_bytes = shared_->ended_bytes = 0;
  const auto catalog_of = [&](const Realm& realm) -> Result<Catalog*> {
    if (realm.is_own()) return this;
    return other ? other(realm) : nullptr;
  };
  PARTITA_TRY(each(shared_->store, kStreams, [&](std::string_view, std::string_view value) -> Result<void> {
    PARTITA_TRY_VALUE(stored, decode_stream(value));
    PARTITA_TRY_VALUE(catalog, catalog_of(stored.realm));
    if (catalog == nullptr) return {};
    auto published = std::make_shared<const StreamInfo>(std::move(stored.stream));
    Size size(*shared_);
    size.set_stream(*published, value.size());
    size.note();
    out[catalog].streams.emplace(published->id, published);
    return {};
  }));
  PARTITA_TRY(each(shared_->store, kBackups, [&](std::string_view, std::string_view value) -> Result<void> {
    PARTITA_TRY_VALUE(stored, decode_backup(value));
    PARTITA_TRY_VALUE(catalog, catalog_of(stored.realm));
    if (catalog == nullptr) return {};
    Size size(*shared_);
    size.set_backup(stored.backup.id, value.size());
    size.note();
    out[catalog].backups.emplace(stored.backup.id, std::make_shared<const BackupInfo>(std::move(stored.backup)));
    return {};
  }));
  PARTITA_TRY(each(shared_->store, kTransfers, [&](std::string_view, std::string_view value) -> Result<void> {
    PARTITA_TRY_VALUE(stored, decode_transfer(value));
    PARTITA_TRY_VALUE(catalog, catalog_of(stored.realm));
    if (catalog == nullptr) return {};
    Size size(*shared_);
    size.set_transfer(stored.transfer.id, value.size());
    size.note();
    out[catalog].transfers.emplace(stored.transfer.id,
                                   std::make_shared<const TransferInfo>(std::move(stored.transfer)));
    return {};
  }));
  return each(shared_->store, kRecords, [&](std::string_view key, std::string_view value) -> Result<void> {
    const auto parts = parse_realm_key(key);
    if (!parts) return fail(ErrorCode::Corruption, "the key of a table's record does not decode");
    PARTITA_TRY_VALUE(catalog, catalog_of(parts->realm));
    if (catalog == nullptr) return {};
    Loaded& loaded = out[catalog];
    auto table = decode_table(value, loaded.streams);
    if (!table) {
      // The name comes from the key, because a damaged record has none. It tells which table must be restored.
      return fail(table.error().code, "table '" + std::string(parts->name) + "': " + table.error().message);
    }
    auto published = std::make_shared<const TableInfo>(*std::move(table));
    Size size(*shared_);
    size.set_table(published->id, value.size());
    size.note();
    loaded.tables.emplace(published->name, published);
    return {};
  });
}

// A repaired directory may have rows of tables whose records are lost. A new table must not find them.
Result<void> Catalog::skip_ids_in_use() {
  storage::IteratorOptions range;
  range.lower = keys::table_lower(shared_->next_table_id);
  range.direction = storage::Direction::Reverse;
  const auto it = shared_->store.iterate(range);
  if (!it->valid()) {
    PARTITA_TRY(it->end_state());
    return {};
  }
  std::string_view key = it->key();
  shared_->next_table_id = base::take_big_endian<keys::TableId>(key) + 1;
  return {};
}

bool Catalog::is_empty() const {
  std::shared_lock lock(tables_mutex_);
  return by_name_.empty() && streams_.empty() && backups_.empty() && transfers_.empty();
}

TablePtr Catalog::find(std::string_view name) const {
  std::shared_lock lock(tables_mutex_);
  auto at = by_name_.find(name);
  return at == by_name_.end() ? nullptr : at->second;
}

TablePtr Catalog::find(keys::TableId id) const {
  std::shared_lock lock(tables_mutex_);
  for (const auto& [name, table] : by_name_)
    if (table->id == id) return table;
  return nullptr;
}

std::vector<std::string> Catalog::names_after(std::string_view start, std::size_t limit) const {
  std::shared_lock lock(tables_mutex_);
  std::vector<std::string> names;
  for (auto at = by_name_.upper_bound(start); at != by_name_.end() && names.size() < limit; ++at)
    names.push_back(at->first);
  return names;
}

std::vector<TablePtr> Catalog::tables() const {
  std::shared_lock lock(tables_mutex_);
  std::vector<TablePtr> all;
  for (const auto& [name, table] : by_name_) all.push_back(table);
  return all;
}

StreamPtr Catalog::find_stream(keys::TableId id) const {
  std::shared_lock lock(tables_mutex_);
  const auto at = streams_.find(id);
  return at == streams_.end() ? nullptr : at->second;
}

std::vector<StreamPtr> Catalog::streams() const {
  std::vector<StreamPtr> all;
  {
    std::shared_lock lock(tables_mutex_);
    for (const auto& [id, stream] : streams_) all.push_back(stream);
  }
  std::ranges::sort(all, {}, [](const StreamPtr& stream) { return std::tie(stream->table_name, stream->created_ms); });
  return all;
}

BackupPtr Catalog::find_backup(std::string_view arn_name) const {
  std::shared_lock lock(tables_mutex_);
  for (const auto& [id, backup] : backups_)
    if (backup->arn_name == arn_name) return backup;
  return nullptr;
}

std::vector<BackupPtr> Catalog::backups() const {
  std::shared_lock lock(tables_mutex_);
  std::vector<BackupPtr> all;
  for (const auto& [id, backup] : backups_) all.push_back(backup);
  return all;
}

Result<TablePtr> Catalog::publish(TableInfo table, storage::Batch batch, keys::TableId next_id, Growth growth) {
  derive(table);
  Size size(*shared_);
  if (table.stream && table.stream->id == 0) table.stream = catalog::completed(*table.stream, next_id++, table);
  if (table.history && table.history->id == 0) table.history->id = next_id++;
  if (table.stream && table.stream != find_stream(table.stream->id)) {
    std::string record = encode_stream(*table.stream, realm_);
    size.set_stream(*table.stream, record.size());
    batch.put(stream_key(table.stream->id), std::move(record));
  }
  if (next_id != shared_->next_table_id) {
    std::string next;
    base::put_big_endian(next, next_id);
    batch.put(next_table_id_key(), next);
  }
  std::string record = encode_table(table, realm_);
  size.set_table(table.id, record.size());
  if (growth == Growth::Limited) PARTITA_TRY(size.check());
  batch.put(record_key(table.name), std::move(record));
  const auto published = std::make_shared<const TableInfo>(std::move(table));
  Tables ready{{published->name, published}};
  Streams ready_stream;
  if (published->stream) ready_stream.emplace(published->stream->id, published->stream);
  reserve_retired();
  PARTITA_TRY(shared_->store.write(batch, shared_->sync));
  shared_->next_table_id = next_id;
  size.note();
  std::unique_lock lock(tables_mutex_);
  begin_change();
  if (published->stream) {
    if (const auto known = streams_.find(published->stream->id); known != streams_.end())
      known->second = published->stream;
    else
      streams_.merge(ready_stream);
  }
  if (const auto now = by_name_.find(published->name); now != by_name_.end()) {
    retire(now->second);
    now->second = published;
  } else {
    by_name_.merge(ready);
  }
  return published;
}

void Catalog::reserve_retired() {
  const std::lock_guard lock(shared_->retired_mutex);
  auto& retired = shared_->retired;
  std::erase_if(retired, [](const auto& earlier) { return earlier.second.expired(); });
  retired.reserve(retired.size() + 2);
}

void Catalog::retire(const TablePtr& table) noexcept {
  const std::lock_guard lock(shared_->retired_mutex);
  shared_->retired.emplace_back(table->id, table);
  // A history is erased under an id of its own, once all descriptions that know it are released.
  if (table->history) shared_->retired.emplace_back(table->history->id, table);
}

Result<TablePtr> Catalog::add(TableInfo table, const std::function<Result<void>()>& check) {
  std::lock_guard change_lock(shared_->change_mutex);
  if (check) PARTITA_TRY(check());
  if (find(table.name)) return fail(ErrorCode::ResourceInUseException, "Table already exists: " + table.name);
  table.id = shared_->next_table_id;
  return publish(std::move(table), {}, shared_->next_table_id + 1, Growth::Limited);
}

Result<TablePtr> Catalog::update(keys::TableId id, const std::function<Result<void>(TableInfo&)>& change,
                                 storage::Batch also, Growth growth) {
  std::lock_guard change_lock(shared_->change_mutex);
  TablePtr now = find(id);
  if (!now) return unexpected(gone());
  TableInfo changed = *now;
  PARTITA_TRY(change(changed));
  if (now->restore && !changed.restore) release(now->restore->table, now->restore->history, 0, id, also);
  if (now->history && !changed.history) also.put(drop_key({now->history->id, keys::kBaseTable}), {});
  return publish(std::move(changed), std::move(also), growth);
}

Result<void> Catalog::remove(keys::TableId id, const Check& check, const EndOfStream& end_of_stream,
                             const LastBackup& last_backup) {
  std::lock_guard change_lock(shared_->change_mutex);
  TablePtr table = find(id);
  if (!table) return unexpected(gone());
  PARTITA_TRY(check(*table));
  storage::Batch batch;
  batch.erase(record_key(table->name));
  Size size(*shared_);
  size.set_table(id, 0);
  StreamPtr ended;
  if (table->has_stream()) {
    StreamInfo stream = *table->stream;
    stream.end = end_of_stream(stream);
    std::string record = encode_stream(stream, realm_);
    size.set_stream(stream, record.size());
    batch.put(stream_key(stream.id), std::move(record));
    ended = std::make_shared<const StreamInfo>(std::move(stream));
  }
  keys::TableId next_id = shared_->next_table_id;
  std::map<keys::TableId, BackupPtr> added;
  if (last_backup)
    if (auto backup = last_backup(*table)) {
      BackupInfo complete = completed(*std::move(backup), *table);
      complete.id = next_id++;
      std::string record = encode_backup(complete, realm_);
      size.set_backup(complete.id, record.size());
      batch.put(backup_key(complete.id), std::move(record));
      std::string next;
      base::put_big_endian(next, next_id);
      batch.put(next_table_id_key(), next);
      added.emplace(complete.id, std::make_shared<const BackupInfo>(std::move(complete)));
    }
  if (table->restore) release(table->restore->table, table->restore->history, 0, id, batch);
  if (!added.empty() || is_needed(id, 0, 0)) {
    for (const IndexInfo& index : table->indexes) batch.put(drop_key({id, index.id}), {});
    batch.put(drop_key({id, keys::kExpiryIndex}), {});
  } else {
    batch.put(drop_key({id, keys::kBaseTable}), {});
    if (table->history) batch.put(drop_key({table->history->id, keys::kBaseTable}), {});
  }
  reserve_retired();
  PARTITA_TRY(shared_->store.write(batch, shared_->sync));
  shared_->next_table_id = next_id;
  size.note();
  std::unique_lock lock(tables_mutex_);
  begin_change();
  if (ended) streams_.find(ended->id)->second = ended;
  backups_.merge(added);
  retire(table);
  by_name_.erase(table->name);
  return {};
}

BackupInfo Catalog::completed(BackupInfo backup, const TableInfo& table) const {
  backup.table = table;
  backup.history = table.history->id;
  if (table.has_stream()) backup.stream_view = table.stream->view;
  backup.table.stream.reset();
  backup.table.latest_stream_ms.reset();
  backup.table.policy.reset();
  backup.table.recovery.reset();
  return backup;
}

Result<BackupPtr> Catalog::add_backup(BackupInfo backup) {
  std::lock_guard change_lock(shared_->change_mutex);
  const TablePtr table = find(backup.table.id);
  if (!table || !table->history || table->history->since == 0) return unexpected(gone());
  if (std::max(table->history->since, table->history->state->thinned_below) > backup.moment) return unexpected(gone());
  BackupInfo complete = completed(std::move(backup), *table);
  complete.id = shared_->next_table_id;
  std::string record = encode_backup(complete, realm_);
  Size size(*shared_);
  size.set_backup(complete.id, record.size());
  PARTITA_TRY(size.check());
  storage::Batch batch;
  batch.put(backup_key(complete.id), std::move(record));
  std::string next;
  base::put_big_endian(next, complete.id + 1);
  batch.put(next_table_id_key(), next);
  auto published = std::make_shared<const BackupInfo>(std::move(complete));
  std::map<keys::TableId, BackupPtr> ready{{published->id, published}};
  PARTITA_TRY(shared_->store.write(batch, shared_->sync));
  shared_->next_table_id = published->id + 1;
  size.note();
  std::unique_lock lock(tables_mutex_);
  begin_change();
  backups_.merge(ready);
  return published;
}

Result<void> Catalog::set_doubtful(bool is_doubtful) {
  std::lock_guard change_lock(shared_->change_mutex);
  std::map<keys::TableId, BackupPtr> changed;
  storage::Batch batch;
  for (const BackupPtr& backup : backups()) {
    BackupInfo now = *backup;
    now.is_doubtful = is_doubtful;
    batch.put(backup_key(now.id), encode_backup(now, realm_));
    const keys::TableId id = now.id;
    changed.emplace(id, std::make_shared<const BackupInfo>(std::move(now)));
  }
  if (changed.empty()) return {};
  PARTITA_TRY(shared_->store.write(batch, shared_->sync));
  std::unique_lock lock(tables_mutex_);
  begin_change();
  backups_.swap(changed);
  return {};
}

Result<void> Catalog::remove_backup(keys::TableId id, const std::function<Result<void>()>& check) {
  std::lock_guard change_lock(shared_->change_mutex);
  PARTITA_TRY(check());
  const auto found = [&]() -> BackupPtr {
    std::shared_lock lock(tables_mutex_);
    const auto at = backups_.find(id);
    return at == backups_.end() ? nullptr : at->second;
  }();
  if (!found) return fail(ErrorCode::BackupNotFoundException, "Backup not found");
  storage::Batch batch;
  batch.erase(backup_key(id));
  release(found->table.id, found->history, id, 0, batch);
  Size size(*shared_);
  size.set_backup(id, 0);
  PARTITA_TRY(shared_->store.write(batch, shared_->sync));
  size.note();
  std::unique_lock lock(tables_mutex_);
  begin_change();
  backups_.erase(id);
  return {};
}

bool Catalog::is_needed(keys::TableId table, keys::TableId without, keys::TableId but_for) const {
  std::shared_lock lock(tables_mutex_);
  for (const auto& [id, backup] : backups_)
    if (backup->table.id == table && id != without) return true;
  for (const auto& [name, other] : by_name_)
    if (other->restore && other->restore->table == table && other->id != but_for) return true;
  for (const auto& [id, transfer] : transfers_)
    if (transfer->table == table && id != without && transfer->needs_history()) return true;
  return false;
}

void Catalog::release(keys::TableId table, keys::TableId history, keys::TableId without, keys::TableId but_for,
                      storage::Batch& batch) const {
  if (find(table) || is_needed(table, without, but_for)) return;
  batch.put(drop_key({table, keys::kBaseTable}), {});
  batch.put(drop_key({history, keys::kBaseTable}), {});
}

Result<void> Catalog::update_former_stream(keys::TableId id, const std::function<Result<void>(StreamInfo&)>& change,
                                           Growth growth) {
  std::lock_guard change_lock(shared_->change_mutex);
  const StreamPtr stream = find_stream(id);
  if (!stream) return unexpected(gone());
  // The description of a table holds that of its latest stream, and both must be the same.
  const TablePtr table = find(stream->table);
  if (table && table->stream && table->stream->id == id) return unexpected(gone());
  StreamInfo changed = *stream;
  PARTITA_TRY(change(changed));
  storage::Batch batch;
  std::string record = encode_stream(changed, realm_);
  Size size(*shared_);
  size.set_stream(changed, record.size());
  if (growth == Growth::Limited) PARTITA_TRY(size.check());
  batch.put(stream_key(id), std::move(record));
  auto made = std::make_shared<const StreamInfo>(std::move(changed));
  PARTITA_TRY(shared_->store.write(batch, shared_->sync));
  size.note();
  std::unique_lock lock(tables_mutex_);
  begin_change();
  streams_.find(id)->second = std::move(made);
  return {};
}

Result<void> Catalog::remove_stream(keys::TableId id) {
  std::lock_guard change_lock(shared_->change_mutex);
  const StreamPtr stream = find_stream(id);
  if (!stream) return unexpected(gone());
  storage::Batch batch;
  batch.erase(stream_key(id));
  batch.put(drop_key({id, keys::kBaseTable}), {});
  const TablePtr table = find(stream->table);
  if (table && table->stream && table->stream->id == id) {
    TableInfo changed = *table;
    changed.stream.reset();
    PARTITA_TRY(publish(std::move(changed), std::move(batch)));
  } else {
    PARTITA_TRY(shared_->store.write(batch, shared_->sync));
  }
  Size size(*shared_);
  size.set_stream(*stream, 0);
  size.note();
  std::unique_lock lock(tables_mutex_);
  begin_change();
  streams_.erase(id);
  return {};
}

Result<TablePtr> Catalog::remove_index(keys::TableId id, keys::IndexId index) {
  std::lock_guard change_lock(shared_->change_mutex);
  TablePtr now = find(id);
  if (!now) return unexpected(gone());
  TableInfo changed = *now;
  std::erase_if(changed.indexes, [index](const IndexInfo& i) { return i.id == index; });
  forget_unused_definitions(changed);
  storage::Batch batch;
  batch.put(drop_key({id, index}), {});
  return publish(std::move(changed), std::move(batch));
}

Result<std::vector<Drop>> Catalog::pending_drops() const {
  std::vector<Drop> drops;
  auto read = each(shared_->store, kDrops, [&](std::string_view key, std::string_view) -> Result<void> {
    if (key.size() != sizeof(keys::TableId) + sizeof(keys::IndexId))
      return fail(ErrorCode::Corruption, "the key of a dropped table or index does not decode");
    Drop drop;
    drop.table = base::take_big_endian<keys::TableId>(key);
    drop.index = base::take_big_endian<keys::IndexId>(key);
    drops.push_back(drop);
    return {};
  });
  if (!read) return unexpected(std::move(read.error()));
  return drops;
}

bool Catalog::is_held(keys::TableId id) const {
  const std::lock_guard lock(shared_->retired_mutex);
  return std::ranges::any_of(shared_->retired,
                             [id](const auto& earlier) { return earlier.first == id && !earlier.second.expired(); });
}

std::pair<std::string, std::string> keys_of(const Drop& drop) {
  if (drop.index == keys::kBaseTable) return {keys::table_lower(drop.table), keys::table_upper(drop.table)};
  return {keys::index_lower(drop.table, drop.index), keys::index_upper(drop.table, drop.index)};
}

Result<void> Catalog::forget(const Drop& drop) {
  storage::Batch batch;
  if (drop.index != keys::kBaseTable) {
    batch.erase(keys::counts_key(drop.table, drop.index));
    batch.erase(keys::backfill_key(drop.table, drop.index));
  }
  batch.erase(drop_key(drop));
  return shared_->store.write(batch, shared_->sync);
}

}  // namespace partita::catalog
