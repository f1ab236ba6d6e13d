// message: a filter on createdAt of ORDER in by_customer
// message: DynamoDB cannot filter by a key attribute of the table or index that is read
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"ORDER#{orderId}", "ORDER">,
    pt::on<"by_customer", "{customerId}", "{createdAt}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_customer", "customerId", "createdAt">, pt::holds<OrderE>> {};
using Timeline = pt::pattern<"timeline", OrderE, pt::by<"customerId">, pt::newest<"createdAt">>;
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.query<Timeline>("customerId"_f = "C1", "createdAt"_f > "2026-01-01T00:00:00Z"_utc);
#else
  (void)db.query<Timeline>("customerId"_f = "C1").filter("createdAt"_f > "2026-01-01T00:00:00Z"_utc);
#endif
}
