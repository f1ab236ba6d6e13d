// message: a scan: a filter on note of ORDER in by_status
// message: the index does not project this member
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_status", "STATUS#{status}", "ORDER#{createdAt}#{orderId}">> {};
struct Brief { std::string customerId, orderId; };
BOOST_DESCRIBE_STRUCT(Brief, (), (customerId, orderId))
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK", pt::keys_only>, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.scan<OrderE>().filter("note"_f == "x").run();
#else
  (void)db.scan<OrderE, "by_status">().as<Brief>().filter("note"_f == "x").run();
#endif
}
