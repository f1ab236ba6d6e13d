#include "embedded/stores/partita_side.h"

#include "lib/fatal.h"

namespace partita::bench {

std::unique_ptr<client::EmbeddedDatabase> open_partita(const Settings& settings, const std::filesystem::path& directory,
                                                       const CreateTableRequest& table) {
  OpenOptions options;
  options.in_memory = settings.durability == DurabilityLevel::Memory;
  options.durability = settings.durability == DurabilityLevel::Sync ? Durability::Sync : Durability::Os;
  auto database = client::EmbeddedDatabase::open(directory, options);
  if (!database) fatal(database.error().message);
  if (auto created = (*database)->create_table(table); !created) fatal(created.error().message);
  return *std::move(database);
}

void load(Database& database, const Items& items) {
  constexpr std::uint64_t kBatch = 25;
  for (std::uint64_t first = 0; first < items.count(); first += kBatch) {
    std::vector<WriteRequest> puts;
    for (std::uint64_t i = first; i < std::min(first + kBatch, items.count()); ++i)
      puts.push_back({.put_request = PutRequest{items.item(i)}});
    NamedList<std::vector<WriteRequest>> tables;
    tables.emplace_back(Items::kTable, std::move(puts));
    auto written = database.batch_write_item({.request_items = std::move(tables)});
    if (!written) fatal(written.error().message);
    if (!written->unprocessed_items.empty()) fatal("a batch was not written whole");
  }
}

}  // namespace partita::bench
