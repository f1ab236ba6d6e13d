#include "movement/tables/get_items.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/try.h"
#include "transfer/tables/patience.h"
#include "value/limits.h"

namespace partita::movement {
namespace {

constexpr std::chrono::minutes kReadPatience{5};

KeysAndAttributes wanted(const std::vector<std::string>& keys, std::size_t begin, std::size_t end) {
  KeysAndAttributes out{.consistent_read = true};
  out.keys.emplace();
  for (std::size_t i = begin; i < end; ++i) out.keys->push_back(item_of(keys[i]).to_map());
  return out;
}

}  // namespace

Result<std::vector<std::optional<Item>>> get_items(Database& database, const transfer::TableFacts& table,
                                                   const std::vector<std::string>& keys, transfer::Pace& pace,
                                                   const std::atomic<bool>& is_stopped) {
  const KeyNames names(table);
  std::vector<std::optional<Item>> items(keys.size());
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < keys.size(); ++i) places.emplace(keys[i], i);
  for (std::size_t begin = 0; begin < keys.size(); begin += limits::kBatchGetKeys) {
    NamedList<KeysAndAttributes> left;
    left.emplace_back(table.name, wanted(keys, begin, std::min(keys.size(), begin + limits::kBatchGetKeys)));
    transfer::Patience patience(kReadPatience);
    while (!left.empty()) {
      pace.wait(is_stopped);
      auto answer =
          database.batch_get_item({.request_items = left, .return_consumed_capacity = ReturnConsumedCapacity::Total});
      if (!answer) {
        if (transfer::is_throttling(answer.error())) pace.refuse(static_cast<double>(limits::kBatchGetKeys));
        if (!transfer::may_succeed_later(answer.error()) || is_stopped || !patience.wait())
          return unexpected(std::move(answer.error()));
        continue;
      }
      if (answer->consumed_capacity)
        for (const ConsumedCapacity& used : *answer->consumed_capacity) pace.spend(used.capacity_units.value_or(0));
      bool has_progress = false;
      for (const auto& [name, found] : answer->responses)
        for (const Item& item : found)
          if (const auto place = places.find(names.key_of(item)); place != places.end()) {
            items[place->second] = item;
            has_progress = true;
          }
      left = std::move(answer->unprocessed_keys);
      for (const auto& [name, unread] : left) pace.refuse(static_cast<double>(unread.keys ? unread.keys->size() : 0));
      if (left.empty() || is_stopped) break;
      if (has_progress) {
        patience.renew();
        continue;
      }
      if (!patience.wait())
        return fail(ErrorCode::ProvisionedThroughputExceededException,
                    "the database left keys unprocessed again and again; run this again later, or with a lower rate");
    }
  }
  return items;
}

}  // namespace partita::movement
