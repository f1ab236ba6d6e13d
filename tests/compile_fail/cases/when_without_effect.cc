// message: entity ORDER in open_orders, when status is OPEN
// message: pt::when cannot keep an item out of this index
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"ORDER#{orderId}", "ORDER">> {};
#ifdef MENDED
struct Shop
    : pt::table<"shop", pt::primary<"PK", "SK">,
                pt::attr_index<"open_orders", pt::partition_key<"customerId", "open">, pt::sort_key<"createdAt">,
                               pt::sharded<2, "orderId", "open">, pt::when<"status", "OPEN">>,
                pt::holds<OrderE>> {};
#else
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">,
                        pt::attr_index<"open_orders", pt::partition_key<"customerId">, pt::sort_key<"createdAt">,
                                       pt::when<"status", "OPEN">>,
                        pt::holds<OrderE>> {};
#endif
static_assert(right<Shop>);
