#include "engine/table_facts.h"

#include "base/try.h"
#include "engine/records/item_hash.h"
#include "keys/system_keys.h"

namespace partita::engine {

Result<storage::Sums> sums_of(const Context& context, const catalog::TableInfo& table, keys::IndexId index) {
  PARTITA_TRY_VALUE(stored, context.store.get(keys::counts_key(table.id, index)));
  if (stored.state != storage::ReadState::Found) return storage::Sums{};
  return storage::decode_sums(stored.value.bytes);
}

namespace {

Result<storage::Sums> sums_at(const Context& context, const storage::Snapshot& snapshot, const std::string& key) {
  PARTITA_TRY_VALUE(stored, context.store.get(key, {.snapshot = &snapshot, .no_wait = false}));
  if (stored.state != storage::ReadState::Found) return storage::Sums{};
  if (!storage::is_sums(stored.value.bytes)) return fail(ErrorCode::Corruption, "the sums of a table do not decode");
  return storage::decode_sums(stored.value.bytes);
}

Result<storage::Sums> hash_by_reading(const Context& context, const storage::Snapshot& snapshot, keys::TableId table) {
  storage::IteratorOptions range;
  range.snapshot = &snapshot;
  range.fill_cache = false;
  range.never_discarded = true;
  range.lower = keys::index_lower(table, keys::kBaseTable);
  range.upper = keys::index_upper(table, keys::kBaseTable);
  storage::Sums hash;
  const auto items = context.store.iterate(range);
  for (; items->valid(); items->next()) hash = plus(hash, context.item_hash.share_of(items->value()));
  PARTITA_TRY(items->end_state());
  return hash;
}

}  // namespace

Result<TableState> state_of(const Context& context, const catalog::TableInfo& table) {
  return state_of(context, table, *context.store.snapshot());
}

Result<TableState> state_of(const Context& context, const catalog::TableInfo& table,
                            const storage::Snapshot& snapshot) {
  PARTITA_TRY_VALUE(counted, sums_at(context, snapshot, keys::counts_key(table.id, keys::kBaseTable)));
  if (table.hash != catalog::HashState::Kept) {
    PARTITA_TRY_VALUE(hash, hash_by_reading(context, snapshot, table.id));
    counted = {counted.first, counted.second, hash.third, hash.fourth};
  }
  return TableState{counted.first, counted.second, context.item_hash.text_of(counted)};
}

std::vector<KeySchemaElement> key_schema_of(const catalog::KeySchema& keys) {
  std::vector<KeySchemaElement> elements;
  for (const catalog::KeyAttribute& attribute : keys.partition)
    elements.push_back({.attribute_name = attribute.name, .key_type = KeyType::Hash});
  for (const catalog::KeyAttribute& attribute : keys.sort)
    elements.push_back({.attribute_name = attribute.name, .key_type = KeyType::Range});
  return elements;
}

}  // namespace partita::engine
