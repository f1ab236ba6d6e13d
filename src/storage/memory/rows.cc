#include "storage/memory/rows.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/bytes.h"
#include "storage/store.h"

namespace partita::storage {

// Table ids seldom need the first two bytes of a key. If these bytes are not 0, the prefix is the highest number. Most
// keys have a hash in the last four of the first Store::kPrefixBytes bytes. If they have a small number there, such as
// the day of a history's entries, then that says little, so the prefix has some bits of the next bytes too.
Rows::Prefix Rows::prefix_of(std::string_view key) {
  constexpr std::size_t kSkipped = 2, kHashBytes = sizeof(std::uint32_t), kMoreBytes = sizeof(std::uint16_t);
  constexpr std::uint32_t kSmall = 1 << 16, kLarge = 1u << 31;
  std::array<char, Store::kPrefixBytes + kMoreBytes> bytes{};
  std::memcpy(bytes.data(), key.data(), std::min(key.size(), bytes.size()));
  if (std::any_of(bytes.begin(), bytes.begin() + kSkipped, [](char byte) { return byte != 0; })) return ~Prefix{0};
  std::string_view rest(bytes.data() + kSkipped, bytes.size() - kSkipped);
  const auto table_and_index = base::take_big_endian<std::uint32_t>(rest);
  const auto hash = base::take_big_endian<std::uint32_t>(rest);
  const auto more = base::take_big_endian<std::uint16_t>(rest);
  static_assert(kSkipped + sizeof table_and_index + kHashBytes == Store::kPrefixBytes);
  const std::uint32_t low = hash < kSmall ? hash << 15 | static_cast<std::uint32_t>(more >> 1) : kLarge | hash >> 1;
  return Prefix{table_and_index} << 32 | low;
}

const Row* Rows::seen(const Row& newest, std::uint64_t version) const {
  if (newest.version() <= version) return newest.is_erased() ? nullptr : &newest;
  auto at = past_.upper_bound(PastKey{newest.key(), version});
  if (at == past_.begin()) return nullptr;
  --at;
  return at->first.key == newest.key() && version < at->second.until ? &at->second.row : nullptr;
}

const Row* Rows::find(std::string_view key, std::uint64_t version) const {
  const auto at = slots_.find(SearchKey(key));
  return at == slots_.end() ? nullptr : seen(at->row, version);
}

bool Rows::has_past(std::string_view key) const {
  if (past_.empty()) return false;
  const auto at = past_.lower_bound(PastKey{key, 0});
  return at != past_.end() && at->first.key == key;
}

void Rows::keep_past(const Row& row, std::uint64_t until, NewestPinned newest_pinned) {
  if (row.is_erased() || !newest_pinned || *newest_pinned < row.version()) return;
  const PastKey key{row.key(), row.version()};
  past_.emplace(key, Past{row, until});
  due_.push_back({key, until});
}

Rows::Slots::const_iterator Rows::place_of(const SearchKey& sought) const {
  if (behind_newest_) {
    const auto at = *behind_newest_;
    if ((at == slots_.end() || Less()(sought, *at)) && Less()(*std::prev(at), sought)) return at;
  }
  return slots_.lower_bound(sought);
}

void Rows::write(Row row, NewestPinned newest_pinned) {
  const SearchKey sought(row.key());
  const auto at = place_of(sought);
  if (at == slots_.end() || Less()(sought, *at)) {
    if (row.is_erased()) return;
    behind_newest_.reset();  // the insertion may throw
    behind_newest_ = std::next(slots_.insert(at, Slot{sought.prefix, std::move(row)}));
    return;
  }
  keep_past(at->row, row.version(), newest_pinned);
  if (row.is_erased() && !has_past(row.key()))
    erase(at);
  else
    at->row = std::move(row);
}

void Rows::erase(Slots::const_iterator at) {
  behind_newest_.reset();
  slots_.erase(at);
}

void Rows::erase_range(std::string_view lower, std::string_view upper, std::uint64_t version,
                       NewestPinned newest_pinned, std::vector<Row>& out) {
  const auto first = lower_bound(lower);
  auto last = first;
  if (!newest_pinned && past_.empty()) {
    const SearchKey end(upper);
    std::size_t count = 0;
    for (; last != slots_.end() && Less()(*last, end); ++last) ++count;
    // No row may leave its slot before there is room for all of them.
    if (const std::size_t needed = out.size() + count; needed > out.capacity())
      out.reserve(std::max(needed, 2 * out.capacity()));
    for (auto at = first; at != last; ++at) out.push_back(std::move(at->row));
    behind_newest_.reset();
    slots_.erase(first, last);
    return;
  }
  std::vector<Row> erased;
  walk(lower, upper, version, [&](const Row& row) {
    erased.push_back(Row::erased(version, row.key()));
    return true;
  });
  for (Row& row : erased) write(std::move(row), newest_pinned);
}

void Rows::forget(std::optional<std::uint64_t> oldest_pinned, std::size_t most) {
  for (; most > 0 && !due_.empty() && (!oldest_pinned || due_.front().until <= *oldest_pinned); --most) {
    const auto past = past_.find(due_.front().past);
    due_.pop_front();
    const Row row = std::move(past->second.row);
    past_.erase(past);
    const auto newest = slots_.find(SearchKey(row.key()));
    if (newest->row.is_erased() && !has_past(row.key())) erase(newest);
  }
}

}  // namespace partita::storage
