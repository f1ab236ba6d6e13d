// message: in by_customer, of createdAt the key attribute GSI1SK holds only a part, as "{createdAt:day}#{orderId}"
// message: Put all of it into the sort key
#include "shop.h"

#ifdef MENDED
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_customer", "CUST#{customerId}", "{createdAt}#{orderId}">> {};
#else
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_customer", "CUST#{customerId}", "{createdAt:day}#{orderId}">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_customer", "GSI1PK", "GSI1SK">, pt::holds<OrderE>> {};
using Asked = pt::pattern<"timeline", OrderE, pt::by<"customerId">, pt::newest<"createdAt">>;
static_assert(served<Shop, Asked>);
