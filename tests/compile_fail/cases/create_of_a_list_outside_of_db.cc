// message: this call writes one item
// errors: 2
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, LineE>> {};
auto write() {
#ifdef MENDED
  return pt::create(Order{});
#else
  return pt::create(std::vector<Order>{});
#endif
}
