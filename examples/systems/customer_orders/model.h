// The keys of customers, orders, employees and appointments, and their access patterns. Only this file knows keys.
#pragma once

#include "customer_orders/domain.h"

namespace customer_orders {

// ---- customers with their orders

// The customer's own item, the A record. '#' is less than 'A', so the item sorts after all the customer's orders. A
// read from the end of the partition meets the customer first and then the orders, newest first.
struct CustomerE : pt::entity<Customer, "Customer", pt::key<"CUSTOMER#{customer_id}", "A">,
                              pt::stored_as<"customer_id", "CustomerId">, pt::stored_as<"name", "Name">,
                              pt::stored_as<"balance_cents", "BalanceCents">> {};
struct OrderE : pt::entity<Order, "Order", pt::key<"CUSTOMER#{customer_id}", "#ORDER#{order_id}">,
                           pt::stored_as<"customer_id", "CustomerId">, pt::stored_as<"order_id", "OrderId">,
                           pt::stored_as<"total_cents", "TotalCents">> {};

// Without take(n), the collection is read whole. The compiler proves that Customer sorts after Order.
using CustomerWithNewestOrders = pt::collect<"Customer with the newest orders", CustomerItemCollection,
                                             pt::one<CustomerE>, pt::newest_many<OrderE>, pt::by<"customer_id">>;
using OrdersOfCustomer =
    pt::pattern<"Orders of a customer, newest first", OrderE, pt::by<"customer_id">, pt::newest<"order_id">>;

// ---- employees and appointments, in the same table

struct EmployeeE : pt::entity<Employee, "Employee", pt::key<"EMPLOYEE#{employee_id}", "A">,
                              pt::stored_as<"employee_id", "EmployeeId">, pt::stored_as<"name", "Name">> {};
// Customer to employee is many to many. It is stored as appointment to one customer and appointment to many employees.
struct AppointmentE
    : pt::entity<Appointment, "Appointment", pt::key<"APPOINTMENT#{appointment_id}", "A">,
                 pt::on<"ByCustomer", "CUSTOMER#{customer_id}", "APPOINTMENT#{appointment_id}">,
                 pt::stored_as<"appointment_id", "AppointmentId">, pt::stored_as<"customer_id", "CustomerId">,
                 pt::stored_as<"starts_at", "StartsAt">, pt::stored_as<"customer", "Customer">> {};
struct AttendanceE
    : pt::entity<Attendance, "Attendance", pt::key<"APPOINTMENT#{appointment_id}", "#EMPLOYEE#{employee_id}">,
                 pt::on<"ByCustomer", "CUSTOMER#{customer_id}", "APPOINTMENT#{appointment_id}#EMPLOYEE#{employee_id}">,
                 pt::on<"ByEmployee", "EMPLOYEE#{employee_id}", "APPOINTMENT#{appointment_id}">,
                 pt::stored_as<"appointment_id", "AppointmentId">, pt::stored_as<"employee_id", "EmployeeId">,
                 pt::stored_as<"customer_id", "CustomerId">> {};

using AppointmentWithEmployees =
    pt::collect<"Appointment with its employees", AppointmentItemCollection, pt::one<AppointmentE>,
                pt::newest_many<AttendanceE>, pt::by<"appointment_id">>;
// All appointments of a customer share a partition of the index. Each is followed by its attendances.
struct CustomerAppointments {
  std::vector<AppointmentItemCollection> appointments;
};
using AppointmentsOfCustomer =
    pt::collect<"Appointments of a customer with their employees", CustomerAppointments,
                pt::many<pt::nested<AppointmentItemCollection, pt::one<AppointmentE>, pt::many<AttendanceE>>>,
                pt::by<"customer_id">, pt::using_index<"ByCustomer">>;
using AppointmentsOfEmployee = pt::pattern<"Appointments of an employee, last first", AttendanceE,
                                           pt::by<"employee_id">, pt::newest<"appointment_id">>;

struct CustomerOrders : pt::table<"customer_orders", pt::primary<"PK", "SK">, pt::type_tag<"Type">,
                                  pt::gsi<"ByCustomer", "GSI1PK", "GSI1SK">, pt::gsi<"ByEmployee", "GSI2PK", "GSI2SK">,
                                  pt::holds<CustomerE, OrderE, EmployeeE, AppointmentE, AttendanceE>> {};

// ---- the same collection with ULIDs as order ids, in a separate table, because the keys have the same shape

struct UlidCustomerE : pt::entity<Customer, "Customer", pt::key<"CUSTOMER#{customer_id}", "A">,
                                  pt::stored_as<"customer_id", "CustomerId">, pt::stored_as<"name", "Name">,
                                  pt::stored_as<"balance_cents", "BalanceCents">> {};
struct UlidOrderE : pt::entity<UlidOrder, "Order", pt::key<"CUSTOMER#{customer_id}", "#ORDER#{order_id}">,
                               pt::stored_as<"customer_id", "CustomerId">, pt::stored_as<"order_id", "OrderId">,
                               pt::stored_as<"total_cents", "TotalCents">> {};
using UlidCustomerWithNewestOrders =
    pt::collect<"Customer with the newest orders by ULID", UlidCustomerItemCollection, pt::one<UlidCustomerE>,
                pt::newest_many<UlidOrderE>, pt::by<"customer_id">>;
struct UlidCustomerOrders : pt::table<"customer_orders_by_ulid", pt::primary<"PK", "SK">, pt::type_tag<"Type">,
                                      pt::holds<UlidCustomerE, UlidOrderE>> {};

// ---- another way to keep an appointment's employees: each row is a partition by itself, and an index joins them

struct JoinedAppointmentE
    : pt::entity<Appointment, "Appointment", pt::key<"APPOINTMENT#{appointment_id}", "APPOINTMENT#{appointment_id}">,
                 pt::on<"ByAppointment", "APPOINTMENT#{appointment_id}", "A">> {};
struct JoinedAttendanceE
    : pt::entity<Attendance, "Attendance",
                 pt::key<"APPOINTMENT#{appointment_id}#EMPLOYEE#{employee_id}",
                         "APPOINTMENT#{appointment_id}#EMPLOYEE#{employee_id}">,
                 pt::on<"ByAppointment", "APPOINTMENT#{appointment_id}", "#EMPLOYEE#{employee_id}">> {};
using JoinedAppointment = pt::collect<"Appointment with its employees, joined in an index", AppointmentItemCollection,
                                      pt::one<JoinedAppointmentE>, pt::newest_many<JoinedAttendanceE>,
                                      pt::by<"appointment_id">, pt::using_index<"ByAppointment">>;
struct JoinedAppointments
    : pt::table<"appointments_joined", pt::primary<"PK", "SK">, pt::type_tag<"Type">,
                pt::gsi<"ByAppointment", "GSI1PK", "GSI1SK">, pt::holds<JoinedAppointmentE, JoinedAttendanceE>> {};

}  // namespace customer_orders
