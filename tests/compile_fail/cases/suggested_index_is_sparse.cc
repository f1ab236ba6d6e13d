// message: add pt::on<"new_index", "ORDER#{coupon}", "{totalCents:s019d}", pt::sparse> to the entity
// message: pt::gsi<"new_index", "new_index_pk", "new_index_sk"> to the table
#include "shop.h"

#ifdef MENDED
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">,
                           pt::on<"new_index", "ORDER#{coupon}", "{totalCents:s019d}", pt::sparse>> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"new_index", "new_index_pk", "new_index_sk">, pt::holds<OrderE>> {};
#else
struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
#endif
using Asked = pt::pattern<"by coupon", OrderE, pt::by<"coupon">, pt::descending<"totalCents">>;
static_assert(served<Shop, Asked>);
