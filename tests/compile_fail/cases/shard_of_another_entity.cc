// message: entity BOX: the member shard
// message: Store a member that is not a shard under another name
#include "shop.h"

struct Box { std::string boxId; Status status = Status::OPEN; pt::utc_ms createdAt; int shard = 0; };
BOOST_DESCRIBE_STRUCT(Box, (), (boxId, status, createdAt, shard))
struct OrderE : pt::entity<Order, "ORDER", pt::key<"ORDER#{orderId}", "ORDER">> {};
#ifdef MENDED
struct BoxE : pt::entity<Box, "BOX", pt::key<"BOX#{boxId}", "BOX">, pt::stored_as<"shard", "shardNumber">> {};
#else
struct BoxE : pt::entity<Box, "BOX", pt::key<"BOX#{boxId}", "BOX">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">,
                        pt::attr_index<"by_status", pt::partition_key<"status", "shard">, pt::sort_key<"createdAt">,
                                       pt::sharded<4, "orderId", "shard">>,
                        pt::holds<OrderE, BoxE>> {};
static_assert(right<Shop>);
