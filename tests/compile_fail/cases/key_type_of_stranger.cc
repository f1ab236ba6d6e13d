// message: createdAt of ORDER and of BOX
// message: stores no item that has another type there
#include "shop.h"

#ifdef MENDED
struct Box { std::string boxId; pt::utc_ms createdAt; };
#else
struct Box { std::string boxId; std::int64_t createdAt = 0; };
#endif
BOOST_DESCRIBE_STRUCT(Box, (), (boxId, createdAt))
struct OrderE : pt::entity<Order, "ORDER", pt::key<"ORDER#{orderId}", "ORDER">,
    pt::on<"by_customer", "{customerId}", "{createdAt}">> {};
struct BoxE : pt::entity<Box, "BOX", pt::key<"BOX#{boxId}", "BOX">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_customer", "customerId", "createdAt">, pt::holds<OrderE, BoxE>> {};
static_assert(right<Shop>);
