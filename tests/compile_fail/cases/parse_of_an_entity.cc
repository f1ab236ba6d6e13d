// message: an item is parsed by its table
// errors: 1
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, LineE>> {};
bool use(const partita::Item& item) {
#ifdef MENDED
  return pt::parse<Shop>(item).has_value();
#else
  return pt::parse<OrderE>(item).has_value();
#endif
}
