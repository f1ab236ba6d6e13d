// message: an entity has exactly one pt::key
// errors: 2
#include "shop.h"

#ifdef MENDED
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">, pt::version<"version">> {};
#else
struct OrderE : pt::entity<Order, "ORDER", pt::version<"version">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
void use(pt::db<Shop>& db) { db.create(Order{}).value(); }
