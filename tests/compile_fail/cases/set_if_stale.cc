// message: of which createdAt is not known
// message: the index would go stale
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_status", "STATUS#{status}", "ORDER#{createdAt}#{note}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db, std::optional<std::string> note) {
#ifdef MENDED
  (void)db.update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set_if("note"_f = note).read_first().run();
#else
  (void)db.update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1").set_if("note"_f = note).run();
#endif
}
