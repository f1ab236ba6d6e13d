// message: GSI1PK is
// message: of which note is not known
// message: the index would go stale
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_status", "STATUS#{status}#{note}", "ORDER#{createdAt}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK">, pt::holds<OrderE>> {};
using Feed = pt::pattern<"feed", OrderE, pt::by<"status">, pt::newest<"createdAt">>;
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.run(pt::update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("status"_f = Status::PAID).read_first());
#else
  (void)db.run(pt::update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set("status"_f = Status::PAID));
#endif
}
