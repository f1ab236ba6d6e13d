// message: the member note of entity ORDER
// message: must be a whole number
#include "shop.h"

#ifdef MENDED
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">, pt::version<"version">> {};
#else
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">, pt::version<"note">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
static_assert(right<Shop>);
