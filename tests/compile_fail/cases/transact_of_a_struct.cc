// message: a transaction takes writes
// errors: 1
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, LineE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.transact(pt::create(Order{}));
#else
  (void)db.transact(Order{});
#endif
}
