// message: a pattern has at most one order
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "{createdAt}#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
#ifdef MENDED
using Asked = pt::pattern<"orders", OrderE, pt::by<"customerId">, pt::newest<"createdAt">>;
#else
using Asked = pt::pattern<"orders", OrderE, pt::by<"customerId">, pt::ascending<"orderId">, pt::newest<"createdAt">>;
#endif
static_assert(served<Shop, Asked>);
