#include "engine/hot_keys/hot_keys.h"

#include <algorithm>

#include "base/lack_of_memory.h"
#include "keys/key_codec.h"
#include "keys/key_space.h"

namespace partita::engine {
namespace {

constexpr std::int64_t kMinuteMs = 60'000;

// The first `parts` key parts of `key`, which begins with them. Empty if they are not whole.
std::string_view first_parts(std::string_view key, std::size_t parts) {
  std::string_view rest = key;
  for (; parts > 0; --parts)
    if (!keys::decode_part(rest)) return {};
  return key.substr(0, key.size() - rest.size());
}

bool is_of_items(KeyRule rule) { return rule == KeyRule::AccessedItem || rule == KeyRule::ThrottledItem; }

// The attributes of a key, from the encoding that a sketch holds. nullopt if it is not whole.
std::optional<AttributeMap> decode_key(std::string_view encoded, const catalog::KeySchema& schema, KeyRule rule) {
  AttributeMap key;
  const std::size_t parts = is_of_items(rule) ? schema.size() : schema.partition.size();
  for (std::size_t i = 0; i < parts; ++i) {
    auto value = keys::decode_part(encoded);
    if (!value) return std::nullopt;
    key.set(schema.at(i).name, *std::move(value));
  }
  return key;
}

// A local index has the partition keys of its table, and the insights of its table are its own.
const catalog::IndexInfo* global_only(const catalog::IndexInfo* index) {
  return index && index->global ? index : nullptr;
}

const std::optional<catalog::Insights>& insights_of(const catalog::TableInfo& table, const catalog::IndexInfo* index) {
  return global_only(index) ? index->insights : table.insights;
}

bool has_any(const catalog::TableInfo& table) {
  const auto is_enabled = [](const std::optional<catalog::Insights>& insights) {
    return insights && insights->enabled;
  };
  return is_enabled(table.insights) ||
         std::ranges::any_of(table.indexes, [&](const auto& index) { return is_enabled(index.insights); });
}

}  // namespace

HotKeys::~HotKeys() { places_ -= watched_.size(); }

bool HotKeys::Found::has_insights() const {
  const auto& insights = index ? index->insights : table->insights;
  return insights && insights->enabled;
}

void HotKeys::refresh() {
  if (options_.all) return;
  const std::lock_guard lock(mutex_);  // so the last one of two calls sees the changes of both
  const auto tables = catalog_.tables();
  is_on_ = std::ranges::any_of(tables, [](const catalog::TablePtr& table) { return has_any(*table); });
  each([](const Found&, const Watched&) {});
}

void HotKeys::forget_gone() {
  if (!is_on()) return;
  const std::lock_guard lock(mutex_);
  each([](const Found&, const Watched&) {});
}

bool HotKeys::is_sampled() const {
  // Each thread counts its own requests, so that threads do not write to one place. The step is odd, so a program that
  // repeats a few requests in turn is not sampled at the same one each time.
  thread_local std::uint32_t state = 0;
  state = state * 1'664'525 + 1'013'904'223;
  return (state >> 8) % options_.sample == 0;
}

void HotKeys::note_item(const catalog::TableInfo& table, std::string_view key) noexcept {
  const bool insights = table.insights && table.insights->of_accessed_keys();
  if ((!options_.all && !insights) || !is_sampled()) return;
  // A request that finds no memory is not counted.
  (void)base::had_memory_for([&] {
    note({table.id, keys::kBaseTable}, table.keys, key, Outcome::Accessed, insights ? Named::Item : Named::Partition,
         options_.sample);
  });
}

void HotKeys::note_partition(const catalog::TableInfo& table, const catalog::IndexInfo* index,
                             std::string_view partition) noexcept {
  const auto& insights = insights_of(table, index);
  if ((!options_.all && !(insights && insights->of_accessed_keys())) || !is_sampled()) return;
  // Without Contributor Insights the queries of a local index are counted apart.
  const catalog::IndexInfo* const counted = insights && insights->enabled ? global_only(index) : index;
  (void)base::had_memory_for([&] {
    note({table.id, counted ? counted->id : keys::kBaseTable}, counted ? counted->keys : table.keys, partition,
         Outcome::Accessed, Named::Partition, options_.sample);
  });
}

void HotKeys::note_throttled(const catalog::TableInfo& table, const catalog::IndexInfo* index, std::string_view key,
                             Named named) noexcept {
  const auto& insights = insights_of(table, index);
  const bool enabled = insights && insights->enabled;
  if (!options_.all && !enabled) return;
  const catalog::IndexInfo* const counted = global_only(index);
  (void)base::had_memory_for([&] {
    note({table.id, counted ? counted->id : keys::kBaseTable}, counted ? counted->keys : table.keys, key,
         Outcome::Throttled, enabled ? named : Named::Partition, 1);
  });
}

void HotKeys::note(const Place& place, const catalog::KeySchema& keys, std::string_view key, Outcome outcome,
                   Named named, std::uint32_t weight) {
  const bool throttled = outcome == Outcome::Throttled;
  if (key.size() <= keys::kPrefixBytes) return;
  key.remove_prefix(keys::kPrefixBytes);
  const std::string_view partition = first_parts(key, keys.partition.size());
  const std::string_view item =
      named == Named::Item && !keys.sort.empty() ? first_parts(key, keys.size()) : std::string_view();
  const std::int64_t minute = clock_.elapsed_ms() / kMinuteMs;
  const std::lock_guard lock(mutex_);
  Watched* const watched = this->watched(place);
  if (!watched) return;
  (throttled ? watched->throttled : watched->accessed) += weight;
  const auto add = [&](KeyRule rule, std::string_view text) {
    if (text.empty()) return;
    Sketch& sketch = watched->sketches[static_cast<std::size_t>(rule)];
    age(sketch, minute);
    sketch.keys.add(text, weight);
  };
  add(throttled ? KeyRule::ThrottledPartition : KeyRule::AccessedPartition, partition);
  add(throttled ? KeyRule::ThrottledItem : KeyRule::AccessedItem, item);
}

HotKeys::Watched* HotKeys::watched(const Place& place) {
  if (const auto known = watched_.find(place); known != watched_.end()) return &known->second;
  if (places_.fetch_add(1) >= kMostPlaces) {
    --places_;
    return nullptr;
  }
  Watched* added = nullptr;
  if (!base::had_memory_for([&] { added = &watched_.try_emplace(place).first->second; })) --places_;
  return added;
}

void HotKeys::age(Sketch& sketch, std::int64_t minute) {
  // After so many halves nothing is left.
  constexpr std::int64_t kMostHalves = 64;
  if (minute - sketch.minute > kMostHalves) sketch.keys = SpaceSaving(kCounters);
  for (; sketch.minute < minute && sketch.keys.total() > 0; ++sketch.minute) sketch.keys.halve();
  sketch.minute = minute;
}

template <class Visit>
void HotKeys::each(const Visit& visit) {
  for (auto at = watched_.begin(); at != watched_.end();) {
    Found found{catalog_.find(at->first.first)};
    const bool of_index = at->first.second != keys::kBaseTable;
    if (found.table && of_index)
      for (const catalog::IndexInfo& one : found.table->indexes)
        if (one.id == at->first.second) found.index = &one;
    const bool exists = found.table && (!of_index || found.index);
    if (!exists || !(options_.all || found.has_insights())) {
      at = watched_.erase(at);
      --places_;
      continue;
    }
    visit(found, at->second);
    ++at;
  }
}

std::vector<HotKey> HotKeys::report(std::size_t most, double least) {
  const std::int64_t minute = clock_.elapsed_ms() / kMinuteMs;
  std::vector<HotKey> report;
  const std::lock_guard lock(mutex_);
  each([&](const Found& found, Watched& watched) {
    for (std::size_t i = 0; i < kKeyRules; ++i) {
      Sketch& sketch = watched.sketches[i];
      age(sketch, minute);
      const auto rule = static_cast<KeyRule>(i);
      const auto total = static_cast<double>(sketch.keys.total());
      for (const SpaceSaving::Counter& counter : sketch.keys.top(most)) {
        if (static_cast<double>(counter.count) < least * total) continue;
        report.push_back({.table = found.table->name,
                          .index = found.index ? found.index->name : std::string(),
                          .rule = rule,
                          .key = counter.is_cut ? std::nullopt : decode_key(counter.text, found.keys(), rule),
                          .share = static_cast<double>(counter.count) / total,
                          .least_share = static_cast<double>(counter.count - counter.error) / total,
                          .requests = sketch.keys.total()});
      }
    }
  });
  return report;
}

std::vector<InsightCounts> HotKeys::counts() {
  std::vector<InsightCounts> counts;
  const std::lock_guard lock(mutex_);
  each([&](const Found& found, Watched& watched) {
    if (found.has_insights())
      counts.push_back({.table = found.table->name,
                        .index = found.index ? found.index->name : std::string(),
                        .accessed = watched.accessed,
                        .throttled = watched.throttled});
  });
  return counts;
}

}  // namespace partita::engine
