// message: the value for status of entity ORDER has the type int, the member has Status
// message: the value's type does not fit
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_status", "STATUS#{status}", "ORDER#{createdAt}#{orderId}">,
    pt::version<"version">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK">, pt::holds<OrderE>> {};
using Feed = pt::pattern<"feed", OrderE, pt::by<"status">, pt::newest<"createdAt">>;
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.query<Feed>("status"_f = Status::PAID);
#else
  (void)db.query<Feed>("status"_f = 5);
#endif
}
