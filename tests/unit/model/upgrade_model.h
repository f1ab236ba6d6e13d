// A shop's model in its first version, in its present version, and in a version with other primary keys.
#pragma once

#include <partita/model.h>

namespace partita::model::upgrade_model {

struct Order {
  std::string customer, id, sku;
  utc_ms created;
  std::string state = "new";
  std::optional<epoch_seconds> expires;
  friend bool operator==(const Order&, const Order&) = default;
};
BOOST_DESCRIBE_STRUCT(Order, (), (customer, id, sku, created, state, expires))
struct Customer {
  std::string customer, email;
  friend bool operator==(const Customer&, const Customer&) = default;
};
BOOST_DESCRIBE_STRUCT(Customer, (), (customer, email))

namespace v1 {
struct OrderE
    : entity<Order, "ORDER", key<"CUST#{customer}", "ORDER#{id}">, on<"by_state", "STATE#{state}", "{created}#{id}">> {
};
struct CustomerE : entity<Customer, "CUSTOMER", key<"CUST#{customer}", "PROFILE">> {};
struct Shop : table<"shop", primary<"PK", "SK">, gsi<"by_state", "GSI1PK", "GSI1SK">, gsi<"legacy", "GSI9PK", "GSI9SK">,
                    holds<OrderE, CustomerE>> {};
}  // namespace v1

// Orders are called purchases, can be found by their product, and expire. E-mail addresses are unique. Orders with
// equal keys in by_state are told apart by the customer.
namespace v2 {
struct OrderE : entity<Order, "PURCHASE", tag_alias<"ORDER">, key<"CUST#{customer}", "ORDER#{id}">,
                       on<"by_state", "STATE#{state}", "{created}#{customer}#{id}">, on<"by_sku", "SKU#{sku}", "{id}">,
                       model::ttl<"expires">> {};
struct CustomerE : entity<Customer, "CUSTOMER", key<"CUST#{customer}", "PROFILE">, unique<"email">> {};
struct Shop : table<"shop", primary<"PK", "SK">, gsi<"by_state", "GSI1PK", "GSI1SK">, gsi<"by_sku", "GSI2PK", "GSI2SK">,
                    holds<OrderE, CustomerE>> {};
using OfSku = pattern<"Orders of an article", OrderE, by<"sku">>;
}  // namespace v2

// The primary keys are different, and so is the projection of by_state.
namespace v3 {
struct OrderE : entity<Order, "PURCHASE", tag_alias<"ORDER">, key<"ORDER#{id}", "ORDER">,
                       on<"by_state", "STATE#{state}", "{created}#{customer}#{id}">, on<"by_sku", "SKU#{sku}", "{id}">,
                       model::ttl<"expires">> {};
struct CustomerE : entity<Customer, "CUSTOMER", key<"CUSTOMER#{customer}", "PROFILE">, unique<"email">> {};
struct Shop : table<"shop", primary<"PK", "SK">, gsi<"by_state", "GSI1PK", "GSI1SK", include<"sku">>,
                    gsi<"by_sku", "GSI2PK", "GSI2SK">, holds<OrderE, CustomerE>> {};
}  // namespace v3

}  // namespace partita::model::upgrade_model
