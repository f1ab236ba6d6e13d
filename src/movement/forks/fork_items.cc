#include "movement/forks/fork_items.h"

#include <fmt/format.h>

#include "base/try.h"
#include "model/core/spell.h"
#include "model/keys/identify.h"
#include "model/plan/judge.h"
#include "model/plan/unique.h"
#include "transfer/tables/patience.h"

namespace partita::movement {
namespace {

constexpr std::size_t kShownRefusals = 10;
constexpr int kWriters = 2;  // the target is on this machine

}  // namespace

ForkItems::ForkItems(const Treatments& treatments, const modelling::ProvenTable& table, const std::string& source_table,
                     Database& source, Database& target, const ForkSettings& settings, Anonymiser& anonymiser,
                     SampledCollections& collections, ForkProgress& progress)
    : treatments_(treatments),
      table_(table),
      source_table_(source_table),
      source_(source),
      settings_(settings),
      anonymiser_(anonymiser),
      collections_(collections),
      progress_(progress),
      counts_{.table = table.declared->name},
      writer_(target, {.table = table.declared->name},
              [this](const transfer::ItemWrite& write, const std::string& fault) {
                const std::lock_guard lock(mutex_);
                refuse(fmt::format("{}: {}", model::spell(model::primary_key_of(*table_.info, write.item)), fault),
                       counts_);
                --counts_.copied;
              }),
      pool_(writer_, kWriters, nullptr, written_, is_stopped_) {}

void ForkItems::refuse(std::string why, ForkedTable& counts) const {
  ++counts.refused;
  if (counts.why_refused.size() < kShownRefusals) counts.why_refused.push_back(std::move(why));
}

bool ForkItems::is_chosen(const EntityTreatment& entity, const AttributeMap& item) const {
  if (entity.is_whole || collections_.has_all()) return true;
  const AttributeValue* partition = item.find(table_.info->partition);
  return partition && collections_.is_in_sample({&table_, *partition});
}

void ForkItems::want_referred(const EntityTreatment& entity, const AttributeMap& values) {
  if (collections_.has_all()) return;
  for (auto& [reference, collection] : collections_referred_to(entity, values)) {
    const EntityTreatment* other = treatments_.of(*reference->entity);
    if (other && !other->is_whole && !collections_.is_in_sample(collection)) collections_.want(std::move(collection));
  }
}

void ForkItems::take(const Item& item, Choice choice, Page& page) {
  AttributeMap values = item.to_map();
  if (model::owner_of_sentinel(*table_.info, values)) return;
  if (choice == Choice::Sample) ++page.counts.read;
  const model::EntityInfo* info = model::identify(*table_.info, values);
  const EntityTreatment* entity = info ? treatments_.of(*info) : nullptr;
  if (!entity) {
    if (choice == Choice::Sample) ++page.counts.unknown;
    return;
  }
  const bool is_taken = is_chosen(*entity, values);
  // An item of another entity in a collection of the sample, or of a whole entity, is there already.
  if (choice == Choice::All && is_taken) return;
  if (choice == Choice::Sample && !is_taken) {
    ++page.counts.not_chosen;
    return anonymiser_.remember(*entity, values);
  }
  want_referred(*entity, values);
  auto made = anonymiser_.make(*entity, values);
  if (!made)
    return refuse(fmt::format("{} {}: {}", info->name, model::spell(model::primary_key_of(*table_.info, values)),
                              made.error().message),
                  page.counts);
  ++page.counts.copied;
  const std::size_t bytes = item.bytes().size();
  page.writes.push_back({.item = std::move(made->item), .text_bytes = bytes});
  for (AttributeMap& sentinel : made->sentinels)
    page.writes.push_back({.item = std::move(sentinel), .text_bytes = 200});
}

Result<void> ForkItems::take_page(const std::vector<Item>& items, Choice choice) {
  Page page;
  for (const Item& item : items) take(item, choice, page);
  progress_.read += page.counts.read;
  {
    const std::lock_guard lock(mutex_);
    counts_.read += page.counts.read;
    counts_.copied += page.counts.copied;
    counts_.not_chosen += page.counts.not_chosen;
    // Items that were written after the Scan were not counted by it.
    if (choice == Choice::All)
      counts_.not_chosen -= std::min(counts_.not_chosen, page.counts.copied + page.counts.refused);
    counts_.unknown += page.counts.unknown;
    for (std::string& why : page.counts.why_refused)
      if (counts_.why_refused.size() < kShownRefusals) counts_.why_refused.push_back(std::move(why));
    counts_.refused += page.counts.refused;
  }
  if (page.writes.empty()) return {};
  PARTITA_TRY(pool_.write(std::move(page.writes)));
  return {};
}

Result<void> ForkItems::load_sample() {
  return transfer::scan_table(
      source_, source_table_,
      {.segments = settings_.segments, .consistency = settings_.consistency, .pace = settings_.read_units},
      [this](int, const std::vector<Item>& items) { return take_page(items, Choice::Sample); });
}

Result<void> ForkItems::load(const ItemCollection& collection) {
  QueryRequest request{.table_name = source_table_};
  request.key_condition_expression = "#p = :p";
  request.expression_attribute_names = {{"#p", std::string(table_.info->partition)}};
  request.expression_attribute_values = AttributeMap{{":p", collection.partition}};
  if (settings_.read_units) request.return_consumed_capacity = ReturnConsumedCapacity::Total;
  transfer::Patience patience(std::chrono::minutes(5));
  do {
    if (settings_.read_units) settings_.read_units->wait(is_stopped_);
    auto page = source_.query(request);
    if (!page) {
      if (transfer::may_succeed_later(page.error()) && patience.wait()) continue;
      return unexpected(std::move(page.error()));
    }
    if (settings_.read_units && page->consumed_capacity)
      settings_.read_units->spend(page->consumed_capacity->capacity_units.value_or(0));
    if (page->items) PARTITA_TRY(take_page(*page->items, Choice::All));
    request.exclusive_start_key = std::move(page->last_evaluated_key);
    if (!request.exclusive_start_key) return {};
  } while (true);
}

ForkedTable ForkItems::report() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

}  // namespace partita::movement
