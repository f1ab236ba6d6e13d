#include "commerce/system.h"

#include <partita/model/describe.h>

#include "commerce/patterns.h"
#include "commerce/sample_data.h"

namespace commerce {
namespace {

pt::ModelInfo model() {
  return pt::describe<Commerce, OrderItems, LoadOrder, CustomerTimeline, StatusFeed, CustomerStatusFeed, StatusHistory,
                      OrdersByDay, ItemsBySku, ItemsByStatus>();
}

// Creates the table, or upgrades a table of version 1 that an earlier program left, with all its orders.
Result<void> make_table(const CommerceRepository& shop) {
  const auto made = shop.create_table_if_missing();
  if (!made && made.error().code == partita::ErrorCode::ValidationException) return shop.upgrade();
  return made;
}

Result<systems::Instance> start(std::shared_ptr<partita::Database> database) {
  const auto shop = std::make_shared<CommerceRepository>(std::move(database));
  if (auto done = make_table(*shop); !done) return partita::unexpected(std::move(done.error()));
  return systems::Instance{.load_sample = [=] { return load_sample(*shop); },
                           .load_unrelated = [=] { return load_unrelated(*shop); },
                           .groups = {{"Read pattern", read_patterns(shop)},
                                      {"Read pattern of version 2", feed_patterns(shop)},
                                      {"Write pattern", write_patterns(shop)}}};
}

}  // namespace

const systems::System& system() {
  static constexpr systems::System kSystem{
      .name = "commerce",
      .summary = "orders of a shop in a single table with six indexes",
      .model = model,
      .start = start,
  };
  return kSystem;
}

}  // namespace commerce
