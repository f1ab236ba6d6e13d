// message: a query for ORDER through shop would also read items of LINE
// message: would read items of an entity that it does not name
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_status", "STATUS#{status}", "ORDER#{createdAt}#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK">, pt::holds<OrderE, LineE>> {};
#ifdef MENDED
using Asked = pt::pattern<"order", OrderE, pt::by<"customerId", "orderId">>;
#else
using Asked = pt::pattern<"orders", OrderE, pt::by<"customerId">, pt::oldest<"orderId">>;
#endif
static_assert(served<Shop, Asked>);
