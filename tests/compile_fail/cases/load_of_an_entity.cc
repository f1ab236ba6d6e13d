// message: a load takes a collection
// errors: 1
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, LineE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.get<LineE>("customerId"_f = "C1", "orderId"_f = "O1", "lineId"_f = "L1");
#else
  (void)db.load<LineE>("customerId"_f = "C1", "orderId"_f = "O1", "lineId"_f = "L1");
#endif
}
