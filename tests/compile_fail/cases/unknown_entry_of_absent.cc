// message: the update changes the entry in index by_coupon, which needs coupon
// message: or with std::nullopt if they are absent
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_coupon", "COUPON#{coupon}", "{createdAt}#{orderId}", pt::sparse>> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_coupon", "GSI1PK", "GSI1SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
  auto order = [&] { return db.update<OrderE>("customerId"_f = "C1", "orderId"_f = "O1"); };
#ifdef MENDED
  (void)order().set("createdAt"_f = pt::utc_ms{}).given("coupon"_f = std::nullopt).run();
#else
  (void)order().set("createdAt"_f = pt::utc_ms{}).run();
#endif
}
