// message: pt::gsi takes pt::keys_only and pt::include
#include "shop.h"

#ifdef MENDED
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"open_orders", "CUST#{customerId}", "{createdAt}", pt::when<"status", "OPEN">>> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"open_orders", "GSI1PK", "GSI1SK">, pt::holds<OrderE>> {};
#else
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
    pt::on<"open_orders", "CUST#{customerId}", "{createdAt}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"open_orders", "GSI1PK", "GSI1SK", pt::when<"status", "OPEN">>, pt::holds<OrderE>> {};
#endif
static_assert(right<Shop>);
