// message: member status of entity ORDER is never
// message: pt::when compares a member with a text that no value of it has
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
#ifdef MENDED
                           pt::on<"open", "{customerId}", "{createdAt}", pt::when<"status", "OPEN">>> {};
#else
                           pt::on<"open", "{customerId}", "{createdAt}", pt::when<"status", "OPENED">>> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"open", "GSI1PK", "GSI1SK">, pt::holds<OrderE>> {};
static_assert(right<Shop>);
