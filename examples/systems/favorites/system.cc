#include "favorites/system.h"

#include <partita/model/export_model.h>

#include "favorites/patterns.h"
#include "favorites/sample_data.h"

namespace favorites {
namespace {

std::string key_map() {
  pt::ModelInfo model;
  model.tables.push_back(&FavoriteTable::info());
  return pt::to_mermaid(model);
}

partita::Result<systems::Instance> start(std::shared_ptr<partita::Database> database) {
  pt::SessionOptions options;
  options.table_prefix = "develop.";
  const auto repository = std::make_shared<Repository>(std::move(database), std::move(options));
  if (auto done = repository->db().create_table_if_missing().run(); !done)
    return partita::unexpected(std::move(done.error()));
  systems::Instance instance;
  instance.load_sample = [repository] { return load_sample(*repository); };
  instance.load_unrelated = [repository] { return load_unrelated(*repository); };
  instance.groups = patterns(repository);
  return instance;
}

}  // namespace

const systems::System& system() {
  static const systems::System favorites = {.name = "favorites",
                                            .summary = "clipped pictures, links, notes, ... under tags, with search",
                                            .key_map = &key_map,
                                            .start = &start};
  return favorites;
}

}  // namespace favorites
