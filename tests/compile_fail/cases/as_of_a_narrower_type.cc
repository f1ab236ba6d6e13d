// message: version is int in the struct, and version of ORDER is long
// message: does not hold every value that the entity's member may have stored
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
#ifdef MENDED
struct Brief { std::int64_t version = 0; };
#else
struct Brief { int version = 0; };
#endif
BOOST_DESCRIBE_STRUCT(Brief, (), (version))
using Asked = pt::pattern<"orders", OrderE, pt::by<"customerId">, pt::as<Brief>>;
static_assert(pt::serves<Shop, Asked>);
