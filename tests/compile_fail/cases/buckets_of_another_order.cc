// message: a pattern with pt::buckets is ordered by the member of the buckets
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_month", "MONTH#{createdAt:month}", "{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_month", "GSI1PK", "GSI1SK">, pt::holds<OrderE>> {};
#ifdef MENDED
using Asked = pt::pattern<"orders of a time", OrderE, pt::buckets<"createdAt">>;
#else
using Asked = pt::pattern<"orders of a time", OrderE, pt::buckets<"createdAt">, pt::ascending<"orderId">>;
#endif
static_assert(served<Shop, Asked>);
