#include "order_entry/system.h"

#include <partita/model/describe.h>

#include "order_entry/patterns.h"
#include "order_entry/sample_data.h"

namespace order_entry {
namespace {

pt::ModelInfo model() {
  return pt::describe<EmployeeTable, EmployeesByName, EmployeesHired, EmployeesInWarehouse, EmployeesWithTitle>()
      .add(pt::describe<CustomerTable, CustomersOfRep>())
      .add(pt::describe<OrderTable, OrdersOfCustomer, OpenOrders, OrdersOfRep, OrdersOfProduct, WholeOrder>())
      .add(pt::describe<ProductTable, StockOfProduct>());
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
      .model = model,
      .start = start};
  return system;
}

}  // namespace order_entry
