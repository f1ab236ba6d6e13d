// message: entity ORDER
// message: a batch write has no conditions
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_status", "STATUS#{status}", "ORDER#{createdAt}#{orderId}">,
    pt::version<"version">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK">, pt::holds<OrderE>> {};
using Feed = pt::pattern<"feed", OrderE, pt::by<"status">, pt::newest<"createdAt">>;
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.replace(Order());
#else
  (void)db.replace_many(std::vector<Order>());
#endif
}
