// message: member coupon of entity ORDER
// message: a member that can be empty is an absent attribute if it is empty
#include "shop.h"

#ifdef MENDED
using Defaults = pt::defaults<"totalCents">;
#else
using Defaults = pt::defaults<"totalCents", "coupon">;
#endif
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">, Defaults> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
static_assert(right<Shop>);
