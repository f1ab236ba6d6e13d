// message: entity CUSTOMER
// message: a batch write has no conditions
#include "shop.h"

struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"CUST#{customerId}", "PROFILE">, pt::unique<"email">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK">, pt::holds<CustomerE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.create(Customer());
#else
  (void)db.replace_many(std::vector<Customer>());
#endif
}
