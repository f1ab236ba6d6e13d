// message: a condition on orderId of entity ORDER
// message: this member is stored only in keys
#include "shop.h"

#ifdef MENDED
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
#else
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">, pt::only_in_keys<"orderId">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
  (void)db.run(pt::update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("note"_f = "x").when("orderId"_f.exists()));
}
