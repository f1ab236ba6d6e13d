#include "engine/hot_keys/hot_keys.h"

#include "base/lack_of_memory.h"
#include "keys/key_codec.h"
#include "keys/key_space.h"

namespace partita::engine {
namespace {

constexpr std::int64_t kMinuteMs = 60'000;

std::uint32_t big_endian(std::string_view bytes) {
  std::uint32_t number = 0;
  for (const char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
  return number;
}

// The attributes of a partition key, from its encoding. nullopt if it is not whole.
std::optional<AttributeMap> decode_partition(std::string_view encoded,
                                             const std::vector<catalog::KeyAttribute>& attributes) {
  AttributeMap key;
  for (const catalog::KeyAttribute& attribute : attributes) {
    auto value = keys::decode_part(encoded);
    if (!value) return std::nullopt;
    key.set(attribute.name, *std::move(value));
  }
  return key;
}

}  // namespace

bool HotKeys::is_sampled() const {
  // Each thread counts its own requests, so that threads do not write to one place. The step is odd, so a program that
  // repeats a few requests in turn is not sampled at the same one each time.
  thread_local std::uint32_t state = 0;
  state = state * 1'664'525 + 1'013'904'223;
  return (state >> 8) % sample_ == 0;
}

void HotKeys::saw_item(std::string_view key) noexcept {
  if (!is_sampled() || key.size() <= keys::kPrefixBytes) return;
  (void)base::had_memory_for([&] {
    std::string_view rest = key.substr(keys::kPrefixBytes);
    if (keys::decode_part(rest)) note(key.substr(0, key.size() - rest.size()));
  });
}

void HotKeys::saw_partition(std::string_view partition) noexcept {
  if (is_sampled() && partition.size() > keys::kPrefixBytes) note(partition);
}

void HotKeys::note(std::string_view partition) noexcept {
  // A request that finds no memory is not counted.
  (void)base::had_memory_for([&] {
    const Place place{big_endian(partition.substr(0, 4)),
                      static_cast<keys::IndexId>(big_endian(partition.substr(4, 2)))};
    const std::int64_t minute = clock_.now_ms() / kMinuteMs;
    const std::lock_guard lock(mutex_);
    auto found = sketches_.find(place);
    if (found == sketches_.end()) {
      if (sketches_.size() >= kMostSketches) return;
      found = sketches_.try_emplace(place).first;
      found->second.minute = minute;
    }
    age(found->second, minute);
    found->second.keys.add(partition.substr(keys::kPrefixBytes), sample_);
  });
}

void HotKeys::age(Sketch& sketch, std::int64_t minute) {
  // After so many halves nothing is left.
  constexpr std::int64_t kMostHalves = 64;
  if (minute - sketch.minute > kMostHalves) sketch.keys = SpaceSaving(kCounters);
  for (; sketch.minute < minute && sketch.keys.total() > 0; ++sketch.minute) sketch.keys.halve();
  sketch.minute = minute;
}

std::vector<HotKey> HotKeys::report(std::size_t most, double least) {
  const std::int64_t minute = clock_.now_ms() / kMinuteMs;
  std::vector<HotKey> report;
  const std::lock_guard lock(mutex_);
  for (auto at = sketches_.begin(); at != sketches_.end();) {
    const catalog::TablePtr table = catalog_.find(at->first.first);
    const catalog::IndexInfo* index = nullptr;
    if (table)
      for (const catalog::IndexInfo& one : table->indexes)
        if (one.id == at->first.second) index = &one;
    if (!table || (!index && at->first.second != keys::kBaseTable)) {
      at = sketches_.erase(at);
      continue;
    }
    Sketch& sketch = at->second;
    ++at;
    age(sketch, minute);
    const auto total = static_cast<double>(sketch.keys.total());
    for (const SpaceSaving::Counter& counter : sketch.keys.top(most)) {
      if (static_cast<double>(counter.count) < least * total) continue;
      const auto& attributes = (index ? index->keys : table->keys).partition;
      report.push_back({.table = table->name,
                        .index = index ? index->name : std::string(),
                        .key = counter.is_cut ? std::nullopt : decode_partition(counter.text, attributes),
                        .share = static_cast<double>(counter.count) / total,
                        .least_share = static_cast<double>(counter.count - counter.error) / total});
    }
  }
  return report;
}

}  // namespace partita::engine
