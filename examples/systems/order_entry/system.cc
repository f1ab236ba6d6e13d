#include "order_entry/system.h"

#include <partita/model/export_model.h>

#include "order_entry/patterns.h"
#include "order_entry/sample_data.h"

namespace order_entry {
namespace {

std::string key_map() {
  return pt::to_mermaid(
      {.tables = {&EmployeeTable::info(), &CustomerTable::info(), &OrderTable::info(), &ProductTable::info()}});
}

partita::Result<systems::Instance> start(std::shared_ptr<partita::Database> database) {
  const auto shop = std::make_shared<OrderEntry>(std::move(database));
  if (auto created = shop->create_tables(); !created) return partita::unexpected(std::move(created.error()));
  return systems::Instance{.load_sample = [shop] { return load_sample(*shop); },
                           .load_unrelated = [shop] { return load_unrelated(*shop); },
                           .groups = {{"Access pattern of the document", document_patterns(shop)},
                                      {"Further reads", further_patterns(shop)},
                                      {"Writes", write_patterns(shop)}}};
}

}  // namespace

const systems::System& system() {
  static const systems::System system{
      .name = "order_entry",
      .summary = "orders of a wholesaler in four tables with nine indexes, one of them sparse and sharded",
      .key_map = key_map,
      .start = start};
  return system;
}

}  // namespace order_entry
