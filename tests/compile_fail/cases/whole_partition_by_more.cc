// message: no key or index of entity ORDER is given by customerId, orderId
// message: no key and no index serves this access pattern
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
#ifdef MENDED
using Asked = pt::pattern<"orders", OrderE, pt::by<"customerId">, pt::whole_partition>;
#else
using Asked = pt::pattern<"orders", OrderE, pt::by<"customerId", "orderId">, pt::whole_partition>;
#endif
static_assert(served<Shop, Asked>);
