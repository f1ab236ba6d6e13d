// message: pt::type_tag names the attribute that holds an item's entity
// errors: 1
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
#ifdef MENDED
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::no_type_tag, pt::holds<OrderE>> {};
#else
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::type_tag<"">, pt::holds<OrderE>> {};
#endif
static_assert(right<Shop>);
