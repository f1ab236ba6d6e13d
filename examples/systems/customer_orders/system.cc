#include "customer_orders/system.h"

#include <partita/model/describe.h>

#include "customer_orders/patterns.h"

namespace customer_orders {
namespace {

pt::ModelInfo model() {
  return pt::describe<CustomerOrders, CustomerWithNewestOrders, OrdersOfCustomer, AppointmentWithEmployees,
                      AppointmentsOfCustomer, AppointmentsOfEmployee>()
      .add(pt::describe<UlidCustomerOrders, UlidCustomerWithNewestOrders>())
      .add(pt::describe<JoinedAppointments, JoinedAppointment>());
}

Result<systems::Instance> start(std::shared_ptr<partita::Database> database) {
  const auto all = std::make_shared<Repositories>(database);
  if (auto done = all->create_tables_if_missing(); !done) return partita::unexpected(std::move(done.error()));
  return systems::Instance{.load_sample = [=] { return load_sample(*all); },
                           .load_unrelated = [=] { return load_unrelated(*all); },
                           .groups = {{"Customers and orders", collection_patterns(all)},
                                      {"Appointments", appointment_patterns(all)},
                                      {"Writes", write_patterns(all)}}};
}

}  // namespace

const systems::System& system() {
  static constexpr systems::System kSystem{
      .name = "customer_orders",
      .summary = "a customer and the newest orders in one query, read bottom to top",
      .model = model,
      .start = start,
  };
  return kSystem;
}

}  // namespace customer_orders
