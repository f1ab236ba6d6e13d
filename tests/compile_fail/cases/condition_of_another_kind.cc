// message: member totalCents of entity ORDER
// message: this condition does not fit the member's type
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.run(pt::remove<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").when("totalCents"_f >= 1)).run();
#else
  (void)db.run(pt::remove<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").when("totalCents"_f.begins_with(1))).run();
#endif
}
