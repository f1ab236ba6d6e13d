#include "movement/reshaping/reshaped_comparison.h"

#include <cmath>
#include <mutex>
#include <set>

#include "base/clock.h"
#include "base/siphash.h"
#include "base/try.h"
#include "model/core/spell.h"
#include "model/keys/identify.h"
#include "model/keys/whole_number.h"
#include "model/plan/judge.h"
#include "modelling/core/whole_items.h"
#include "modelling/write/table_request.h"
#include "movement/comparison/matcher.h"
#include "transfer/tables/scan_table.h"
#include "transfer/tables/workers.h"

namespace partita::movement {
namespace {

using modelling::ProvenTable;

constexpr std::size_t kMatcherBytes = std::size_t{64} << 20;

std::uint64_t hash_of(const Item& item) { return base::siphash_128({0, 0}, item.bytes())[0]; }

// The number of the table, and the key of the item.
std::string place_of(std::size_t table, std::string_view key) { return std::to_string(table) + ':' + std::string(key); }

class Reader {
 public:
  Reader(const Reshaping& reshaping, Database& database, const ReshapedCompareSettings& settings)
      : reshaping_(reshaping), database_(database), settings_(settings) {}

  using Take = std::function<Result<void>(const ProvenTable&, const std::vector<Item>&)>;
  Result<void> read(const std::vector<const ProvenTable*>& tables, const Take& take) {
    for (const ProvenTable* table : tables)
      PARTITA_TRY(transfer::scan_table(database_, stored_name(*table, settings_.prefix),
                                       {.segments = settings_.segments,
                                        .consistency = transfer::ReadConsistency::Consistent,
                                        .pace = settings_.read_units},
                                       [&](int, const std::vector<Item>& items) { return take(*table, items); }));
    return {};
  }

  // Counts the items that follow from each item of a source, and gives them to `take`.
  using TakeWanted = std::function<Result<void>(const ReshapedItem&, const Item&)>;
  Result<void> read_wanted(const TakeWanted& take) {
    return read(reshaping_.sources(), [&](const ProvenTable& source, const std::vector<Item>& items) -> Result<void> {
      for (const Item& item : items) {
        auto wanted = reshaping_.items_of(source, item.to_map());
        if (!wanted) {
          add_fault(wanted.error().message);
          continue;
        }
        for (const ReshapedItem& one : *wanted) {
          if (is_expired(*one.table, one.item)) continue;
          const Item encoded(one.item);
          count(one.entity, &ReshapedEntity::wanted, &ReshapedEntity::wanted_hash, encoded);
          PARTITA_TRY(take(one, encoded));
        }
        const bool is_lost = back_ && !comes_back(*wanted, item);
        const std::lock_guard lock(mutex_);
        out_.left_out += wanted->empty() ? 1 : 0;
        if (is_lost && ++out_.lost_back == 1)
          out_.first_lost_back =
              source.declared->name + ' ' + model::spell(model::primary_key_of(*source.info, item.to_map()));
      }
      const std::lock_guard lock(mutex_);
      out_.sources += items.size();
      return {};
    });
  }

  // Whether the later model's time to live has passed. Each database deletes such items in its own time.
  bool is_expired(const ProvenTable& table, const AttributeMap& item) const {
    const auto attribute = modelling::ttl_attribute(*table.declared);
    const AttributeValue* time = attribute && !attribute->empty() ? item.find(*attribute) : nullptr;
    const auto seconds = time && time->is(AttributeType::N) ? model::whole_number(time->n()) : std::nullopt;
    return seconds && !seconds->negative && seconds->magnitude <= now_;
  }

  void count(const model::EntityInfo* entity, std::uint64_t ReshapedEntity::*number,
             std::uint64_t ReshapedEntity::*hash, const Item& item) {
    const std::uint64_t of_item = hash_of(item);
    const std::lock_guard lock(mutex_);
    ReshapedEntity& to = out_.entities[entity ? std::string(entity->name) : ""];
    ++(to.*number);
    to.*hash += of_item;
  }

  ReshapedComparison& out() { return out_; }
  // From now on each item of a source is also derived back.
  void compare_back(const Reshaping* back) { back_ = back; }

 private:
  bool comes_back(const std::vector<ReshapedItem>& wanted, const Item& item) const {
    for (const ReshapedItem& one : wanted) {
      if (!one.entity) continue;
      const auto items = back_->items_of(*one.table, one.item);
      if (!items) return false;
      for (const ReshapedItem& was : *items)
        if (was.entity && Item(was.item) == item) return true;
    }
    return wanted.empty();
  }

  void add_fault(const std::string& fault) {
    const std::lock_guard lock(mutex_);
    if (out_.faults.size() < ReshapedComparison::kMostFaults) out_.faults.push_back(fault);
    ++out_.fault_count;
  }

  const Reshaping& reshaping_;
  Database& database_;
  const ReshapedCompareSettings& settings_;
  const Reshaping* back_ = nullptr;
  const std::uint64_t now_ = static_cast<std::uint64_t>(base::SystemClock().now_ms() / 1000);
  std::mutex mutex_;
  ReshapedComparison out_;  // guarded by mutex_
};

std::size_t number_of(const Reshaping& reshaping, const ProvenTable* table) {
  const auto& tables = reshaping.targets();
  return static_cast<std::size_t>(std::ranges::find(tables, table) - tables.begin());
}

// The key attributes of a later item as texts, and the place of their table.
std::string key_text(const ProvenTable& table, const AttributeMap& item) {
  return model::spell(model::primary_key_of(*table.info, item));
}

double write_units(const ProvenTable& table, const Item& item) {
  const double units = std::ceil(static_cast<double>(item.bytes().size()) / 1024);
  const AttributeMap attributes = item.to_map();
  const auto entries = std::ranges::count_if(
      table.info->indexes, [&](const model::IndexInfo& index) { return modelling::is_in_index(attributes, index); });
  return units * static_cast<double>(1 + entries);
}

// Notes the keys that come again.
Matcher::OnRepeat noting(ReshapedComparison& out, std::mutex& mutex, const Reshaping& reshaping) {
  return [&](std::string_view place) {
    const std::lock_guard lock(mutex);
    ++out.repeats;
    if (out.repeated.size() >= ReshapedComparison::kMostFaults) return;
    const std::size_t colon = place.find(':');
    const ProvenTable& table = *reshaping.targets()[std::stoul(std::string(place.substr(0, colon)))];
    std::string text(place.substr(colon + 1));
    if (!text.starts_with('{')) text = model::spell(item_of(text).to_map());
    out.repeated.push_back(table.declared->name + ' ' + text);
  };
}

}  // namespace

Result<ReshapedComparison> judge_sources(const Reshaping& reshaping, const Reshaping* back, Database& database,
                                         const ReshapedCompareSettings& settings) {
  Reader reader(reshaping, database, settings);
  reader.compare_back(back);
  std::mutex mutex;
  ReshapedComparison repeats;
  Matcher matcher(kMatcherBytes, noting(repeats, mutex, reshaping));
  double units = 0;  // guarded by mutex
  PARTITA_TRY(reader.read_wanted([&](const ReshapedItem& wanted, const Item& item) {
    {
      const std::lock_guard lock(mutex);
      units += write_units(*wanted.table, item);
    }
    return matcher.add(Side::First, place_of(number_of(reshaping, wanted.table), key_text(*wanted.table, wanted.item)),
                       item.bytes());
  }));
  PARTITA_TRY(matcher.finish([](std::string_view) { return Result<void>(); }));
  ReshapedComparison out = std::move(reader.out());
  out.repeats = repeats.repeats;
  out.repeated = std::move(repeats.repeated);
  out.write_units = units;
  return out;
}

Result<ReshapedComparison> compare_reshaped(const Reshaping& reshaping, const ReshapedWrites& writes,
                                            Database& database, const ReshapedCompareSettings& settings) {
  Reader reader(reshaping, database, settings);
  std::mutex mutex;
  ReshapedComparison repeats;
  Matcher matcher(kMatcherBytes, noting(repeats, mutex, reshaping));
  PARTITA_TRY(reader.read_wanted([&](const ReshapedItem& wanted, const Item& item) {
    return matcher.add(Side::First,
                       place_of(number_of(reshaping, wanted.table), writes.names_of(*wanted.table).key_of(item)),
                       item.bytes());
  }));
  const auto take_there = [&](const ProvenTable& table, const std::vector<Item>& items) -> Result<void> {
    const std::size_t number = number_of(reshaping, &table);
    for (const Item& item : items) {
      AttributeMap values = item.to_map();
      if (reader.is_expired(table, values)) continue;
      reader.count(model::identify(*table.info, values), &ReshapedEntity::there, &ReshapedEntity::there_hash, item);
      PARTITA_TRY(matcher.add(Side::Second, place_of(number, writes.names_of(table).key_of(item)), item.bytes()));
    }
    return {};
  };
  PARTITA_TRY(reader.read(reshaping.targets(), take_there));
  ReshapedComparison out = std::move(reader.out());
  PARTITA_TRY(matcher.finish([&](std::string_view place) -> Result<void> {
    ++out.different;
    if (out.differences.size() >= ReshapedComparison::kMostKept) return {};
    const std::size_t colon = place.find(':');
    const std::size_t number = std::stoul(std::string(place.substr(0, colon)));
    out.differences.push_back({reshaping.targets()[number], std::string(place.substr(colon + 1))});
    return {};
  }));
  out.repeats = repeats.repeats;
  out.repeated = std::move(repeats.repeated);
  return out;
}

Result<void> repair_reshaped(const Reshaping& reshaping, ReshapedWrites& writes, Database& database,
                             const ReshapedCompareSettings& settings, const ReshapedComparison& found) {
  std::mutex mutex;
  // These are guarded by mutex.
  std::set<std::pair<const ProvenTable*, std::string>> left;
  std::vector<ReshapedWrite> wanted;
  for (const ReshapedDifference& one : found.differences) left.emplace(one.table, one.key);
  Reader reader(reshaping, database, settings);
  PARTITA_TRY(reader.read_wanted([&](const ReshapedItem& item, const Item& encoded) -> Result<void> {
    std::string key = writes.names_of(*item.table).key_of(encoded);
    const std::lock_guard lock(mutex);
    if (left.erase({item.table, key}) == 0) return {};
    wanted.push_back({item.table, std::move(key), {.item = item.item, .text_bytes = encoded.bytes().size()}});
    return {};
  }));
  for (const auto& [table, key] : left)
    wanted.push_back({table, key, {.kind = transfer::ItemWrite::Kind::Delete, .item = item_of(key).to_map()}});
  const std::atomic<bool> is_stopped = false;
  return writes.write(wanted, is_stopped);
}

}  // namespace partita::movement
