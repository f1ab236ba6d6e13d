// message: this call writes one item
// errors: 2
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, LineE>> {};
void use(pt::db<Shop>& db) {
  const std::vector<Order> orders(2);
#ifdef MENDED
  std::vector<partita::Result<pt::WriteRequest>> requests;
  for (const Order& order : orders) requests.push_back(db.request_of(pt::create(order)));
  (void)db.transact(requests);
#else
  (void)db.create(orders);
#endif
}
