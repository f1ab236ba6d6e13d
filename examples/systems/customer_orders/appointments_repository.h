// Appointments: customers and employees joined.
#pragma once

#include "customer_orders/model.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace customer_orders {

using partita::Result;

struct Booking {
  std::string appointment_id, customer_id;
  pt::utc_ms starts_at;
  std::vector<std::string> employee_ids;
};

// Safe to use from several threads. Every method may also fail as the database does.
class AppointmentsRepository {
 public:
  explicit AppointmentsRepository(std::shared_ptr<partita::Database> database) : db_(std::move(database)) {}
  const pt::db<CustomerOrders, JoinedAppointments>& db() const { return db_; }

  Result<void> create_table_if_missing() const;

  // PutItem. Error: ConditionalCheckFailedException where there is such an employee.
  Result<void> create_employee(const Employee& employee) const;
  // TransactWriteItems: the appointment, its employees, and checks that the customer, by the name on the card, and the
  // employees exist. Error: ConditionalCheckFailedException where one does not, or the appointment does; nothing is
  // written then.
  Result<void> book_appointment(const Booking& booking, const CustomerCard& card) const;

  // One Query; employees in descending order.
  Result<std::optional<AppointmentItemCollection>> get_appointment(const std::string& appointment_id) const;
  // One Query of the index, by appointment and then by employee.
  Result<std::vector<AppointmentItemCollection>> list_appointments_of_customer(const std::string& customer_id) const;
  // One Query of the index, by appointment, descending.
  Result<std::vector<Attendance>> list_appointments_of_employee(const std::string& employee_id, int limit) const;
  // A Query of the index and a BatchGetItem for each hundred of the people met; each once, by id.
  Result<std::vector<Customer>> list_customers_of_employee(const std::string& employee_id) const;
  Result<std::vector<Employee>> list_employees_of_customer(const std::string& customer_id) const;

  // ---- the same with rows that are joined in an index only

  // TransactWriteItems over two tables. Error: ConditionalCheckFailedException where the customer does not exist, or the
  // appointment does.
  Result<void> book_joined_appointment(const Booking& booking, const CustomerCard& card) const;
  // One Query of the index, which is eventually consistent.
  Result<std::optional<AppointmentItemCollection>> get_joined_appointment(const std::string& appointment_id) const;

 private:
  const pt::db<CustomerOrders, JoinedAppointments> db_;
};

}  // namespace customer_orders
