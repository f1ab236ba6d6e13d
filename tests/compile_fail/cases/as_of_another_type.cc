// message: totalCents of ORDER has another type in the struct
// message: the value's type does not fit the member's
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
