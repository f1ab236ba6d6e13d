// message: the field labels
// message: a list, map, set or nested struct cannot be in a key
#include "shop.h"

#ifdef MENDED
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
#else
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{labels}">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
static_assert(right<Shop>);
