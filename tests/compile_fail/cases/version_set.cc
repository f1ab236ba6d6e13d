// message: entity ORDER: version
// message: every write counts the version by itself
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">, pt::version<"version">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.run(pt::update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("note"_f = "x").expect_version(1));
#else
  (void)db.run(pt::update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("version"_f = 2).expect_version(1));
#endif
}
