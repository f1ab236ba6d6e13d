// message: name the entity to add a step to the write, as in pt::replace<OrderE>(order).when
// errors: 1
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.run(pt::replace<OrderE>(Order{}).when("note"_f == "x")).run();
#else
  pt::replace(Order{}).when("note"_f == "x");
#endif
}
