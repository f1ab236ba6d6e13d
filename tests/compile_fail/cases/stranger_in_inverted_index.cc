// message: a query for LINE through inverted would also read items of ORDER
// message: would read items of an entity that it does not name
#include "shop.h"

// An index of the primary key's own attributes holds every item, declared or not.
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"LINE#{lineId}", "ORDER#{orderId}">,
    pt::on<"inverted", "ORDER#{orderId}", "LINE#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"inverted", "SK", "PK">, pt::holds<OrderE, LineE>> {};
#ifdef MENDED
using Asked = pt::pattern<"lines of an order", LineE, pt::by<"orderId">>;
#else
using Asked = pt::pattern<"lines of an order", LineE, pt::by<"orderId">, pt::whole_partition>;
#endif
static_assert(served<Shop, Asked>);
