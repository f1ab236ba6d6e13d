// message: a create has a condition, and a batch write has none
// errors: 1
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, LineE>> {};
void use(pt::db<Shop>& db) {
  const std::vector<Order> orders(2);
#ifdef MENDED
  (void)db.replace_many(orders);
#else
  (void)db.create_many(orders);
#endif
}
