// message: the key attribute GSI1PK is
// message: two keys share an attribute and compose it differently
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
                           pt::on<"by_status", "STATUS#{status}", "{createdAt}">,
#ifdef MENDED
                           pt::on<"by_note", "STATUS#{status}", "NOTE#{note}">> {};
#else
                           pt::on<"by_note", "NOTE#{note}", "NOTE#{note}">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_status", "GSI1PK", "GSI1SK">,
                        pt::gsi<"by_note", "GSI1PK", "GSI2SK">, pt::holds<OrderE>> {};
static_assert(right<Shop>);
