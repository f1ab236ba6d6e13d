// message: a query takes a pattern
// errors: 1
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
using Orders = pt::pattern<"orders", OrderE, pt::by<"customerId">>;
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.query<Orders>("customerId"_f = "C1");
#else
  (void)db.query<OrderE>("customerId"_f = "C1");
#endif
}
