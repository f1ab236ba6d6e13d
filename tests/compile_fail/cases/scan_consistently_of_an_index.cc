// message: a global index cannot be read consistently
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_status", "STATUS#{status}", "{createdAt}#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK", pt::keys_only>, pt::holds<OrderE, LineE>> {};
struct Brief { std::string customerId, orderId; Status status = Status::OPEN; };
BOOST_DESCRIBE_STRUCT(Brief, (), (customerId, orderId, status))
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.scan<OrderE>().consistent();
#else
  (void)(db.scan<OrderE, "by_status">().consistent());
#endif
}
