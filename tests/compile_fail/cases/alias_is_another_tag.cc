// message: the tag LINE, an alias of entity ORDER
// message: two entities of a table have one tag
#include "shop.h"

#ifdef MENDED
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">, pt::tag_alias<"PURCHASE">> {};
#else
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">, pt::tag_alias<"PURCHASE", "LINE">> {};
#endif
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "LINE#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, LineE>> {};
static_assert(right<Shop>);
