// The reads, checked against the sample data as it was loaded.
#include "customer_orders/patterns.h"
#include "shared/expectations.h"

namespace customer_orders {
namespace {

using namespace pt::literals;
using systems::AccessPattern;
using systems::Wrong;

CustomerItemCollection with_newest(std::size_t n) {
  CustomerItemCollection collection = sample_collection(kCustomerId);
  collection.orders.resize(n);
  return collection;
}

Wrong two_pages(const OrdersRepository& orders) {
  const auto first = orders.list_orders(kCustomerId, 2);
  if (!first) return systems::expect_ok(first);
  const auto second = orders.list_orders(kCustomerId, 1, first->next);
  if (!second) return systems::expect_ok(second);
  const auto day = [](const Order& order) { return order.order_id.text(); };
  return systems::expect_text(systems::joined(first->orders, day) + " | " + systems::joined(second->orders, day),
                              "2020-12-06 2020-12-01 | 2020-11-25");
}

Wrong newest_by_ulid(const UlidOrdersRepository& orders) {
  UlidCustomerItemCollection wanted{{kCustomerId}, sample_ulid_orders()};
  return systems::expect_equal(orders.get_customer_with_newest_orders(kCustomerId, 3), wanted);
}

Wrong customers_appointments(const AppointmentsRepository& appointments) {
  const std::vector<AppointmentItemCollection> wanted{sample_appointments()[0], sample_appointments()[1]};
  return systems::expect_equal(appointments.list_appointments_of_customer("124"), wanted);
}

}  // namespace

std::vector<AccessPattern> collection_patterns(const All& all) {
  return {
      {.name = "The customer's A record",
       .method = "get_customer",
       .check =
           [=] {
             return systems::expect_equal(all->orders.get_customer("124"), Customer{"124", "Ada Lovelace"});
           }},
      {.name = "Customer and most recent order",
       .method = "get_customer_with_newest_orders",
       .check =
           [=] {
             return systems::expect_equal(all->orders.get_customer_with_newest_orders(kCustomerId, 1), with_newest(1));
           }},
      {.name = "Customer and newest N orders",
       .method = "get_customer_with_newest_orders",
       .check =
           [=] {
             return systems::expect_equal(all->orders.get_customer_with_newest_orders(kCustomerId, 3), with_newest(3));
           }},
      {.name = "Customer and newest N orders by ULID",
       .method = "get_customer_with_newest_orders",
       .check = [=] { return newest_by_ulid(all->ulid_orders); }},
      {.name = "Sort key begins with #ORDER#, in pages",
       .method = "list_orders",
       .requests = 2,
       .check = [=] { return two_pages(all->orders); }},
      {.name = "Orders in a range of dates",
       .method = "list_orders_between",
       .check =
           [=] {
             const std::vector<Order> wanted{{kCustomerId, "2020-12-01"_date}, {kCustomerId, "2020-11-25"_date}};
             return systems::expect_equal(
                 all->orders.list_orders_between(kCustomerId, "2020-11-25"_date, "2020-12-05"_date), wanted);
           }},
      {.name = "One order",
       .method = "get_order",
       .check =
           [=] {
             return systems::expect_equal(all->orders.get_order(kCustomerId, "2020-12-01"_date),
                                          Order{kCustomerId, "2020-12-01"_date});
           }},
      {.name = "The whole item collection",
       .method = "get_item_collection",
       .check =
           [=] { return systems::expect_equal(all->orders.get_item_collection("124"), sample_collection("124")); }},
      {.name = "A customer without orders",
       .method = "get_item_collection",
       .check =
           [=] { return systems::expect_equal(all->orders.get_item_collection("125"), sample_collection("125")); }},
  };
}

std::vector<AccessPattern> appointment_patterns(const All& all) {
  return {
      {.name = "Appointment with its employees",
       .method = "get_appointment",
       .check =
           [=] {
             AppointmentItemCollection wanted = sample_appointments()[0];
             std::swap(wanted.attendances[0], wanted.attendances[1]);
             return systems::expect_equal(all->appointments.get_appointment("A1"), wanted);
           }},
      {.name = "Appointments of a customer",
       .method = "list_appointments_of_customer",
       .index = "ByCustomer",
       .check = [=] { return customers_appointments(all->appointments); }},
      {.name = "Appointments of an employee",
       .method = "list_appointments_of_employee",
       .index = "ByEmployee",
       .check =
           [=] {
             const std::vector<Attendance> wanted{{"A2", "E1", "125"}, {"A10", "E1", "124"}, {"A1", "E1", "124"}};
             return systems::expect_equal(all->appointments.list_appointments_of_employee("E1", 3), wanted);
           }},
      {.name = "Customers of an employee",
       .method = "list_customers_of_employee",
       .index = "ByEmployee, base table",
       .requests = 2,
       .check =
           [=] {
             const std::vector<Customer> wanted{{"124", "Ada Lovelace"}, {"125", "Grace Hopper"}};
             return systems::expect_equal(all->appointments.list_customers_of_employee("E2"), wanted);
           }},
      {.name = "Employees of a customer",
       .method = "list_employees_of_customer",
       .index = "ByCustomer, base table",
       .requests = 2,
       .check =
           [=] {
             const std::vector<Employee> wanted{{"E1", "Alan"}, {"E2", "Barbara"}};
             return systems::expect_equal(all->appointments.list_employees_of_customer("125"), wanted);
           }},
      {.name = "Child rows joined in a GSI only",
       .method = "get_joined_appointment",
       .index = "ByAppointment",
       .check =
           [=] {
             return systems::expect_equal(all->appointments.get_joined_appointment("J1"), sample_joined_appointment());
           }},
  };
}

}  // namespace customer_orders
