#include "movement/forks/search_fork.h"

#include <absl/container/flat_hash_set.h>
#include <absl/hash/hash.h>

#include <algorithm>
#include <mutex>

#include "base/try.h"
#include "model/keys/identify.h"
#include "model/plan/judge.h"
#include "model/plan/unique.h"
#include "movement/forks/item_collections.h"
#include "transfer/tables/workers.h"

namespace partita::movement {
namespace {

class Search {
 public:
  Search(const Treatments& treatments, Database& fork, const OriginalValues& originals, const ForkSettings& settings,
         ForkProgress& progress, ForkReport& report)
      : treatments_(treatments),
        fork_(fork),
        originals_(originals),
        settings_(settings),
        progress_(progress),
        report_(report) {}

  Result<void> search(const modelling::ProvenTable& table) {
    PARTITA_TRY(scan(table, nullptr));
    for (const model::IndexInfo& index : table.info->indexes)
      if (!index.is_vector()) PARTITA_TRY(scan(table, &index));
    return {};
  }

  void count_dangling() {
    report_.dangling = static_cast<std::uint64_t>(
        std::ranges::count_if(referred_to_, [this](std::size_t one) { return !collections_.contains(one); }));
  }

 private:
  using TableAndIndex = std::pair<const modelling::ProvenTable*, const model::IndexInfo*>;

  Result<void> scan(const modelling::ProvenTable& table, const model::IndexInfo* index) {
    const auto scan_segment = [&](int segment, const std::atomic<bool>& is_stopped) -> Result<void> {
      ScanRequest request{.table_name = table.declared->name};
      if (index) request.index_name = std::string(index->name);
      if (!index) request.consistent_read = true;
      if (settings_.segments > 1) {
        request.total_segments = settings_.segments;
        request.segment = segment;
      }
      do {
        PARTITA_TRY_VALUE(page, transfer::scan_page(fork_, request, nullptr, is_stopped));
        if (page.items)
          for (const Item& item : *page.items) take({&table, index}, item.to_map());
        request.exclusive_start_key = std::move(page.last_evaluated_key);
      } while (request.exclusive_start_key && !is_stopped);
      return {};
    };
    return transfer::run_workers(settings_.segments, scan_segment);
  }

  void take(const TableAndIndex& place, const AttributeMap& item) {
    ++progress_.searched;
    for (const auto& [name, value] : item) {
      const auto take_found = [&](const std::string& path, std::size_t field) { add(place, item, path, field); };
      if (const auto field = originals_.find_in(name)) take_found(name, *field);
      originals_.find_in(name, value, take_found);
    }
    if (!place.second) take_item(place, item);
  }

  // Judges the fields that only the item of the table has all of.
  void take_item(const TableAndIndex& place, const AttributeMap& item) {
    const modelling::ProvenTable& table = *place.first;
    if (model::owner_of_sentinel(*table.info, item)) return;
    AttributeMap values = item;
    const model::EntityInfo* info = model::identify(*table.info, values);
    const EntityTreatment* entity = info ? treatments_.of(*info) : nullptr;
    if (entity) find_short(place, *entity, values, item);
    const std::lock_guard lock(mutex_);
    for (ForkedTable& one : report_.tables)
      if (one.table == table.declared->name) ++one.stored;
    if (const AttributeValue* partition = item.find(table.info->partition))
      collections_.insert(hash({&table, *partition}));
    if (!entity) return;
    for (const auto& [reference, collection] : collections_referred_to(*entity, values))
      if (settings_.tables.contains(reference->table->declared->name)) referred_to_.insert(hash(collection));
  }

  void find_short(const TableAndIndex& place, const EntityTreatment& entity, const AttributeMap& values,
                  const AttributeMap& item) {
    for (std::size_t i = 0; i < entity.fields.size(); ++i) {
      const Treatment& treatment = entity.fields[i];
      if (!treatment.members.empty() || treatment.rule.value_or(FieldRule::Keep) == FieldRule::Keep) continue;
      const std::string_view attribute = entity.info->fields[i].attribute;
      const AttributeValue* value = attribute.empty() ? nullptr : values.find(attribute);
      if (value && originals_.is_short_value_of(entity.first_number + i, *value))
        add(place, item, std::string(attribute), entity.first_number + i);
    }
  }

  void add(const TableAndIndex& place, const AttributeMap& item, const std::string& path, std::size_t field) {
    const std::lock_guard lock(mutex_);
    if (++report_.remains > ForkReport::kMostRemainders) return;
    AttributeMap key = model::primary_key_of(*place.first->info, item);
    for (const auto& [name, value] : AttributeMap(key))
      originals_.find_in(name, value, [&](const std::string&, std::size_t) { key = {}; });
    report_.first.push_back({.table = place.first->declared->name,
                             .index = place.second ? std::string(place.second->name) : "",
                             .key = std::move(key),
                             .path = shown(path),
                             .field = treatments_.name_of(field)});
  }

  // The path, as far as it has no original value itself.
  std::string shown(const std::string& path) const {
    const std::string attribute = path.substr(0, path.find_first_of(".["));
    if (originals_.find_in(attribute)) return "(a name with an original value)";
    return originals_.find_in(path) ? attribute : path;
  }

  static std::size_t hash(const ItemCollection& collection) {
    return absl::HashOf(collection.table, collection.partition.type(), collection.partition.text());
  }

  const Treatments& treatments_;
  Database& fork_;
  const OriginalValues& originals_;
  const ForkSettings& settings_;
  ForkProgress& progress_;
  std::mutex mutex_;
  // These are guarded by mutex_.
  ForkReport& report_;
  absl::flat_hash_set<std::size_t> collections_;
  absl::flat_hash_set<std::size_t> referred_to_;
};

}  // namespace

Result<void> search_fork(const Treatments& treatments, const std::vector<const modelling::ProvenTable*>& tables,
                         Database& fork, const OriginalValues& originals, const ForkSettings& settings,
                         ForkProgress& progress, ForkReport& report) {
  Search search(treatments, fork, originals, settings, progress, report);
  for (const modelling::ProvenTable* table : tables) PARTITA_TRY(search.search(*table));
  search.count_dangling();
  report.entries = progress.searched;
  return {};
}

}  // namespace partita::movement
