// The system's own types: customers and their orders, employees, and the appointments of customers with employees.
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
  std::optional<std::int64_t> balance_cents = {};  // the sum of the billed orders; absent before the first one
  friend bool operator==(const Customer&, const Customer&) = default;
};
BOOST_DESCRIBE_STRUCT(Customer, (), (customer_id, name, balance_cents))

// An order with its date as its id. So a customer has at most one order a day.
struct Order {
  std::string customer_id;
  pt::date order_id;
  std::optional<std::int64_t> total_cents = {};  // absent until the order is billed
  friend bool operator==(const Order&, const Order&) = default;
};
BOOST_DESCRIBE_STRUCT(Order, (), (customer_id, order_id, total_cents))

// An order with a ULID as its id. A customer may have any number a day, and the ids are in the order of placing.
struct UlidOrder {
  std::string customer_id;
  pt::ulid order_id;
  std::optional<std::int64_t> total_cents = {};
  friend bool operator==(const UlidOrder&, const UlidOrder&) = default;
};
BOOST_DESCRIBE_STRUCT(UlidOrder, (), (customer_id, order_id, total_cents))

// The items of one partition as one value: the customer and the customer's orders, newest first.
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

// The customer's data on an appointment, as they were when it was booked.
struct CustomerCard {
  std::string name;
  friend bool operator==(const CustomerCard&, const CustomerCard&) = default;
};
BOOST_DESCRIBE_STRUCT(CustomerCard, (), (name))

// An appointment of one customer. Its employees are separate rows.
struct Appointment {
  std::string appointment_id, customer_id;
  pt::utc_ms starts_at;
  CustomerCard customer;  // embedded, because it is read with the appointment only
  friend bool operator==(const Appointment&, const Appointment&) = default;
};
BOOST_DESCRIBE_STRUCT(Appointment, (), (appointment_id, customer_id, starts_at, customer))

// The row of an employee who takes part in an appointment. It also has the customer's id, which never changes, so that
// it leads from employees to customers without a read of the appointment.
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
