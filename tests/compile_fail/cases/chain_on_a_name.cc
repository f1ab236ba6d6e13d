// message: a chain is one expression, because each step moves the step before it
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
  auto write = pt::update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1");
#ifdef MENDED
  (void)db.run(std::move(write).set("note"_f = "x"));
#else
  write.set("note"_f = "x");
  (void)db.run(write);
#endif
}
