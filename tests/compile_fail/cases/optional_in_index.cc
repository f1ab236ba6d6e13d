// message: the field coupon
// message: make the index sparse with pt::sparse, or make the field required
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
#ifdef MENDED
    pt::on<"by_status", "COUPON#{coupon}", "{createdAt}", pt::sparse>> {};
#else
    pt::on<"by_status", "COUPON#{coupon}", "{createdAt}">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK">, pt::holds<OrderE>> {};
static_assert(right<Shop>);
