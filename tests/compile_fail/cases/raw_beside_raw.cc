// message: member orderId of entity ORDER in "{customerId:raw}#{orderId:raw}"
// message: two items with different values of this member could have one primary key
#include "shop.h"

#ifdef MENDED
struct OrderE : pt::entity<Order, "ORDER", pt::key<"{customerId:raw}#{orderId}", "ORDER">> {};
#else
struct OrderE : pt::entity<Order, "ORDER", pt::key<"{customerId:raw}#{orderId:raw}", "ORDER">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
static_assert(right<Shop>);
