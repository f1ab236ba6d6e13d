// message: the value for orderId of entity ORDER
// message: nullptr is not the value of any member
// errors: 1
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.get<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").value();
#else
  (void)db.get<OrderE>("customerId"_f = "C1", "orderId"_f = nullptr).value();
#endif
}
