#include "modelling/read/tables/live_table.h"

#include <fmt/format.h>
#include <partita/database.h>

#include <algorithm>

#include "base/try.h"
#include "modelling/read/infer/infer.h"
#include "modelling/read/tables/described_table.h"
#include "modelling/read/tree.h"

namespace partita::modelling {
namespace {

constexpr std::int64_t kSampleSegments = 16;

// The items of a sample, and the units that their reads consumed.
struct Sample {
  std::vector<ObservedItem> items = {};
  double units = 0;
  bool whole = false;  // the sample is all of the table
};

// Reads a page of each segment in turn, until the sample is full.
class Sampler {
 public:
  Sampler(Database& database, const std::string& table, std::int64_t wanted)
      : database_(database), table_(table), wanted_(wanted) {
    const std::int64_t segments = std::clamp<std::int64_t>(wanted, 1, kSampleSegments);
    for (std::int64_t i = 0; i < segments; ++i) pages_.push_back(first_page(i, segments));
  }

  Result<Sample> run() {
    while (missing() > 0 && !pages_.empty()) {
      const std::int64_t share = (missing() + std::ssize(pages_) - 1) / std::ssize(pages_);
      for (ScanRequest& page : pages_) {
        if (missing() <= 0) break;
        PARTITA_TRY(read(page, std::min(share, missing())));
      }
      std::erase_if(pages_, [](const ScanRequest& page) { return !page.segment; });
    }
    sample_.whole = pages_.empty();
    return std::move(sample_);
  }

 private:
  ScanRequest first_page(std::int64_t segment, std::int64_t segments) const {
    ScanRequest page{.table_name = table_};
    page.return_consumed_capacity = ReturnConsumedCapacity::Total;
    page.total_segments = segments;
    page.segment = segment;
    return page;
  }
  std::int64_t missing() const { return wanted_ - std::ssize(sample_.items); }

  // Leaves `page` as the request for the next page, or without a segment if there is no next page.
  Result<void> read(ScanRequest& page, std::int64_t limit) {
    page.limit = limit;
    PARTITA_TRY_VALUE(read, database_.scan(page));
    if (read.items)
      for (const Item& item : *read.items) sample_.items.push_back({item.to_map()});
    if (read.consumed_capacity) sample_.units += read.consumed_capacity->capacity_units.value_or(0);
    page.exclusive_start_key = std::move(read.last_evaluated_key);
    if (!page.exclusive_start_key) page.segment.reset();
    return {};
  }

  Database& database_;
  const std::string table_;
  const std::int64_t wanted_;
  std::vector<ScanRequest> pages_;
  Sample sample_;
};

// A sample tells the share of each entity, and the table how many items it has.
void count_entities(Table& table, const Sample& sample, std::int64_t items) {
  if (sample.whole) items = std::ssize(sample.items);
  std::size_t sampled = 0;
  for (const Entity& entity : table.entities) sampled += static_cast<std::size_t>(entity.count.value_or(0));
  for (Entity& entity : table.entities) {
    if (sampled > 0 && items > 0)
      entity.count =
          std::max(1.0, entity.count.value_or(0) * static_cast<double>(items) / static_cast<double>(sampled));
    else
      entity.count.reset();
    entity.samples.clear();  // a model is shown to others; real items are not
  }
}

Result<void> add_live_table(Database& database, const std::string& name, const LiveTables& which, Model& model) {
  const Place place{std::make_shared<const std::string>(fmt::format("{} table {}", which.source, name)), 0};
  PARTITA_TRY_VALUE(described, database.describe_table({.table_name = name}));
  Table table = table_of(request_of(described.table), place, model.notes);
  const auto expiry = database.describe_time_to_live({.table_name = name});
  const bool expires = expiry && (expiry->time_to_live_description.time_to_live_status == TimeToLiveStatus::Enabled ||
                                  expiry->time_to_live_description.time_to_live_status == TimeToLiveStatus::Enabling);
  if (expires) table.ttl_attribute = expiry->time_to_live_description.attribute_name.value_or("");
  if (!expiry) model.notes.push_back(located(place, "the time to live is unknown: " + expiry.error().message));
  if (which.sample > 0) {
    PARTITA_TRY_VALUE(sample, Sampler(database, name, which.sample).run());
    infer_entities(table, sample.items, {.measure = true, .place = place}, model.notes);
    count_entities(table, sample, described.table.item_count.value_or(0));
    model.notes.push_back(
        located(place, fmt::format("the entities are inferred from {} {} items, whose reading consumed "
                                   "{} read units",
                                   sample.whole ? "all" : "a sample of", sample.items.size(), sample.units)));
  }
  model.tables.push_back(std::move(table));
  return {};
}

}  // namespace

Result<Model> read_live_tables(Database& database, const LiveTables& which) {
  Model model;
  for (const std::string& name : which.names) PARTITA_TRY(add_live_table(database, name, which, model));
  return model;
}

}  // namespace partita::modelling
