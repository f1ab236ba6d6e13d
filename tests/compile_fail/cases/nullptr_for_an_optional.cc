// message: the value for coupon of entity ORDER
// message: an optional member is emptied with std::nullopt
// errors: 1
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  db.update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("coupon"_f = std::nullopt).value();
#else
  db.update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("coupon"_f = nullptr).value();
#endif
}
