// The writes, in the order in which they run, each with a check of its effect.
#include "customer_orders/patterns.h"
#include "shared/expectations.h"

namespace customer_orders {
namespace {

using namespace pt::literals;
using systems::AccessPattern;
using systems::Wrong;

constexpr pt::date kDay = "2020-12-24"_date;

Wrong newest_is(const OrdersRepository& orders, pt::date day, std::optional<std::int64_t> total_cents) {
  const auto collection = orders.get_customer_with_newest_orders(kCustomerId, 1);
  if (!collection) return systems::expect_ok(collection);
  if (!*collection || (*collection)->orders != std::vector<Order>{{kCustomerId, day, total_cents}})
    return "another newest order than expected";
  return std::nullopt;
}

Wrong place_by_ulid(const UlidOrdersRepository& orders) {
  const auto id = orders.place_order(kCustomerId);
  if (!id) return systems::expect_ok(id);
  if (!(*id > sample_ulid_orders().front().order_id)) return "the new order is not the newest";
  return std::nullopt;
}

Wrong newest_two_by_ulid(const UlidOrdersRepository& orders) {
  const auto collection = orders.get_customer_with_newest_orders(kCustomerId, 2);
  if (!collection) return systems::expect_ok(collection);
  if (!*collection || (*collection)->orders.size() != 2 || (*collection)->orders[1] != sample_ulid_orders().front())
    return "the order placed does not come before the sample's";
  return std::nullopt;
}

Booking booking(const char* customer_id, std::vector<std::string> employee_ids) {
  return {"A3", customer_id, "2020-12-10T09:00:00Z"_utc, std::move(employee_ids)};
}

std::vector<AccessPattern> order_writes(const All& all) {
  const auto place = [=](const char* customer) { return all->orders.place_order(customer, kDay); };
  const auto bill = [=] { return all->orders.bill_order(kCustomerId, kDay, 1250); };
  return {
      {.name = "Create a customer",
       .method = "create_customer",
       .check =
           [=] {
             return systems::expect_ok(all->orders.create_customer({kNewCustomerId, "Edsger Dijkstra"}));
           }},
      {.name = "Create a customer again",
       .method = "create_customer",
       .check = [=] { return systems::expect_conflict(all->orders.create_customer({kNewCustomerId})); }},
      {.name = "Place an order of an existing customer",
       .method = "place_order",
       .check = [=] { return systems::expect_ok(place(kCustomerId)); },
       .after = [=] { return newest_is(all->orders, kDay, {}); }},
      {.name = "Place two orders on one date",
       .method = "place_order",
       .check = [=] { return systems::expect_conflict(place(kCustomerId)); }},
      {.name = "Place an order of no customer",
       .method = "place_order",
       .check = [=] { return systems::expect_conflict(place(kNoCustomerId)); },
       .after = [=] { return systems::expect_equal(all->orders.get_order(kNoCustomerId, kDay), std::nullopt); }},
      {.name = "Place an order with a ULID",
       .method = "place_order",
       .check = [=] { return place_by_ulid(all->ulid_orders); },
       .after = [=] { return newest_two_by_ulid(all->ulid_orders); }},
      {.name = "Update two entities of a collection",
       .method = "bill_order",
       .check = [=] { return systems::expect_ok(bill()); },
       .after = [=] { return newest_is(all->orders, kDay, 1250); }},
      // The second bill changes neither the order nor the customer.
      {.name = "Update two entities, refused",
       .method = "bill_order",
       .check = [=] { return systems::expect_conflict(bill()); },
       .after =
           [=] {
             return systems::expect_equal(all->orders.get_customer(kCustomerId), Customer{kCustomerId, {}, 1250});
           }},
      {.name = "Update one entity of a collection",
       .method = "rename_customer",
       .check = [=] { return systems::expect_ok(all->orders.rename_customer("125", "Grace B. M. Hopper")); }},
  };
}

}  // namespace

std::vector<AccessPattern> write_patterns(const All& all) {
  std::vector<AccessPattern> patterns = order_writes(all);
  const auto book = [=](const char* customer, std::vector<std::string> employees, const char* name) {
    return all->appointments.book_appointment(booking(customer, std::move(employees)), {name});
  };
  patterns.push_back({.name = "Book an appointment of no customer", .method = "book_appointment", .check = [=] {
                        return systems::expect_conflict(book(kNoCustomerId, {"E1"}, "Nobody"));
                      }});
  patterns.push_back(
      {.name = "Book an appointment with no employee",
       .method = "book_appointment",
       .check =
           [=] {
             return systems::expect_conflict(book("124", {"E1", "E3"}, "Ada Lovelace"));
           },
       .after = [=] { return systems::expect_equal(all->appointments.get_appointment("A3"), std::nullopt); }});
  patterns.push_back({.name = "Book an appointment",
                      .method = "book_appointment",
                      .check = [=] { return systems::expect_ok(book("124", {"E2"}, "Ada Lovelace")); },
                      .after =
                          [=] {
                            const AppointmentItemCollection wanted{
                                {"A3", "124", "2020-12-10T09:00:00Z"_utc, {"Ada Lovelace"}}, {{"A3", "E2", "124"}}};
                            return systems::expect_equal(all->appointments.get_appointment("A3"), wanted);
                          }});
  // An appointment keeps the name on its card, although a pattern above renamed the customer.
  patterns.push_back({.name = "A card keeps what it said", .method = "get_appointment", .check = [=] {
                        const auto got = all->appointments.get_appointment("A2");
                        if (!got || !*got) return Wrong("not there");
                        return systems::expect_text((*got)->appointment.customer.name, "Grace Hopper");
                      }});
  return patterns;
}

}  // namespace customer_orders
