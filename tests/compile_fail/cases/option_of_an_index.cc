// message: pt::entity takes pt::key, on, on_local, version, unique, ttl
#include "shop.h"

#ifdef MENDED
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_coupon", "COUPON#{coupon}", "ORDER#{orderId}", pt::sparse>> {};
#else
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_coupon", "COUPON#{coupon}", "ORDER#{orderId}">, pt::sparse> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_coupon", "GSI1PK", "GSI1SK">, pt::holds<OrderE>> {};
static_assert(right<Shop>);
