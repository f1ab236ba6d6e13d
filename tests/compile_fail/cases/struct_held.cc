// message: pt::holds takes entities
// errors: 3
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
#ifdef MENDED
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
#else
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<Order>> {};
#endif
void use(pt::db<Shop>& db) { db.create(Order{}).value(); }
