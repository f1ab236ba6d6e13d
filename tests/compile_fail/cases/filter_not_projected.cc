// message: a filter on totalCents of ORDER in by_status
// message: project it or read from the table
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_status", "STATUS#{status}", "ORDER#{createdAt}#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK", pt::include<"note">>, pt::holds<OrderE>> {};
struct Brief { std::string customerId, orderId; };
BOOST_DESCRIBE_STRUCT(Brief, (), (customerId, orderId))
using Feed = pt::pattern<"feed", OrderE, pt::by<"status">, pt::as<Brief>>;
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.query<Feed>("status"_f = Status::PAID).filter("note"_f == "gift" && !("note"_f == "late"));
#else
  (void)db.query<Feed>("status"_f = Status::PAID).filter("note"_f == "gift" && !("totalCents"_f > 5));
#endif
}
