// message: member labels of entity ORDER
// message: this condition does not fit the member's type
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.run(pt::remove<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").when("labels"_f == std::vector<std::string>{"a"})).run();
#else
  (void)db.run(pt::remove<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").when("labels"_f < std::vector<std::string>{"a"})).run();
#endif
}
