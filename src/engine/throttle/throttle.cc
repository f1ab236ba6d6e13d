#include "engine/throttle/throttle.h"

#include <algorithm>
#include <utility>

#include "keys/key_space.h"

namespace partita::engine {

Throttle::Throttle(const base::Clock& clock, const catalog::Catalog& catalog, std::int64_t burst_seconds,
                   std::string arn_prefix, HotKeys* hot_keys)
    : clock_(clock),
      catalog_(catalog),
      burst_seconds_(burst_seconds),
      arn_prefix_(std::move(arn_prefix)),
      hot_keys_(hot_keys),
      account_reads_({kAccountUnits, 1}, clock.elapsed_ms()),
      account_writes_({kAccountUnits, 1}, clock.elapsed_ms()) {}

const catalog::IndexInfo* Throttle::index_of(const Place& place) {
  return place.index && place.index->global ? place.index : nullptr;
}

MeterRate Throttle::rate_of(const catalog::TableInfo& table, const catalog::IndexInfo* index, Side side) const {
  const auto units = [side](const catalog::Throughput& both) {
    return side == Side::Read ? both.read_units : both.write_units;
  };
  const catalog::Throughput& provisioned = index ? index->throughput : table.throughput;
  if (table.billing_mode == BillingMode::Provisioned) return {.bucket = {units(provisioned), burst_seconds_}};
  const auto& kept = index ? index->warm : table.warm;
  MeterRate rate{.bucket = {units(catalog::warm_units(kept, table.billing_mode, provisioned)), 1}, .on_demand = true};
  if (const auto& ceilings = index ? index->on_demand : table.on_demand)
    rate.ceiling =
        (side == Side::Read ? ceilings->max_read_request_units : ceilings->max_write_request_units).value_or(-1);
  return rate;
}

// A new meter has the settings that the catalog has now, because the place may be of an earlier description. The
// catalog publishes a table before changed() and removed() are called. So either they are seen here, or those functions
// see what is added here.
Meter* Throttle::meter(const Place& place) {
  const catalog::IndexInfo* const index = index_of(place);
  const MeterId id{index ? index->id : keys::kBaseTable, place.side};
  const auto table = tables_.find(place.table.id);
  if (table != tables_.end())
    if (const auto known = table->second.meters.find(id); known != table->second.meters.end()) return &known->second;
  const catalog::TablePtr now = catalog_.find(place.table.id);
  if (!now) return nullptr;
  const catalog::IndexInfo* const index_now = index ? now->find_index(index->name) : nullptr;
  if (index && (!index_now || index_now->id != index->id)) return nullptr;
  OfTable& meters = tables_[now->id];
  meters.name = now->name;
  const MeterRate rate = rate_of(*now, index_now, place.side);
  return &meters.meters.try_emplace(id, place.side, rate, clock_.elapsed_ms()).first->second;
}

std::optional<Error> Throttle::refuse(const Place& place, const Used& used) {
  const std::int64_t now_ms = clock_.elapsed_ms();
  const std::lock_guard lock(mutex_);
  Meter* const meter = this->meter(place);
  if (!meter) return std::nullopt;
  Refused refused = Refused::Account;
  switch (meter->meets(place.hash, used.in_all, used.of_range, now_ms)) {
    case Limit::None: {
      TokenBucket& account = place.side == Side::Read ? account_reads_ : account_writes_;
      if (!meter->on_demand() || account.level(now_ms) > 0) return std::nullopt;
      break;
    }
    case Limit::Provisioned:
      refused = Refused::Provisioned;
      break;
    case Limit::OnDemand:
      refused = Refused::OnDemand;
      break;
    case Limit::Ceiling:
      refused = Refused::Ceiling;
      break;
    case Limit::KeyRange:
      refused = Refused::KeyRange;
      break;
  }
  OfTable& table = tables_.at(place.table.id);
  ++(place.side == Side::Read ? table.refused_reads : table.refused_writes);
  const catalog::IndexInfo* const index = index_of(place);
  if (hot_keys_ && !place.key.empty()) hot_keys_->was_throttled(place.table, index, place.key, place.named);
  std::string resource = arn_prefix_ + place.table.name;
  if (index) resource += "/index/" + index->name;
  return throttled(refused, place.side, index != nullptr, std::move(resource));
}

double Throttle::units_left(const Place& place) {
  const std::int64_t now_ms = clock_.elapsed_ms();
  const std::lock_guard lock(mutex_);
  Meter* const meter = this->meter(place);
  constexpr double kUnlimitedUnits = 1e15;
  return meter ? static_cast<double>(meter->left(place.hash, now_ms)) / 1000 : kUnlimitedUnits;
}

void Throttle::charge(const Place& place, double units) {
  const std::int64_t now_ms = clock_.elapsed_ms();
  const std::int64_t milli = milli_units(units);
  const std::lock_guard lock(mutex_);
  Meter* const meter = this->meter(place);
  if (!meter) return;
  meter->take(place.hash, milli, now_ms);
  if (meter->on_demand()) (place.side == Side::Read ? account_reads_ : account_writes_).take(milli, now_ms);
}

void Throttle::changed(const catalog::TableInfo& table) {
  const std::int64_t now_ms = clock_.elapsed_ms();
  const std::lock_guard lock(mutex_);
  const auto known = tables_.find(table.id);
  if (known == tables_.end()) return;
  auto& meters = known->second.meters;
  for (auto meter = meters.begin(); meter != meters.end();) {
    const auto [id, side] = meter->first;
    const auto index = std::ranges::find(table.indexes, id, &catalog::IndexInfo::id);
    const bool of_index = id != keys::kBaseTable;
    if (of_index && index == table.indexes.end()) {
      meter = meters.erase(meter);
      continue;
    }
    meter->second.set_rate(rate_of(table, of_index ? &*index : nullptr, side), now_ms);
    ++meter;
  }
}

void Throttle::removed(keys::TableId table) {
  const std::lock_guard lock(mutex_);
  tables_.erase(table);
}

std::vector<Throttle::Refusals> Throttle::refusals() const {
  std::vector<Refusals> all;
  const std::lock_guard lock(mutex_);
  for (const auto& [id, table] : tables_)
    if (table.refused_reads + table.refused_writes > 0)
      all.push_back({.table = table.name, .reads = table.refused_reads, .writes = table.refused_writes});
  return all;
}

}  // namespace partita::engine
