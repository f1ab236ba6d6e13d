// message: "-END
// message: a literal after a field must begin with #
#include "shop.h"

#ifdef MENDED
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}#END">> {};
#else
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}-END">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
static_assert(right<Shop>);
