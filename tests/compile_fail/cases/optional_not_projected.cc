// message: the index does not hold coupon of ORDER: by_status
// message: project it or read from the table
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"by_status", "STATUS#{status}", "ORDER#{createdAt}#{orderId}">> {};
struct Brief { std::string customerId, orderId; std::optional<std::string> coupon; };
BOOST_DESCRIBE_STRUCT(Brief, (), (customerId, orderId, coupon))
using Asked = pt::pattern<"feed", OrderE, pt::by<"status">, pt::as<Brief>>;
#ifdef MENDED
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK", pt::include<"coupon">>, pt::holds<OrderE>> {};
#else
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK", pt::keys_only>, pt::holds<OrderE>> {};
#endif
static_assert(pt::serves<Shop, Asked>);
