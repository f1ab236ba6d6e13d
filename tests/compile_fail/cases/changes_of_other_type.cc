// message: the value for totalCents of entity ORDER
// message: the value's type does not fit the member's
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
  pt::changes<OrderE> patch;
#ifdef MENDED
  patch.set("totalCents"_f = 5);
#else
  patch.set("totalCents"_f = "5");
#endif
  (void)db.update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").apply(patch).run();
}
