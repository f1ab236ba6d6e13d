// message: the entity has a version
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">, pt::version<"version">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  db.update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("note"_f = "x").expect_version(3).value();
#else
  db.update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("note"_f = "x").value();
#endif
}
