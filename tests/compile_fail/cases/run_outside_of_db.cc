// message: pt::update and the like only describe a write
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  db.update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("note"_f = "x").value();
#else
  (void)db;
  pt::update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("note"_f = "x").value();
#endif
}
