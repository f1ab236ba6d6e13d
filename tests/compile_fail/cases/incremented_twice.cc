// message: totalCents
// message: the call gives one field twice
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  db.update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").increment("totalCents"_f = 3).value();
#else
  db.update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("totalCents"_f = 1).increment("totalCents"_f = 2).value();
#endif
}
