// message: entity ORDER
// message: say which one the write expects with .expect_version(n)
// errors: 2
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">, pt::version<"version">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  db.remove<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").any_version().value();
#else
  db.remove<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").value();
#endif
}
