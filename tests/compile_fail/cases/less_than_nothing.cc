// message: member coupon of entity ORDER
// message: an empty optional is an absent attribute
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.run(pt::remove<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").when("coupon"_f == std::nullopt)).run();
#else
  (void)db.run(pt::remove<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").when("coupon"_f < std::nullopt)).run();
#endif
}
