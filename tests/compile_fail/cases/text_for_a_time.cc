// message: the value for createdAt of entity ORDER has the type
// message: a text is not a time, date, decimal or id
// errors: 2
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, LineE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("createdAt"_f = "2026-01-05T10:00:00Z"_utc);
#else
  (void)db.update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("createdAt"_f = "2026-01-05T10:00:00Z");
#endif
}
