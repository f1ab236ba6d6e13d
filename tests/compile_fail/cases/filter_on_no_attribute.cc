// message: a filter on orderId of ORDER in shop
// message: this member is stored only in keys
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">, pt::only_in_keys<"orderId">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
using Orders = pt::pattern<"orders", OrderE, pt::by<"customerId">, pt::ascending<"orderId">>;
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.query<Orders>("customerId"_f = "C1", "orderId"_f.begins_with("A"));
#else
  (void)db.query<Orders>("customerId"_f = "C1").filter("orderId"_f.begins_with("A"));
#endif
}
