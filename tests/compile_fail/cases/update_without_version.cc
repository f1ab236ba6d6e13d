// message: entity ORDER
// message: say which one the write expects with .expect_version(n)
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_status", "STATUS#{status}", "ORDER#{createdAt}#{orderId}">,
    pt::version<"version">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK">, pt::holds<OrderE>> {};
using Feed = pt::pattern<"feed", OrderE, pt::by<"status">, pt::newest<"createdAt">>;
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.run(pt::update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("note"_f = "x").expect_version(1));
#else
  (void)db.run(pt::update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("note"_f = "x"));
#endif
}
