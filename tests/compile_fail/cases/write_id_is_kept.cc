// message: kept for the id of the last versioned write
// message: two writers share one attribute
#include "shop.h"

#ifdef MENDED
using Stored = pt::stored_as<"note", "remark">;
#else
using Stored = pt::stored_as<"note", "_write_id">;
#endif
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">, pt::version<"version">, Stored> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
static_assert(right<Shop>);
