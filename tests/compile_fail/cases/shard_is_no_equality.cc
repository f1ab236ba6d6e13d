// message: of orderId the key attribute GSI1PK holds only a part
// message: an equality, a range or an order would be answered with other items
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_status", "STATUS#{status}#{orderId:shard4}", "{createdAt}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK">, pt::holds<OrderE>> {};
#ifdef MENDED
using Asked = pt::pattern<"orders in a status", OrderE, pt::by<"status">>;
#else
using Asked = pt::pattern<"an order in a status", OrderE, pt::by<"status", "orderId">>;
#endif
static_assert(served<Shop, Asked>);
