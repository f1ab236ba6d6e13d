// message: member note of entity ORDER
// message: a member that is only in keys is not whole
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
#ifdef MENDED
                           pt::on<"by_note", "NOTE#{note}", "{createdAt}">,
#else
                           pt::on<"by_note", "NOTE#{note}", "{createdAt}", pt::when<"status", "OPEN">>,
#endif
                           pt::only_in_keys<"note">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_note", "GSI1PK", "GSI1SK">, pt::holds<OrderE>> {};
static_assert(right<Shop>);
