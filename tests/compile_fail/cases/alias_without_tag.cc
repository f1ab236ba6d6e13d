// message: entity ORDER
// message: the items of the table carry no tag
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">, pt::tag_alias<"OLD">> {};
#ifdef MENDED
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::type_tag<"kind">, pt::holds<OrderE>> {};
#else
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::no_type_tag, pt::holds<OrderE>> {};
#endif
static_assert(right<Shop>);
