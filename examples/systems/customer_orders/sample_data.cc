#include "customer_orders/sample_data.h"

#include <algorithm>
#include <chrono>

#include "shared/load.h"

namespace customer_orders {
namespace {

using namespace pt::literals;

constexpr int kOldOrders = 1000;
constexpr int kOldUlidOrders = 1000;
constexpr int kOldAppointments = 100;

const std::vector<Customer>& customers() {
  static const std::vector<Customer> all = {{kCustomerId}, {"124", "Ada Lovelace"}, {"125", "Grace Hopper"}};
  return all;
}

const std::vector<Order>& orders() {
  static const std::vector<Order> all = {{kCustomerId, "2020-12-06"_date},
                                         {kCustomerId, "2020-12-01"_date},
                                         {kCustomerId, "2020-11-25"_date},
                                         {"124", "2020-12-06"_date},
                                         {"124", "2020-02-29"_date}};
  return all;
}

const std::vector<Employee>& employees() {
  static const std::vector<Employee> all = {{"E1", "Alan"}, {"E2", "Barbara"}, {"E10", "Donald"}};
  return all;
}

Result<void> clear(const Repositories& all) {
  std::vector<std::pair<const pt::TableInfo*, std::string>> partitions;
  for (const char* id : {kCustomerId, "124", "125", kNewCustomerId})
    partitions.emplace_back(&CustomerOrders::info(), std::string("CUSTOMER#") + id);
  for (const Employee& employee : employees())
    partitions.emplace_back(&CustomerOrders::info(), "EMPLOYEE#" + employee.employee_id);
  for (const char* id : {"A1", "A2", "A3", "A10"})
    partitions.emplace_back(&CustomerOrders::info(), std::string("APPOINTMENT#") + id);
  partitions.emplace_back(&UlidCustomerOrders::info(), std::string("CUSTOMER#") + kCustomerId);
  for (const char* id : {"J1", "J1#EMPLOYEE#E1", "J1#EMPLOYEE#E2"})
    partitions.emplace_back(&JoinedAppointments::info(), std::string("APPOINTMENT#") + id);
  const auto& db = all.appointments.db();
  for (const auto& [table, partition] : partitions)
    if (auto done = systems::clear_partition(db.database(), table_name(*db.session(), *table), "PK", "SK", partition);
        !done)
      return done;
  return {};
}

Booking booking_of(const AppointmentItemCollection& collection) {
  Booking booking{
      collection.appointment.appointment_id, collection.appointment.customer_id, collection.appointment.starts_at, {}};
  for (const Attendance& attendance : collection.attendances) booking.employee_ids.push_back(attendance.employee_id);
  return booking;
}

Result<void> load_appointments(const AppointmentsRepository& repository) {
  for (const Employee& employee : employees())
    if (auto done = repository.create_employee(employee); !done) return done;
  for (const AppointmentItemCollection& one : sample_appointments())
    if (auto done = repository.book_appointment(booking_of(one), one.appointment.customer); !done) return done;
  const AppointmentItemCollection& joined = sample_joined_appointment();
  return repository.book_joined_appointment(booking_of(joined), joined.appointment.customer);
}

}  // namespace

Result<void> Repositories::create_tables_if_missing() const {
  return appointments.create_table_if_missing().and_then([&] { return ulid_orders.create_table_if_missing(); });
}

CustomerItemCollection sample_collection(const std::string& customer_id) {
  CustomerItemCollection out;
  for (const Customer& customer : customers())
    if (customer.customer_id == customer_id) out.customer = customer;
  for (const Order& order : orders())
    if (order.customer_id == customer_id) out.orders.push_back(order);
  return out;
}

const std::vector<UlidOrder>& sample_ulid_orders() {
  // Two ids have the same millisecond, and the third has the millisecond before.
  static const std::vector<UlidOrder> all = {{kCustomerId, "01ERW2A1R00000000000000002"_ulid},
                                             {kCustomerId, "01ERW2A1R00000000000000001"_ulid},
                                             {kCustomerId, "01ERW2A1QZ0000000000000009"_ulid}};
  return all;
}

const std::vector<AppointmentItemCollection>& sample_appointments() {
  static const std::vector<AppointmentItemCollection> all = {
      {{"A1", "124", "2020-12-07T09:00:00Z"_utc, {"Ada Lovelace"}}, {{"A1", "E1", "124"}, {"A1", "E2", "124"}}},
      {{"A10", "124", "2020-12-09T09:00:00Z"_utc, {"Ada Lovelace"}}, {{"A10", "E1", "124"}}},
      {{"A2", "125", "2020-12-08T09:00:00Z"_utc, {"Grace Hopper"}}, {{"A2", "E1", "125"}, {"A2", "E2", "125"}}}};
  return all;
}

const AppointmentItemCollection& sample_joined_appointment() {
  static const AppointmentItemCollection one = {{"J1", "124", "2020-12-07T10:00:00Z"_utc, {"Ada Lovelace"}},
                                                {{"J1", "E2", "124"}, {"J1", "E1", "124"}}};
  return one;
}

Result<void> load_sample(const Repositories& all) {
  return clear(all)
      .and_then([&] { return systems::put_all(all.orders.db(), customers()); })
      .and_then([&] { return systems::put_all(all.orders.db(), orders()); })
      .and_then([&] { return all.ulid_orders.create_customer({kCustomerId}); })
      .and_then([&] { return systems::put_all(all.ulid_orders.db(), sample_ulid_orders()); })
      .and_then([&] { return load_appointments(all.appointments); });
}

Result<void> load_unrelated(const Repositories& all) {
  std::vector<Order> old_orders;
  for (int i = 0; i < kOldOrders; ++i)
    old_orders.push_back({kCustomerId, *pt::date::from("2016-01-01"_date.days() + std::chrono::days(i))});
  std::vector<UlidOrder> old_ulid_orders;
  pt::ulid_generator ids([] { return "2001-01-01T00:00:00Z"_utc.ms(); });
  for (int i = 0; i < kOldUlidOrders; ++i) old_ulid_orders.push_back({kCustomerId, ids.next()});
  std::vector<Customer> others;
  std::vector<Attendance> attendances;
  for (int i = 0; i < kOldAppointments; ++i) {
    const std::string other = std::to_string(1230 + i);
    others.push_back({other, "Another"});
    attendances.push_back({"A0" + std::to_string(1000 + i), "E1", other});
    attendances.push_back({"A1" + std::to_string(1000 + i), "E10", other});
  }
  return systems::put_all(all.orders.db(), old_orders)
      .and_then([&] { return systems::put_all(all.ulid_orders.db(), old_ulid_orders); })
      .and_then([&] { return systems::put_all(all.orders.db(), others); })
      .and_then([&] { return systems::put_all(all.orders.db(), attendances); });
}

}  // namespace customer_orders
