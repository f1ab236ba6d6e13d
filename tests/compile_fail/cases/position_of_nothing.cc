// message: __assert_fail
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
constexpr const pt::EntityInfo& kOrder = Shop::entity_info<OrderE>();
#ifdef MENDED
static_assert(kOrder.at(kOrder.field("orderId")).name == "orderId");
#else
static_assert(kOrder.at(kOrder.field("orderNumber")).name == "orderNumber");
#endif
