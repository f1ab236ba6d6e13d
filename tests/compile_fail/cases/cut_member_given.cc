// message: in by_month, of createdAt the key attribute GSI1PK holds only a part, as "MONTH#{createdAt:month}"
// message: read a range over such keys with pt::buckets
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_month", "MONTH#{createdAt:month}", "{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_month", "GSI1PK", "GSI1SK">, pt::holds<OrderE>> {};
#ifdef MENDED
using Asked = pt::pattern<"orders of a time", OrderE, pt::buckets<"createdAt">>;
#else
using Asked = pt::pattern<"orders of a time", OrderE, pt::by<"createdAt">>;
#endif
static_assert(served<Shop, Asked>);
