// message: coupon is std::string in the struct, and coupon of ORDER is std::optional<std::string>
// message: the entity's member may be absent, and the struct's is required
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
#ifdef MENDED
struct Brief { std::optional<std::string> coupon; };
#else
struct Brief { std::string coupon; };
#endif
BOOST_DESCRIBE_STRUCT(Brief, (), (coupon))
using Asked = pt::pattern<"orders", OrderE, pt::by<"customerId">, pt::as<Brief>>;
static_assert(pt::serves<Shop, Asked>);
