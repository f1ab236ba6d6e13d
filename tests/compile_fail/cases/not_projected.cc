// message: the index does not hold note
// message: name a struct of the projected ones with pt::as
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_status", "STATUS#{status}", "ORDER#{createdAt}#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK", pt::keys_only>, pt::holds<OrderE>> {};
struct Brief { std::string customerId, orderId; };
BOOST_DESCRIBE_STRUCT(Brief, (), (customerId, orderId))
#ifdef MENDED
using Asked = pt::pattern<"feed", OrderE, pt::by<"status">, pt::as<Brief>>;
#else
using Asked = pt::pattern<"feed", OrderE, pt::by<"status">>;
#endif
void use(pt::db<Shop>& db) {
  (void)db.query<Asked>("status"_f = Status::PAID);
}
