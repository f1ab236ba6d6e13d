// message: totalCents is std::string in the struct, and totalCents of ORDER is int
// message: does not hold every value that the entity's member may have stored
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
#ifdef MENDED
struct Brief { std::string orderId; std::int64_t totalCents = 0; };
#else
struct Brief { std::string orderId, totalCents; };
#endif
BOOST_DESCRIBE_STRUCT(Brief, (), (orderId, totalCents))
using Asked = pt::pattern<"orders", OrderE, pt::by<"customerId">, pt::as<Brief>>;
static_assert(pt::serves<Shop, Asked>);
