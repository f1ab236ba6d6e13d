// The sample: the rows of the article "DynamoDB Data Modeling" by David A Good (customer 123 with three orders), two
// customers with names, and employees with their appointments.
#pragma once

#include <memory>
#include <vector>

#include "customer_orders/appointments_repository.h"
#include "customer_orders/orders_repository.h"
#include "customer_orders/ulid_repository.h"

namespace customer_orders {

struct Repositories {
  explicit Repositories(const std::shared_ptr<partita::Database>& database)
      : orders(database), ulid_orders(database), appointments(database) {}
  Result<void> create_tables_if_missing() const;

  const OrdersRepository orders;
  const UlidOrdersRepository ulid_orders;
  const AppointmentsRepository appointments;
};

// The customer in the article "DynamoDB Data Modeling".
inline constexpr const char* kCustomerId = "123";
// A customer that is not in the sample and that a pattern creates.
inline constexpr const char* kNewCustomerId = "126";
inline constexpr const char* kNoCustomerId = "9";

// The customer of the sample with all orders, newest first.
CustomerItemCollection sample_collection(const std::string& customer_id);
const std::vector<UlidOrder>& sample_ulid_orders();  // of customer 123, newest first
const std::vector<AppointmentItemCollection>& sample_appointments();
const AppointmentItemCollection& sample_joined_appointment();

// Removes all items from the sample's partitions and writes the sample.
Result<void> load_sample(const Repositories& all);
// Writes about two thousand items that belong to no answer: older orders of customer 123 by dates and by ULIDs, earlier
// appointments of employee E1, and people whose ids begin like those of the sample.
Result<void> load_unrelated(const Repositories& all);

}  // namespace customer_orders
