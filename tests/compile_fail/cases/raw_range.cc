// message: in shop, by note
// message: a raw value may hold the delimiter
#include "shop.h"

#ifdef MENDED
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "{note}#{orderId}">> {};
#else
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "{note:raw}#{orderId}">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
using Asked = pt::pattern<"orders of a note", OrderE, pt::by<"customerId", "note">>;
static_assert(served<Shop, Asked>);
