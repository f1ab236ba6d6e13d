// message: member coupon of the struct that is read for ORDER
// message: a member that can be empty is an absent attribute if it is empty
// errors: 2
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
struct Brief {
  std::string orderId;
#ifdef MENDED
  std::string coupon = "none";
#else
  std::optional<std::string> coupon = "none";
#endif
  static constexpr pt::member_option options[] = {{.member = "coupon", .has_default = true}};
};
BOOST_DESCRIBE_STRUCT(Brief, (), (orderId, coupon))
using Orders = pt::pattern<"Orders of a customer", OrderE, pt::by<"customerId">, pt::as<Brief>>;
static_assert(pt::serves<Shop, Orders>);
