// message: is one of the index's partition attributes
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"{orderId}">> {};
struct Shop
    : pt::table<"shop", pt::primary<"orderId">,
#ifdef MENDED
                pt::attr_index<"open", pt::partition_key<"status", "shard">, pt::sharded<5, "orderId", "shard">>,
#else
                pt::attr_index<"open", pt::partition_key<"status">, pt::sharded<5, "orderId", "shard">>,
#endif
                pt::holds<OrderE>> {};
static_assert(right<Shop>);
