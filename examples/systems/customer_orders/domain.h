// The system's own words: customers and their orders; employees, and the appointments that customers have with them.
#pragma once

#include <partita/model.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace customer_orders {

namespace pt = partita::model;

struct Customer {
  std::string customer_id;
  std::optional<std::string> name = {};
  std::optional<std::int64_t> balance_cents = {};  // the sum of the orders billed; absent before the first
  friend bool operator==(const Customer&, const Customer&) = default;
};
BOOST_DESCRIBE_STRUCT(Customer, (), (customer_id, name, balance_cents))

// An order whose id is its date: a customer has at most one a day.
struct Order {
  std::string customer_id;
  pt::date order_id;
  std::optional<std::int64_t> total_cents = {};  // absent until the order is billed
  friend bool operator==(const Order&, const Order&) = default;
};
BOOST_DESCRIBE_STRUCT(Order, (), (customer_id, order_id, total_cents))

// An order whose id is a ULID: any number a day, in the order in which they were placed.
struct UlidOrder {
  std::string customer_id;
  pt::ulid order_id;
  std::optional<std::int64_t> total_cents = {};
  friend bool operator==(const UlidOrder&, const UlidOrder&) = default;
};
BOOST_DESCRIBE_STRUCT(UlidOrder, (), (customer_id, order_id, total_cents))

// The items of one partition as one value: the customer and orders of theirs, newest first.
template <class AnyOrder>
struct ItemCollectionOf {
  Customer customer;
  std::vector<AnyOrder> orders;
  friend bool operator==(const ItemCollectionOf&, const ItemCollectionOf&) = default;
};
using CustomerItemCollection = ItemCollectionOf<Order>;
using UlidCustomerItemCollection = ItemCollectionOf<UlidOrder>;

struct Employee {
  std::string employee_id, name;
  friend bool operator==(const Employee&, const Employee&) = default;
};
BOOST_DESCRIBE_STRUCT(Employee, (), (employee_id, name))

// What an appointment shows of its customer, as it was when the appointment was booked.
struct CustomerCard {
  std::string name;
  friend bool operator==(const CustomerCard&, const CustomerCard&) = default;
};
BOOST_DESCRIBE_STRUCT(CustomerCard, (), (name))

// One customer's. Its employees are rows of their own.
struct Appointment {
  std::string appointment_id, customer_id;
  pt::utc_ms starts_at;
  CustomerCard customer;  // embedded: read with the appointment, never by itself
  friend bool operator==(const Appointment&, const Appointment&) = default;
};
BOOST_DESCRIBE_STRUCT(Appointment, (), (appointment_id, customer_id, starts_at, customer))

// That an employee takes part in an appointment. The customer, who never changes, comes along, so that the row leads
// from employees to customers by itself.
struct Attendance {
  std::string appointment_id, employee_id, customer_id;
  friend bool operator==(const Attendance&, const Attendance&) = default;
};
BOOST_DESCRIBE_STRUCT(Attendance, (), (appointment_id, employee_id, customer_id))

struct AppointmentItemCollection {
  Appointment appointment;
  std::vector<Attendance> attendances;
  friend bool operator==(const AppointmentItemCollection&, const AppointmentItemCollection&) = default;
};

}  // namespace customer_orders
