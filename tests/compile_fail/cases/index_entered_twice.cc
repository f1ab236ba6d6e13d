// message: entity ORDER enters the index by_customer
// message: an entity enters it once
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"ORDER#{orderId}", "ORDER">, pt::on<"by_customer", "CUST#{customerId}", "{createdAt}">,
#ifdef MENDED
    pt::on<"by_note", "NOTE#{note}", "{createdAt}">> {};
#else
    pt::on<"by_customer", "NOTE#{note}", "{createdAt}">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_customer", "GSI1PK", "GSI1SK">, pt::gsi<"by_note", "GSI2PK", "GSI2SK">, pt::holds<OrderE>> {};
static_assert(right<Shop>);
