// message: the update changes the entry in index by_coupon, which needs createdAt
// message: may move the item into an index or out of it
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_coupon", "COUPON#{coupon}", "{createdAt}#{orderId}", pt::sparse>> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_coupon", "GSI1PK", "GSI1SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
  auto order = [&] { return db.update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1"); };
  (void)order().set("coupon"_f = std::nullopt).run();
  (void)order().erase("coupon"_f).run();
#ifdef MENDED
  (void)order().set("coupon"_f = "X").given("createdAt"_f = pt::utc_ms{}).run();
#else
  (void)order().set("coupon"_f = "X").run();
#endif
}
