#include "commerce/system.h"

#include <partita/model/export_model.h>

#include "commerce/patterns.h"
#include "commerce/sample_data.h"

namespace commerce {
namespace {

std::string key_map() { return pt::to_mermaid({{&Commerce::info(), &Feeds::info()}, {}}); }

Result<systems::Instance> start(std::shared_ptr<partita::Database> database) {
  const auto shop = std::make_shared<CommerceRepository>(database);
  const auto feeds = std::make_shared<FeedsRepository>(database);
  if (auto done = shop->create_table_if_missing(); !done) return tl::unexpected(std::move(done.error()));
  if (auto done = feeds->create_table_if_missing(); !done) return tl::unexpected(std::move(done.error()));
  return systems::Instance{
      .load_sample = [=] { return load_sample(*shop).and_then([&] { return load_feeds_sample(*feeds); }); },
      .load_unrelated = [=] { return load_unrelated(*shop).and_then([&] { return load_unrelated_feeds(*feeds); }); },
      .groups = {{"Read pattern", read_patterns(shop)},
                 {"Write pattern", write_patterns(shop)},
                 {"Pattern of the second model", feed_patterns(feeds)}}};
}

}  // namespace

const systems::System& system() {
  static constexpr systems::System kSystem{
      .name = "commerce",
      .summary = "orders of a shop in a single table with three indexes",
      .key_map = key_map,
      .start = start,
  };
  return kSystem;
}

}  // namespace commerce
