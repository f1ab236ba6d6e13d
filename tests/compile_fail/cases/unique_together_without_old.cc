// message: entity CUSTOMER: city
// message: the field is unique, and its old value must be released
#include "shop.h"

struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"CUST#{customerId}", "PROFILE">, pt::unique<"email", "city">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<CustomerE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  db.update<CustomerE>("customerId"_f = "C1").set("email"_f = "b@x").given("email"_f = "a@x", "city"_f = "Bonn").value();
#else
  db.update<CustomerE>("customerId"_f = "C1").set("email"_f = "b@x").given("email"_f = "a@x").value();
#endif
}
