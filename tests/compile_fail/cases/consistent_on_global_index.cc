// message: only the global index by_status
// message: a global secondary index cannot be read consistently
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_status", "STATUS#{status}", "ORDER#{createdAt}#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK">, pt::holds<OrderE, LineE>> {};
#ifdef MENDED
using Asked = pt::pattern<"feed", OrderE, pt::by<"status">>;
#else
using Asked = pt::pattern<"feed", OrderE, pt::by<"status">, pt::consistent>;
#endif
static_assert(served<Shop, Asked>);
