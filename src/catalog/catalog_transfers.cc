// The catalog's exports, imports and bulk writes.
#include <utility>

#include "base/try.h"
#include "catalog/catalog_parts.h"
#include "catalog/transfer_record.h"

namespace partita::catalog {

TransferPtr Catalog::find_transfer(std::string_view arn_name) const {
  std::shared_lock lock(tables_mutex_);
  for (const auto& [id, transfer] : transfers_)
    if (transfer->arn_name == arn_name) return transfer;
  return nullptr;
}

TransferPtr Catalog::find_transfer(keys::TableId id) const {
  std::shared_lock lock(tables_mutex_);
  const auto at = transfers_.find(id);
  return at == transfers_.end() ? nullptr : at->second;
}

std::vector<TransferPtr> Catalog::transfers() const {
  std::shared_lock lock(tables_mutex_);
  std::vector<TransferPtr> all;
  for (const auto& [id, transfer] : transfers_) all.push_back(transfer);
  return all;
}

void Catalog::note_transfer(const TransferPtr& transfer, std::size_t record_bytes) {
  Size size(*shared_);
  size.set_transfer(transfer->id, record_bytes);
  size.note();
  std::unique_lock lock(tables_mutex_);
  begin_change();
  transfers_.insert_or_assign(transfer->id, transfer);
}

Result<TransferPtr> Catalog::add_transfer(TransferInfo transfer, const std::function<Result<void>()>& check) {
  std::lock_guard change_lock(shared_->change_mutex);
  PARTITA_TRY(check());
  transfer.id = shared_->next_table_id;
  const std::string record = encode_transfer(transfer, realm_);
  {
    Size size(*shared_);
    size.set_transfer(transfer.id, record.size());
    PARTITA_TRY(size.check());
  }
  storage::Batch batch;
  batch.put(transfer_key(transfer.id), record);
  std::string next;
  base::put_big_endian(next, transfer.id + 1);
  batch.put(next_table_id_key(), next);
  auto published = std::make_shared<const TransferInfo>(std::move(transfer));
  PARTITA_TRY(shared_->store.write(batch, shared_->sync));
  shared_->next_table_id = published->id + 1;
  note_transfer(published, record.size());
  return published;
}

Result<TransferPtr> Catalog::add_import(TableInfo table, TransferInfo transfer,
                                        const std::function<Result<void>()>& check) {
  std::lock_guard change_lock(shared_->change_mutex);
  PARTITA_TRY(check());
  if (find(table.name)) return fail(ErrorCode::ResourceInUseException, "Table already exists: " + table.name);
  table.id = shared_->next_table_id;
  transfer.id = table.id + 1;
  transfer.table = table.id;
  table.import = transfer.id;
  const std::string record = encode_transfer(transfer, realm_);
  storage::Batch batch;
  batch.put(transfer_key(transfer.id), record);
  auto published = std::make_shared<const TransferInfo>(std::move(transfer));
  PARTITA_TRY(publish(std::move(table), std::move(batch), published->id + 1, Growth::Limited));
  note_transfer(published, record.size());
  return published;
}

Result<TransferPtr> Catalog::update_transfer(keys::TableId id,
                                             const std::function<Result<void>(TransferInfo&)>& change) {
  std::lock_guard change_lock(shared_->change_mutex);
  const TransferPtr now = find_transfer(id);
  if (!now) return unexpected(gone());
  TransferInfo changed = *now;
  PARTITA_TRY(change(changed));
  const std::string record = encode_transfer(changed, realm_);
  storage::Batch batch;
  batch.put(transfer_key(id), record);
  if (now->needs_history() && !changed.needs_history()) release(now->table, now->history, id, 0, batch);
  auto published = std::make_shared<const TransferInfo>(std::move(changed));
  PARTITA_TRY(shared_->store.write(batch, shared_->sync));
  note_transfer(published, record.size());
  return published;
}

Result<void> Catalog::remove_transfer(keys::TableId id) {
  std::lock_guard change_lock(shared_->change_mutex);
  const TransferPtr now = find_transfer(id);
  if (!now) return {};
  storage::Batch batch;
  batch.erase(transfer_key(id));
  if (now->needs_history()) release(now->table, now->history, id, 0, batch);
  PARTITA_TRY(shared_->store.write(batch, shared_->sync));
  Size size(*shared_);
  size.set_transfer(id, 0);
  size.note();
  std::unique_lock lock(tables_mutex_);
  begin_change();
  transfers_.erase(id);
  return {};
}

}  // namespace partita::catalog
