// message: comes createdAt, not orderId
// message: needs the field that comes next in the sort key
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_status", "STATUS#{status}", "ORDER#{createdAt}#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK">, pt::holds<OrderE, LineE>> {};
#ifdef MENDED
using Asked = pt::pattern<"feed", OrderE, pt::by<"status">, pt::newest<"createdAt">>;
#else
using Asked = pt::pattern<"feed", OrderE, pt::by<"status">, pt::newest<"orderId">>;
#endif
static_assert(served<Shop, Asked>);
