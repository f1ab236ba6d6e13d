// message: ORDER and LINE both have keys like
// message: two entities of one table could have the same primary key
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
#ifdef MENDED
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "LINE#{lineId}">> {};
#else
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{lineId}">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, LineE>> {};
static_assert(right<Shop>);
