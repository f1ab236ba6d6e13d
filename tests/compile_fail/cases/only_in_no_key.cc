// message: member note of entity ORDER
// message: a member that is only in keys is not whole
#include "shop.h"

#ifdef MENDED
using Kept = pt::only_in_keys<"customerId", "orderId">;
#else
using Kept = pt::only_in_keys<"note">;
#endif
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">, Kept> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
static_assert(right<Shop>);
