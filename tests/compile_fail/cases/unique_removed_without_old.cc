// message: entity CUSTOMER: email
// message: the field is unique, and its old value must be released
#include "shop.h"

struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"CUST#{customerId}", "PROFILE">, pt::unique<"email">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK">, pt::holds<CustomerE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.run(pt::remove<CustomerE>("customerId"_f = "C1").read_first());
#else
  (void)db.run(pt::remove<CustomerE>("customerId"_f = "C1"));
#endif
}
