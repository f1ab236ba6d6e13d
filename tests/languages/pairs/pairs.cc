// The pairs of languages, in C++ (README.md).
#include <partita/connect.h>

#include <cstdlib>
#include <iostream>
#include <string>

#include "shop.h"

namespace pt = partita::model;
using namespace pt::literals;

namespace {

std::string hex(std::string_view bytes) {
  std::string out;
  for (const unsigned char byte : bytes) {
    out += "0123456789abcdef"[byte >> 4];
    out += "0123456789abcdef"[byte & 15];
  }
  return out;
}

std::string customer_of(const std::string& name) { return name + '#' + std::string(1, '\0') + "\xf0\x9f\x98\x80"; }
// The session has the bytes of the name.
pt::uuid session_of(const std::string& name) {
  std::string digits = hex(name).substr(0, 12);
  digits.insert(0, 12 - digits.size(), '0');
  return *pt::uuid::parse("00000000-0000-4000-8000-" + digits);
}
pt::ulid ulid(int number) { return *pt::ulid::parse("01ARZ3NDEKTSV4RRFFQ69G5F0" + std::to_string(number)); }
pt::utc_ms placed(int number) {
  const std::string digit = std::to_string(number);
  return *pt::utc_ms::parse("2026-01-0" + std::to_string(5 + number) + "T10:00:00.00" + digit + "Z");
}

shop::Order order_of(const std::string& name, int number) {
  shop::Order out;
  out.customer = customer_of(name);
  out.order = ulid(number);
  out.placed = placed(number);
  return out;
}

void write(const shop::Db& db, const std::string& name) {
  shop::Customer customer;
  customer.customer = customer_of(name);
  customer.email = name + "@example.org";
  customer.name = "Ada";
  customer.tags = {"y z", "x", "\xc3\xa4"};
  customer.address.emplace()["city"].value = partita::AttributeValue::string("Bonn#1");
  customer.joined = *pt::date::parse("2026-01-05");
  shop::sign_up(db, customer).value();
  shop::Order first = order_of(name, 1), second = order_of(name, 2), third = order_of(name, 3);
  first.cents = -5;
  first.weight = 0.1;
  first.vat = "0.1"_dec;
  db.run(pt::create<shop::OrderE>(first)).value();
  second.cents = 9007199254740991;
  second.weight = 1e100;
  second.vat = "12345678901234567890123456789012345678"_dec;
  second.gift = true;
  second.lines.emplace().emplace_back().value = partita::AttributeValue::string("a line");
  db.run(pt::create<shop::OrderE>(second)).value();
  shop::pay_an_order(db, second.customer, second.order, shop::OrderStatus::SENT, second.placed, 1).value();
  third.note = "a # note";
  db.run(pt::create<shop::OrderE>(third)).value();
  db.run(pt::update<shop::OrderE>("customer"_f = third.customer, "order"_f = third.order)
             .set("status"_f = shop::OrderStatus::SENT)
             .set("placed"_f = *pt::utc_ms::parse("2026-02-03T10:00:00.003Z"))
             .read_first())
      .value();
  shop::Cart one, two;
  one.session = two.session = session_of(name);
  one.sku = "a#";
  one.count = 1;
  one.photo = pt::bytes(std::string("\0\xff", 2));
  one.seen = 9007199254740991;
  one.until = pt::epoch_seconds(4102444800);
  two.customer = name;
  two.sku = "z";
  two.count = -2;
  two.until = pt::epoch_seconds(4102444801);
  shop::fill_a_cart(db, {one, two}).value();
}

template <class T, class Text>
std::string or_dash(const std::optional<T>& value, Text text) {
  return value ? text(*value) : "-";
}
std::string text_of(const pt::any_value& value) { return value.value.s(); }
std::string name_of(shop::OrderStatus status) {
  return status == shop::OrderStatus::OPEN ? "OPEN" : status == shop::OrderStatus::PAID ? "PAID" : "SENT";
}
std::string double_text(double value) {
  return value == 0.1 ? "0.1" : value == 1e100 ? "1e+100" : std::to_string(value);
}

void read(const shop::Db& db, const std::string& name) {
  const std::string id = customer_of(name);
  const auto whole = shop::customer_with_orders(db, id).value().value();
  const shop::Customer& customer = whole.customer;
  std::string tags;
  for (const std::string& tag : customer.tags) tags += (tags.empty() ? "" : ",") + tag;
  std::cout << "customer|" << hex(customer.customer) << '|' << customer.email << '|' << customer.phone.value_or("-")
            << '|' << tags << '|' << text_of(customer.address.value().at("city")) << '|' << customer.joined << '|'
            << customer.version << '\n';
  for (const shop::Order& one : whole.orders)
    std::cout << "order|" << one.order << '|' << one.placed.text().value() << '|' << name_of(one.status) << '|'
              << one.cents << '|' << or_dash(one.weight, double_text) << '|'
              << or_dash(one.vat, [](const pt::decimal& vat) { return vat.text(); }) << '|'
              << (one.gift ? "true" : "false") << '|' << one.note.value_or("-") << '|'
              << (one.lines ? text_of(one.lines->front()) : "-") << '|' << one.version << '\n';
  for (const shop::OpenOrdersOfACustomerRow& one : shop::open_orders_of_a_customer(db, id).value().items)
    std::cout << "open|" << one.order << '|' << one.placed.text().value() << '|' << one.cents << '\n';
  for (const shop::Order& one :
       db.query<shop::OrdersInAStatus>("status"_f = shop::OrderStatus::SENT).reversed().value().items)
    if (one.customer == id) std::cout << "status|" << one.order << '\n';
  for (const shop::Order& one : shop::orders_of_some_days_between(db, placed(1), placed(3)).value().items)
    if (one.customer == id) std::cout << "day|" << one.order << '\n';
  for (const shop::Cart& one : shop::the_cart_of_a_session(db, session_of(name)).value().items)
    std::cout << "cart|" << one.session << '|' << one.customer.value_or("-") << '|' << hex(one.sku) << '|' << one.count
              << '|' << or_dash(one.photo, [](const pt::bytes& photo) { return hex(photo.data); }) << '|'
              << or_dash(one.seen, [](std::uint64_t seen) { return std::to_string(seen); }) << '|'
              << one.until.seconds() << '\n';
}

}  // namespace

int main(int, char** arguments) {
  const shop::Db db{partita::connect(std::getenv("PARTITA_TEST_ENDPOINT")).value()};
  const std::string verb = arguments[1], name = arguments[2];
  if (verb == "write")
    write(db, name);
  else
    read(db, name);
}
