// message: entity CUSTOMER: email
// message: the field is unique, and its old value must be released
#include "shop.h"

struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"CUST#{customerId}", "PROFILE">, pt::unique<"email">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<CustomerE>> {};
void use(pt::db<Shop>& db, bool changed) {
#ifdef MENDED
  (void)db.update<CustomerE>("customerId"_f = "C1").set_if(changed, "email"_f = "b@x").given("email"_f = "a@x").value();
#else
  (void)db.update<CustomerE>("customerId"_f = "C1").set_if(changed, "email"_f = "b@x").value();
#endif
}
