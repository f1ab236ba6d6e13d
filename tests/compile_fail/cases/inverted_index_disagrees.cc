// message: the key attribute SK is
// message: two keys share an attribute and compose it differently
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
#ifdef MENDED
                           pt::on<"inverted", "ORDER#{orderId}", "CUST#{customerId}">> {};
#else
                           pt::on<"inverted", "NOTE#{note}", "CUST#{customerId}">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"inverted", "SK", "PK">, pt::holds<OrderE>> {};
static_assert(right<Shop>);
