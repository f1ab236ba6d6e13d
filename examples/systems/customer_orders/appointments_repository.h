// Appointments, which join customers and employees.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "customer_orders/model.h"

namespace customer_orders {

using partita::Result;

struct Booking {
  std::string appointment_id, customer_id;
  pt::utc_ms starts_at;
  std::vector<std::string> employee_ids;
};

// Safe to use from several threads. Every method can also return the errors of the database.
class AppointmentsRepository {
 public:
  explicit AppointmentsRepository(std::shared_ptr<partita::Database> database) : db_(std::move(database)) {}
  const pt::db<CustomerOrders, JoinedAppointments>& db() const { return db_; }

  Result<void> create_table_if_missing() const;

  // Sends a PutItem. Error: ConditionalCheckFailedException if the employee exists.
  Result<void> create_employee(const Employee& employee) const;
  // Sends a TransactWriteItems with the appointment, its employees, and checks that the employees exist and that the
  // customer exists with the name on the card. Error: ConditionalCheckFailedException if one of them does not, or if
  // the appointment exists. Then no item is written.
  Result<void> book_appointment(const Booking& booking, const CustomerCard& card) const;

  // Sends one Query. Employees come in descending order of their ids.
  Result<std::optional<AppointmentItemCollection>> get_appointment(const std::string& appointment_id) const;
  // Sends one Query of the index ByCustomer. The answer is ordered by appointment and then by employee.
  Result<std::vector<AppointmentItemCollection>> list_appointments_of_customer(const std::string& customer_id) const;
  // Sends one Query of the index ByEmployee. The answer is ordered by appointment, descending.
  Result<std::vector<Attendance>> list_appointments_of_employee(const std::string& employee_id, int limit) const;
  // Sends a Query of an index, and a BatchGetItem for each hundred different people. Each of them comes once, ordered
  // by id.
  Result<std::vector<Customer>> list_customers_of_employee(const std::string& employee_id) const;
  // The same for the employees of a customer's appointments.
  Result<std::vector<Employee>> list_employees_of_customer(const std::string& customer_id) const;

  // ---- the same with rows that only an index joins

  // Sends a TransactWriteItems over two tables. Error: ConditionalCheckFailedException if the customer does not exist
  // or the appointment does.
  Result<void> book_joined_appointment(const Booking& booking, const CustomerCard& card) const;
  // Sends one Query of the index, which is eventually consistent.
  Result<std::optional<AppointmentItemCollection>> get_joined_appointment(const std::string& appointment_id) const;

 private:
  const pt::db<CustomerOrders, JoinedAppointments> db_;
};

}  // namespace customer_orders
