// message: member labels of entity ORDER
// message: a list, map, set or nested struct cannot be in a key
#include "shop.h"

#ifdef MENDED
using Unique = pt::unique<"note">;
#else
using Unique = pt::unique<"labels">;
#endif
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">, Unique> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
static_assert(right<Shop>);
