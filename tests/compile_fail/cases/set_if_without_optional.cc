// message: set_if takes a condition first, or values that are std::optional
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db, bool changed) {
#ifdef MENDED
  (void)db.update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set_if(changed, "note"_f = "x").run();
#else
  (void)changed;
  (void)db.update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set_if("note"_f = "x").run();
#endif
}
