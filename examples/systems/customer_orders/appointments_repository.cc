#include "customer_orders/appointments_repository.h"

#include <set>

#include "customer_orders/done_with.h"

namespace customer_orders {
namespace {

using namespace pt::literals;

Appointment appointment_of(const Booking& booking, const CustomerCard& card) {
  return {booking.appointment_id, booking.customer_id, booking.starts_at, card};
}

// The items that exist.
template <class T>
Result<std::vector<T>> found(Result<pt::Many<T>> many) {
  if (!many) return partita::unexpected(std::move(many.error()));
  std::vector<T> out;
  for (std::optional<T>& item : many->items)
    if (item) out.push_back(std::move(*item));
  return out;
}

}  // namespace

Result<void> AppointmentsRepository::create_table_if_missing() const { return db_.create_table_if_missing().run(); }

Result<void> AppointmentsRepository::create_employee(const Employee& employee) const {
  return done_with(db_.create(employee).run());
}

Result<void> AppointmentsRepository::book_appointment(const Booking& booking, const CustomerCard& card) const {
  std::vector<Result<pt::WriteRequest>> writes;
  writes.push_back(
      db_.request_of(pt::check<CustomerE>("customer_id"_f = booking.customer_id).when("name"_f == card.name)));
  writes.push_back(db_.request_of(pt::create<AppointmentE>(appointment_of(booking, card))));
  for (const std::string& employee_id : booking.employee_ids) {
    writes.push_back(db_.request_of(pt::check<EmployeeE>("employee_id"_f = employee_id)));
    writes.push_back(
        db_.request_of(pt::create<AttendanceE>({booking.appointment_id, employee_id, booking.customer_id})));
  }
  return done_with(db_.transact(std::move(writes)).run());
}

Result<std::optional<AppointmentItemCollection>> AppointmentsRepository::get_appointment(
    const std::string& appointment_id) const {
  return db_.load<AppointmentWithEmployees>("appointment_id"_f = appointment_id).run();
}

Result<std::vector<AppointmentItemCollection>> AppointmentsRepository::list_appointments_of_customer(
    const std::string& customer_id) const {
  auto loaded = db_.load<AppointmentsOfCustomer>("customer_id"_f = customer_id).run();
  if (!loaded) return partita::unexpected(std::move(loaded.error()));
  return std::move((*loaded)->appointments);
}

Result<std::vector<Attendance>> AppointmentsRepository::list_appointments_of_employee(const std::string& employee_id,
                                                                                      int limit) const {
  auto page = db_.query<AppointmentsOfEmployee>("employee_id"_f = employee_id).take(limit).run();
  if (!page) return partita::unexpected(std::move(page.error()));
  return std::move(page->items);
}

Result<std::vector<Customer>> AppointmentsRepository::list_customers_of_employee(const std::string& employee_id) const {
  auto page = db_.query<AppointmentsOfEmployee>("employee_id"_f = employee_id).run();
  if (!page) return partita::unexpected(std::move(page.error()));
  std::set<std::string> ids;
  for (const Attendance& attendance : page->items) ids.insert(attendance.customer_id);
  std::vector<pt::key_values<CustomerE>> keys;
  for (const std::string& id : ids) keys.push_back(pt::key_of<CustomerE>("customer_id"_f = id));
  return found(db_.get_many(std::move(keys)).run());
}

Result<std::vector<Employee>> AppointmentsRepository::list_employees_of_customer(const std::string& customer_id) const {
  const auto loaded = db_.load<AppointmentsOfCustomer>("customer_id"_f = customer_id).run();
  if (!loaded) return partita::unexpected(loaded.error());
  std::set<std::string> ids;
  for (const AppointmentItemCollection& one : (*loaded)->appointments)
    for (const Attendance& attendance : one.attendances) ids.insert(attendance.employee_id);
  std::vector<pt::key_values<EmployeeE>> keys;
  for (const std::string& id : ids) keys.push_back(pt::key_of<EmployeeE>("employee_id"_f = id));
  return found(db_.get_many(std::move(keys)).run());
}

Result<void> AppointmentsRepository::book_joined_appointment(const Booking& booking, const CustomerCard& card) const {
  std::vector<Result<pt::WriteRequest>> writes;
  // The customer is in the other table, because a transaction may span tables.
  writes.push_back(db_.request_of(pt::check<CustomerE>("customer_id"_f = booking.customer_id)));
  writes.push_back(db_.request_of(pt::create<JoinedAppointmentE>(appointment_of(booking, card))));
  for (const std::string& employee_id : booking.employee_ids)
    writes.push_back(
        db_.request_of(pt::create<JoinedAttendanceE>({booking.appointment_id, employee_id, booking.customer_id})));
  return done_with(db_.transact(std::move(writes)).run());
}

Result<std::optional<AppointmentItemCollection>> AppointmentsRepository::get_joined_appointment(
    const std::string& appointment_id) const {
  return db_.load<JoinedAppointment>("appointment_id"_f = appointment_id).run();
}

}  // namespace customer_orders
