// How a database is verified, on one snapshot
// 1. For each table, each item must decode, and its key must be that of its attributes. Each of its index and expiry
//    entries must have the right bytes. The sums of the table and of item collections are counted.
// 2. For each index, each entry must decode and lead to an item, and the number of entries must be that of step 1.
// 3. For each stream, each record must decode and fit its event. Each entry of a history must decode and lie in the day
//    of its number. The numbers of later changes must follow all of these.
// 4. Rows between the known ids of tables and streams belong to no table, and are findings.
// mend() runs three rounds, each of which writes one kind of change: missing and wrong entries, entries that still do
// not decode, and sums.
#include "engine/jobs/verify.h"

#include <fmt/core.h>

#include <map>
#include <set>

#include "base/text.h"
#include "base/try.h"
#include "engine/changes/change.h"
#include "engine/changes/item_keys.h"
#include "engine/history/entry.h"
#include "engine/index/entries.h"
#include "engine/index/vector_entries.h"
#include "engine/realms.h"
#include "engine/records/item_hash.h"
#include "engine/records/record.h"
#include "keys/system_keys.h"
#include "storage/store.h"
#include "storage/sums.h"
#include "value/size.h"
#include "value/types.h"

namespace partita::engine {
namespace {

// Whether the bytes decode and have the table's key attributes with their types.
bool is_item(const catalog::KeySchema& keys, std::string_view bytes) {
  if (!value::ItemView::check(bytes)) return false;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto value = value::ItemView(bytes).find(keys.at(i).name);
    if (!value || to_text(keys.at(i).type) != value::type_name(value->type())) return false;
  }
  return true;
}
bool is_item(const catalog::TableInfo& table, std::string_view bytes) { return is_item(table.keys, bytes); }

using base::hex;

// What is written. An entry that does not decode may be that of an item, which the first round writes anew. What still
// does not decode then belongs to nothing. Sums are counted from entries, so they come last.
enum class Mend { Nothing, Entries, EntriesThatRemain, Sums };

class Verifier {
 public:
  Verifier(const Context& context, const std::function<void(std::uint64_t)>& progress, Mend mend = Mend::Nothing)
      : context_(context), progress_(progress), mend_(mend), snapshot_(context.store.snapshot()) {}

  Result<VerifyReport> run() {
    for (const Context* realm : context_.realms.in_use()) {
      where_ = realm == &context_.realms.own() ? "" : fmt::format("{} {} ", realm->account, realm->region);
      for (const catalog::TablePtr& table : realm->catalog.tables()) {
        ++report_.tables;
        PARTITA_TRY(check_table(*table));
      }
      for (const catalog::StreamPtr& stream : realm->catalog.streams()) {
        ++report_.streams;
        PARTITA_TRY(check_stream(*stream));
      }
    }
    where_.clear();
    PARTITA_TRY(check_histories());
    check_numbers();
    PARTITA_TRY(check_ids());
    PARTITA_TRY(write_changes());
    return std::move(report_);
  }
  std::uint64_t mended() const { return mended_; }

 private:
  using Visit = std::function<Result<void>(std::string_view key, std::string_view value)>;

  void add_finding(const std::string& text) {
    ++report_.finding_count;
    if (report_.findings.size() < VerifyReport::kListedFindings) report_.findings.push_back(where_ + text);
  }

  Result<void> mend(Mend what, const std::function<void(storage::Batch&)>& change) {
    const bool both = what == Mend::Entries && mend_ == Mend::EntriesThatRemain;
    if (mend_ != what && !both) return {};
    constexpr std::size_t kBatchBytes = 1 << 20;
    change(changes_);
    ++mended_;
    return changes_.size_bytes() < kBatchBytes ? Result<void>() : write_changes();
  }
  Result<void> write_changes() {
    if (changes_.empty()) return {};
    PARTITA_TRY(context_.store.write(changes_, storage::Store::Sync::Yes));
    changes_.clear();
    return {};
  }

  Result<void> each(keys::TableId table, keys::IndexId index, const Visit& visit) {
    // Expiry entries and old stream records may have been erased as ranges, and the others never are.
    const bool never_discarded =
        index != keys::kExpiryIndex && index != keys::kStreamIndex && index != keys::kHistoryIndex;
    return each(keys::index_lower(table, index), keys::index_upper(table, index), visit, never_discarded);
  }
  Result<void> each(std::string lower, std::string upper, const Visit& visit, bool never_discarded = false) {
    constexpr std::uint64_t kProgressEvery = 10000;
    storage::IteratorOptions range;
    range.snapshot = snapshot_.get();
    range.fill_cache = false;
    range.lower = std::move(lower);
    range.upper = std::move(upper);
    range.never_discarded = never_discarded;
    auto it = context_.store.iterate(range);
    for (; it->valid(); it->next()) {
      PARTITA_TRY(visit(it->key(), it->value()));
      if (++keys_read_ % kProgressEvery == 0 && progress_) progress_(keys_read_);
    }
    PARTITA_TRY(it->end_state());
    return {};
  }

  Result<std::optional<std::string>> stored(std::string_view key) {
    PARTITA_TRY_VALUE(got, context_.store.get(key, {.snapshot = snapshot_.get(), .no_wait = false}));
    if (got.state != storage::ReadState::Found) return std::nullopt;
    return std::string(got.value.bytes);
  }

  Result<void> check_sums(const std::string& key, const storage::Sums& expected, const std::string& what) {
    PARTITA_TRY_VALUE(bytes, stored(key));
    if (bytes && !storage::is_sums(*bytes)) {
      add_finding(fmt::format("{}: the sums do not decode", what));
      return mend_sums(key, expected);
    }
    const storage::Sums found = bytes ? storage::decode_sums(*bytes) : storage::Sums{};
    if (found == expected) return {};
    add_finding(fmt::format("{}: counted {} with {} bytes, but {} with {} bytes are recorded", what, expected.first,
                            expected.second, found.first, found.second));
    return mend_sums(key, expected);
  }
  Result<void> mend_sums(const std::string& key, const storage::Sums& expected) {
    return mend(Mend::Sums, [&](storage::Batch& batch) {
      std::string right;
      storage::encode_sums(expected, right);
      batch.put(key, right);
    });
  }

  Result<void> check_item(const catalog::TableInfo& table, std::string_view key, const value::ItemView& item) {
    for (const catalog::IndexInfo& index : table.indexes) {
      if (index.backfilling || !index.maintained()) continue;
      const auto entry = entry_of(table, index, item, key);
      if (!entry) continue;
      PARTITA_TRY_VALUE(found, stored(entry->key));
      ++expected_entries_[index.id];
      if (found == entry->value) continue;
      add_finding(found ? fmt::format("{}: the entry of item {} in index {} is stale", table.name, hex(key), index.name)
                        : fmt::format("{}: item {} has no entry in index {}", table.name, hex(key), index.name));
      PARTITA_TRY(mend(Mend::Entries, [&](storage::Batch& batch) { batch.put(entry->key, entry->value); }));
    }
    if (table.ttl.status == TimeToLiveStatus::Enabled)
      if (const auto seconds = expiry_of(table, item)) {
        PARTITA_TRY_VALUE(found, stored(keys::expiry_key(table.id, *seconds, key)));
        ++expected_entries_[keys::kExpiryIndex];
        if (found) return {};
        add_finding(fmt::format("{}: item {} has no expiry entry", table.name, hex(key)));
        return mend(Mend::Entries,
                    [&](storage::Batch& batch) { batch.put(keys::expiry_key(table.id, *seconds, key), {}); });
      }
    return {};
  }

  Result<void> check_items(const catalog::TableInfo& table) {
    storage::Sums sums;
    std::string collection;
    storage::Sums collection_sums;
    const auto finish_collection = [&]() -> Result<void> {
      if (collection.empty()) return {};
      return check_sums(collection, collection_sums, table.name + ": an item collection");
    };
    auto walked = each(table.id, keys::kBaseTable, [&](std::string_view key, std::string_view bytes) -> Result<void> {
      ++report_.items;
      if (!is_item(table, bytes)) {
        add_finding(fmt::format("{}: item {} does not decode", table.name, hex(key)));
        return {};
      }
      const value::ItemView item(bytes);
      if (key_of_stored(table, item) != key)
        add_finding(fmt::format("{}: item {} is stored under another key", table.name, hex(key)));
      sums.first += 1;
      sums.second += static_cast<std::int64_t>(value::item_size_bytes(item));
      sums = plus(sums, context_.item_hash.share_of(bytes));
      if (table.has_local_indexes()) {
        if (const std::string now = collection_key(table, item); now != collection) {
          PARTITA_TRY(finish_collection());
          collection = now;
          collection_sums = {};
        }
        collection_sums.first += 1;
        collection_sums.second += change_in_collection_bytes(table, key, std::nullopt, item);
      }
      return check_item(table, key, item);
    });
    if (!walked) return walked;
    PARTITA_TRY(finish_collection());
    report_.hashes.push_back({where_ + table.name, static_cast<std::uint64_t>(sums.first),
                              static_cast<std::uint64_t>(sums.second), context_.item_hash.text_of(sums)});
    return check_table_sums(table, sums);
  }

  Result<void> check_table_sums(const catalog::TableInfo& table, storage::Sums expected) {
    const std::string key = keys::counts_key(table.id, keys::kBaseTable);
    PARTITA_TRY_VALUE(bytes, stored(key));
    const storage::Sums found = bytes && storage::is_sums(*bytes) ? storage::decode_sums(*bytes) : storage::Sums();
    const bool has_hash = found.third == expected.third && found.fourth == expected.fourth;
    if (table.hash != catalog::HashState::Kept)
      expected = {expected.first, expected.second, found.third, found.fourth};  // that of the changes so far
    else if (!has_hash && found.first == expected.first && found.second == expected.second) {
      add_finding(table.name + ": the hash that was kept is not that of the items");
      return mend_sums(key, expected);
    }
    return check_sums(key, expected, table.name);
  }

  // The item in the entry of an index, or nullopt if the entry does not decode.
  static std::optional<value::ItemView> item_of_entry(const catalog::TableInfo& table, const catalog::IndexInfo& index,
                                                      std::string_view bytes) {
    if (index.vector) {
      if (bytes.size() < vector_bytes(*index.vector)) return std::nullopt;
      bytes.remove_prefix(vector_bytes(*index.vector));
    }
    if (!is_item(table, bytes)) return std::nullopt;
    return value::ItemView(bytes);
  }

  // Whether `key` is that of the entry that the item has in the index, or among the expiry entries for nullptr.
  static bool is_key_of_entry(const catalog::TableInfo& table, const catalog::IndexInfo* index, std::string_view bytes,
                              std::string_view base, std::string_view key) {
    const value::ItemView item(bytes);
    if (index) {
      const auto entry = entry_of(table, *index, item, base);
      return entry && entry->key == key;
    }
    const auto seconds = expiry_of(table, item);
    return seconds && keys::expiry_key(table.id, *seconds, base) == key;
  }

  // check_item() has looked for the entry of every item. So if the index has more entries than expected, some have no
  // item.
  // The expiry entries have no `index`.
  Result<void> check_entries(const catalog::TableInfo& table, keys::IndexId id, const std::string& name,
                             const catalog::IndexInfo* index) {
    storage::Sums sums;
    auto walked = each(table.id, id, [&](std::string_view key, std::string_view bytes) -> Result<void> {
      ++report_.entries;
      ++sums.first;
      const auto entry = index ? item_of_entry(table, *index, bytes) : std::nullopt;
      if (index && !entry) {
        add_finding(fmt::format("{}: entry {} of {} does not decode", table.name, hex(key), name));
        return mend(Mend::EntriesThatRemain, [&](storage::Batch& batch) { batch.erase(key); });
      }
      if (index)
        sums.second += static_cast<std::int64_t>(index->vector ? vector_entry_size_bytes(*index, *entry)
                                                               : value::item_size_bytes(*entry));
      const std::string base = index ? key_of_stored(table, *entry) : keys::base_key_of_expiry(key);
      PARTITA_TRY_VALUE(item, stored(base));
      if (!item) add_finding(fmt::format("{}: entry {} of {} has no item", table.name, hex(key), name));
      const bool mends = mend_ == Mend::Entries || mend_ == Mend::EntriesThatRemain;
      if (!mends || (item && is_item(table, *item) && is_key_of_entry(table, index, *item, base, key))) return {};
      return mend(Mend::Entries, [&](storage::Batch& batch) { batch.erase(key); });
    });
    if (!walked) return walked;
    if (sums.first != expected_entries_[id])
      add_finding(fmt::format("{}: {} has {} entries, but the items require {}", table.name, name, sums.first,
                              expected_entries_[id]));
    if (!index) return {};
    return check_sums(keys::counts_key(table.id, id), sums, table.name + " " + name);
  }

  Result<void> check_table(const catalog::TableInfo& table) {
    expected_entries_.clear();
    PARTITA_TRY(check_items(table));
    for (const catalog::IndexInfo& index : table.indexes) {
      if (index.backfilling || !index.maintained()) continue;
      PARTITA_TRY(check_entries(table, index.id, "index " + index.name, &index));
    }
    if (table.ttl.status == TimeToLiveStatus::Enabled)
      return check_entries(table, keys::kExpiryIndex, "the expiry entries", nullptr);
    return {};
  }

  // The finding of a record, or nullptr if it is sound. A writer that began before the stream ended may have left a
  // record behind its end, which is never read.
  static const char* fault_of(const catalog::StreamInfo& stream, std::string_view bytes) {
    const auto record = read_record(bytes);
    if (!record) return "does not decode";
    bool sound = true;
    for (const std::string_view image : {record->old_image, record->new_image, record->keys})
      sound = sound && (image.empty() || is_item(stream.keys, image));
    if (!sound) return "has an image that does not decode";
    const bool has_old = !record->old_image.empty(), has_new = !record->new_image.empty();
    if ((has_old && record->event == OperationType::Insert) || (has_new && record->event == OperationType::Remove))
      return "has an image that its event does not have";
    return nullptr;
  }

  Result<void> check_stream(const catalog::StreamInfo& stream) {
    return each(stream.id, keys::kStreamIndex, [&](std::string_view key, std::string_view bytes) -> Result<void> {
      ++report_.records;
      const char* fault = "has a key that does not decode";
      if (key.size() == keys::kStreamRecordKeyBytes) {
        const SequenceNumber number = keys::number_of_stream_record(key);
        highest_number_ = std::max(highest_number_, number);
        fault = fault_of(stream, bytes);
        if (fault == nullptr && number < stream.trimmed) fault = "should be erased";
      }
      if (fault != nullptr)
        add_finding(fmt::format("{}: record {} of its stream {}", stream.table_name, hex(key), fault));
      return {};
    });
  }

  // The finding of a history's entry, or nullptr if it is sound.
  const char* fault_of_entry(const catalog::KeySchema& keys, std::string_view key, std::string_view bytes) {
    const auto entry = read_entry(bytes);
    if (!entry || (entry->old_image && !is_item(keys, *entry->old_image)) || !keys::is_history_key(key))
      return "does not decode";
    const keys::HistoryKey place = keys::parse_history_key(key);
    highest_number_ = std::max(highest_number_, place.number);
    return place.day == day_of(place.number) ? nullptr : "is not in the day of its number";
  }

  // The entries of all histories must decode and lie in the day of their number. Whether an entry is missing cannot be
  // seen.
  Result<void> check_histories() {
    std::map<keys::TableId, const catalog::KeySchema*> histories;
    std::vector<catalog::TablePtr> tables;
    std::vector<catalog::BackupPtr> backups;
    for (const Context* realm : context_.realms.in_use()) {
      for (catalog::TablePtr& table : realm->catalog.tables()) tables.push_back(std::move(table));
      for (catalog::BackupPtr& backup : realm->catalog.backups()) backups.push_back(std::move(backup));
    }
    for (const catalog::BackupPtr& backup : backups) histories.emplace(backup->history, &backup->table.keys);
    for (const catalog::TablePtr& table : tables)
      if (table->history) histories.emplace(table->history->id, &table->keys);
    for (const auto& [history, keys] : histories)
      PARTITA_TRY(each(history, keys::kHistoryIndex, [&](std::string_view key, std::string_view bytes) -> Result<void> {
        if (const char* const fault = fault_of_entry(*keys, key, bytes))
          add_finding(fmt::format("entry {} of a table's history {}", hex(key), fault));
        return {};
      }));
    return {};
  }

  // The numbers of later changes must follow those that are stored, or the order of the changes is lost.
  void check_numbers() {
    const SequenceNumber next = context_.numbers.settled_below();
    if (highest_number_ < next) return;
    add_finding(
        fmt::format("the newest stored change has the number {}, but later changes would have numbers from {} on",
                    highest_number_, next));
  }

  // Looks between the ids that are known for rows with another one.
  Result<void> check_ids() {
    std::set<keys::TableId> known = {keys::kSystemTable};
    for (const Context* realm : context_.realms.in_use()) {
      for (const catalog::TablePtr& table : realm->catalog.tables()) {
        known.insert(table->id);
        if (table->history) known.insert(table->history->id);
        if (table->restore) known.insert({table->restore->table, table->restore->history});
      }
      for (const catalog::BackupPtr& backup : realm->catalog.backups())
        known.insert({backup->table.id, backup->history});
      for (const catalog::TransferPtr& transfer : realm->catalog.transfers())
        if (transfer->needs_history()) known.insert({transfer->table, transfer->history});
      for (const catalog::StreamPtr& stream : realm->catalog.streams()) known.insert(stream->id);
      PARTITA_TRY_VALUE(drops, realm->catalog.pending_drops());
      for (const catalog::Drop& drop : drops) known.insert(drop.table);
    }
    for (auto at = known.begin(); at != known.end(); ++at) {
      const auto next = std::next(at);
      PARTITA_TRY(check_rows_between(keys::table_upper(*at), next == known.end() ? "" : keys::table_lower(*next)));
    }
    return {};
  }
  Result<void> check_rows_between(std::string lower, std::string upper) {
    std::map<keys::TableId, std::pair<std::uint64_t, std::uint64_t>> rows;  // items, and others
    PARTITA_TRY(each(std::move(lower), std::move(upper), [&](std::string_view key, std::string_view) -> Result<void> {
      const auto table = base::take_big_endian<keys::TableId>(key);
      const auto index = base::take_big_endian<keys::IndexId>(key);
      ++(index == keys::kBaseTable ? rows[table].first : rows[table].second);
      return {};
    }));
    for (const auto& [table, counts] : rows)
      add_finding(
          fmt::format("{} items and {} entries have the id {} of a table whose description is lost; nothing reads "
                      "them, and no new table gets the id",
                      counts.first, counts.second, table));
    return {};
  }

  const Context& context_;
  const std::function<void(std::uint64_t)>& progress_;
  const Mend mend_;
  storage::Batch changes_;
  std::uint64_t mended_ = 0;
  const std::shared_ptr<const storage::Snapshot> snapshot_;
  VerifyReport report_;
  std::string where_;  // precedes each finding
  std::uint64_t keys_read_ = 0;
  std::map<keys::IndexId, std::int64_t> expected_entries_;
  SequenceNumber highest_number_ = 0;  // of the records and the entries of histories
};

}  // namespace

Result<VerifyReport> verify(const Context& context, const std::function<void(std::uint64_t)>& progress) {
  PARTITA_TRY(context.store.check_files());
  return Verifier(context, progress).run();
}

Result<std::uint64_t> mend(const Context& context, const std::function<void(std::uint64_t)>& progress) {
  std::uint64_t mended = 0;
  for (const Mend what : {Mend::Entries, Mend::EntriesThatRemain, Mend::Sums}) {
    Verifier verifier(context, progress, what);
    auto report = verifier.run();
    if (!report) return unexpected(std::move(report.error()));
    mended += verifier.mended();
  }
  return mended;
}

}  // namespace partita::engine
