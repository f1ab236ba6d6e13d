// message: note
// message: the call gives one field twice
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.run(pt::update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("note"_f = "a"));
#else
  (void)db.run(pt::update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("note"_f = "a").set("note"_f = "b"));
#endif
}
