// message: two entities have the tag ORDER
// message: two entities of a table have one tag
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
#ifdef MENDED
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "LINE#{lineId}">> {};
#else
struct LineE : pt::entity<Line, "ORDER", pt::key<"CUST#{customerId}", "LINE#{lineId}">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, LineE>> {};
static_assert(right<Shop>);
