// message: totalCents of entity ORDER is not a set
// message: the value's type does not fit the member's
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.run(pt::update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("totalCents"_f = 5));
#else
  (void)db.run(pt::update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").add_to_set("totalCents"_f = 5));
#endif
}
