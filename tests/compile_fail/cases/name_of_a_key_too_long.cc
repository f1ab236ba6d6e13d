// message: the index by_status
// message: the name of a key attribute has 1 to 255 bytes
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
#ifdef MENDED
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK">, pt::holds<OrderE>> {};
#else
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx">, pt::holds<OrderE>> {};
#endif
static_assert(right<Shop>);
