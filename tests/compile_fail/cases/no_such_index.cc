// message: by_date
// message: the table declares no such index
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
#ifdef MENDED
    pt::on<"by_status", "ALL", "{createdAt}">> {};
#else
    pt::on<"by_date", "ALL", "{createdAt}">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK">, pt::holds<OrderE>> {};
static_assert(right<Shop>);
