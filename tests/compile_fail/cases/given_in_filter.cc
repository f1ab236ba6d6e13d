// message: a condition compares, as in "member"_f == value
// errors: 1
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.scan<OrderE>().filter("note"_f == "x").run();
#else
  (void)db.scan<OrderE>().filter("note"_f = "x").run();
#endif
}
