#include "favorites/system.h"

#include <partita/model/describe.h>

#include "favorites/patterns.h"
#include "favorites/sample_data.h"

namespace favorites {
namespace {

pt::ModelInfo model() {
  return pt::describe<FavoriteTable, AllNewest, TypeNewest, TagsByName, TagsByCreation, TagsByAccess, TagsOfItem,
                      TaggedNewest, TaggedTypeNewest, WordNewest, UnclippedNewest, JobsOfUser>();
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
                                            .model = &model,
                                            .start = &start};
  return favorites;
}

}  // namespace favorites
