// message: the table "my"
// message: names of tables and indexes have 3 to 255
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
#ifdef MENDED
struct Shop : pt::table<"my_shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
#else
struct Shop : pt::table<"my", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
#endif
static_assert(right<Shop>);
