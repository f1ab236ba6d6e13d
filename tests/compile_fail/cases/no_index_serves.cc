// message: given by note: add pt::on
// message: it would need a Scan
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_status", "STATUS#{status}", "ORDER#{createdAt}#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK">, pt::holds<OrderE, LineE>> {};
#ifdef MENDED
using Asked = pt::pattern<"by status", OrderE, pt::by<"status">>;
#else
using Asked = pt::pattern<"by note", OrderE, pt::by<"note">>;
#endif
static_assert(served<Shop, Asked>);
