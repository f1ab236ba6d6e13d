#include "commerce/system.h"

#include <partita/model/export_model.h>

#include "commerce/patterns.h"
#include "commerce/sample_data.h"

namespace commerce {
namespace {

std::string key_map() { return pt::to_mermaid({{&Commerce::info()}, {}}); }

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
      .key_map = key_map,
      .start = start,
  };
  return kSystem;
}

}  // namespace commerce
