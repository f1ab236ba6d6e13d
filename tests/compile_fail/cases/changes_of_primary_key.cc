// message: entity ORDER: orderId
// message: a field of the primary key cannot be updated in place
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
  pt::changes<OrderE> patch;
#ifdef MENDED
  patch.set("note"_f = "x");
#else
  patch.set("orderId"_f = "O2");
#endif
  (void)db.update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").apply(patch).run();
}
