// message: a create finds no item for which a condition could hold
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.run(pt::replace<OrderE>(Order{}).when("note"_f == "old")).run();
#else
  (void)db.run(pt::create<OrderE>(Order{}).when("note"_f == "old")).run();
#endif
}
