// message: the value for note of entity ORDER has the type std::nullopt_t, the member has std::string
// message: the value's type does not fit
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.run(pt::remove<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").when("note"_f == "")).run();
#else
  (void)db.run(pt::remove<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").when("note"_f == std::nullopt)).run();
#endif
}
