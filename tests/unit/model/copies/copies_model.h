// A shop whose orders have copies, for the tests of copies.
#pragma once

#include <partita/database.h>
#include <partita/model.h>
#include <partita/open.h>

#include "unit/model/faulty_database.h"

namespace partita::model {
namespace copies_test {

using namespace literals;

struct Customer {
  std::string customerId, name;
  std::optional<std::string> city = {};
  std::int64_t version = 0;
  friend bool operator==(const Customer&, const Customer&) = default;
};
BOOST_DESCRIBE_STRUCT(Customer, (), (customerId, name, city, version))

enum class Status { OPEN, PAID };
BOOST_DESCRIBE_ENUM(Status, OPEN, PAID)
struct Order {
  std::string orderId, customerId;
  Status status = Status::OPEN;
  std::string customerName = "the library sets this";
  std::optional<std::string> customerCity = {};
  std::string nameFolded = {};
  utc_ms updatedAt = {};
  friend bool operator==(const Order&, const Order&) = default;
};
BOOST_DESCRIBE_STRUCT(Order, (), (orderId, customerId, status, customerName, customerCity, nameFolded, updatedAt))

inline std::string folded(const std::string& name) {
  std::string out;
  for (const char c : name) out += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return out;
}

// A note may be about a customer, and need not be.
struct Note {
  std::string noteId;
  std::optional<std::string> about;
  std::string text;
  std::optional<std::string> aboutName = {};
  std::int64_t version = 0;
  friend bool operator==(const Note&, const Note&) = default;
};
BOOST_DESCRIBE_STRUCT(Note, (), (noteId, about, text, aboutName, version))

struct CustomerE : entity<Customer, "CUSTOMER", key<"CUSTOMER#{customerId}", "CUSTOMER">, version<"version">> {};
// The copied name is in the key of an index, also as a computed member.
struct OrderE
    : entity<Order, "ORDER", key<"ORDER#{orderId}", "ORDER">, on<"by_customer", "{customerId}", "{orderId}">,
             on<"by_name", "{status}", "{customerName}#{orderId}">, on<"by_folded", "FOLDED", "{nameFolded}#{orderId}">,
             copy_of<"customerName", CustomerE, "name">, copy_of<"customerCity", CustomerE, "city">,
             computed<"nameFolded", folded, "customerName">, updated_at<"updatedAt">> {};
struct NoteE : entity<Note, "NOTE", key<"NOTE#{noteId}", "NOTE">, on<"by_about", "ABOUT#{about}", "{noteId}", sparse>,
                      version<"version">, copy_of<"aboutName", CustomerE, "name", refers<"about", "customerId">>> {};
struct Customers : table<"customers", primary<"PK", "SK">, holds<CustomerE>> {};
struct Orders : table<"orders", primary<"PK", "SK">, gsi<"by_customer", "GSI1PK", "GSI1SK">,
                      gsi<"by_name", "GSI2PK", "GSI2SK">, gsi<"by_folded", "GSI3PK", "GSI3SK">,
                      gsi<"by_about", "GSI4PK", "GSI4SK", keys_only>, holds<OrderE, NoteE>> {};
using Shop = db<Customers, Orders>;

using ByName = pattern<"Orders in a status, by the customer's name", OrderE, by<"status">, ascending<"customerName">>;
using ByFolded = pattern<"Orders by the customer's name, whatever its case", OrderE, by<>, ascending<"nameFolded">>;

// A database, and two programs that use it, of which a test can stop one before any of its requests.
struct TwoPrograms {
  explicit TwoPrograms(SessionOptions options = {}) {
    auto opened = std::make_unique<FaultyDatabase>(open("", {.in_memory = true}).value());
    database = opened.get();
    options.retries.first_delay = std::chrono::milliseconds(0);
    shared = std::shared_ptr<Database>(std::move(opened));
    shop.emplace(shared, options);
    other.emplace(shared, options);
    shop->create_table_if_missing().value();
  }

  FaultyDatabase* database;
  std::shared_ptr<Database> shared;
  std::optional<Shop> shop, other;
};

}  // namespace copies_test
}  // namespace partita::model
