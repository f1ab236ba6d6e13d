// message: "orders of a time": a range of createdAt
// message: a pattern with pt::buckets needs both ends of a range
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_month", "MONTH#{createdAt:month}", "{createdAt}#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_month", "GSI1PK", "GSI1SK">, pt::holds<OrderE>> {};
using Asked = pt::pattern<"orders of a time", OrderE, pt::buckets<"createdAt">>;
void use(pt::db<Shop>& db) {
  const auto begin = "2026-01-01T00:00:00Z"_utc, end = "2026-03-01T00:00:00Z"_utc;
#ifdef MENDED
  (void)db.query<Asked>("createdAt"_f.between(begin, end));
#else
  (void)db.query<Asked>("createdAt"_f >= begin), (void)end;
#endif
}
