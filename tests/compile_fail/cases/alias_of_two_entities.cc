// message: the tag OLD, an alias of entity ORDER
// message: two entities of a table have one tag
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">, pt::tag_alias<"OLD">> {};
#ifdef MENDED
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "LINE#{lineId}">, pt::tag_alias<"OLD_LINE">> {};
#else
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "LINE#{lineId}">, pt::tag_alias<"OLD">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, LineE>> {};
static_assert(right<Shop>);
