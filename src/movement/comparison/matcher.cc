#include "movement/comparison/matcher.h"

#include <cstring>
#include <utility>

#include "base/random.h"
#include "base/try.h"

namespace partita::movement {
namespace {

// The memory of an entry beside its key: a node, its place in the table and the header of the text.
constexpr std::size_t kEntryBytes = 96;

base::SipWords random_key() { return base::sip_key(base::random_bytes(16)); }

}  // namespace

Matcher::Matcher(std::size_t most_bytes, OnRepeat on_repeat)
    : most_bytes_(most_bytes), secret_(random_key()), on_repeat_(std::move(on_repeat)) {}

Result<void> Matcher::add(Side side, std::string_view key, std::string_view item) {
  const Entry entry{.state = side == Side::First ? State::OnlyFirst : State::OnlySecond,
                    .hash = base::siphash_128(secret_, item)};
  Partition& partition = partitions_[base::siphash_128(secret_, key)[0] % kPartitions];
  const std::lock_guard lock(partition.mutex);
  match(partition, key, entry);
  // If all together have too much, at least one partition has this share, and its next item is not far.
  if (bytes_ <= most_bytes_ || partition.bytes < most_bytes_ / kPartitions / 2) return {};
  return spill(partition);
}

void Matcher::match(Partition& partition, std::string_view key, const Entry& entry) {
  const std::size_t size = key.size() + kEntryBytes;
  const auto found = partition.entries.find(key);
  if (found == partition.entries.end()) {
    partition.entries.emplace(key, entry);
    partition.bytes += size;
    bytes_ += size;
    return;
  }
  Entry& there = found->second;
  if (there.state == State::Differs || entry.state == State::Differs) {
    there.state = State::Differs;
  } else if (there.state == entry.state) {
    if (!on_repeat_) {
      there = entry;
      return;
    }
    there.state = State::Differs;
    on_repeat_(key);
  } else if (there.hash != entry.hash) {
    there.state = State::Differs;
  } else {
    partition.entries.erase(found);
    partition.bytes -= size;
    bytes_ -= size;
  }
}

Result<void> Matcher::spill(Partition& partition) {
  std::string record;
  for (const auto& [key, entry] : partition.entries) {
    record.assign(1, static_cast<char>(entry.state));
    record.append(reinterpret_cast<const char*>(entry.hash.data()), sizeof entry.hash);
    record += key;
    PARTITA_TRY(partition.file.add(record));
  }
  spilled_ += partition.entries.size();
  bytes_ -= partition.bytes;
  partition.bytes = 0;
  partition.entries.clear();
  return {};
}

Result<void> Matcher::finish(const std::function<Result<void>(std::string_view key)>& take) {
  for (Partition& partition : partitions_) {
    PARTITA_TRY(partition.file.drain([&](std::string_view record) -> Result<void> {
      Entry entry{.state = static_cast<State>(record[0])};
      std::memcpy(entry.hash.data(), record.data() + 1, sizeof entry.hash);
      match(partition, record.substr(1 + sizeof entry.hash), entry);
      return {};
    }));
    for (const auto& [key, entry] : partition.entries) PARTITA_TRY(take(key));
    bytes_ -= partition.bytes;
    partition.entries = {};
    partition.bytes = 0;
  }
  return {};
}

}  // namespace partita::movement
