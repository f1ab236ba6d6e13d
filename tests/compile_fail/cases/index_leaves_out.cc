// message: in open_orders, by status
// message: and it leaves items out
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"ORDER#{orderId}", "ORDER">,
    pt::on<"open_orders", "CUST#{customerId}", "{createdAt}", pt::when<"status", "OPEN">>> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"open_orders", "GSI1PK", "GSI1SK">, pt::holds<OrderE>> {};
#ifdef MENDED
using Asked = pt::pattern<"open orders of a customer", OrderE, pt::by<"customerId">, pt::newest<"createdAt">, pt::using_index<"open_orders">>;
#else
using Asked = pt::pattern<"orders of a customer", OrderE, pt::by<"customerId">, pt::newest<"createdAt">>;
#endif
static_assert(served<Shop, Asked>);
