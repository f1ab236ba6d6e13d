// message: entity CUSTOMER through shop: the condition is PK = "CUST#{customerId}" and SK at or below "ORDER#{orderId}"; CUSTOMER has PK "CUST#{customerId}" SK "PROFILE"
// message: no item of this entity can be in the answer
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"CUST#{customerId}", "PROFILE">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, LineE, CustomerE>> {};
struct Whole { Order order; std::vector<Line> lines; };
struct Wrong { Order order; std::vector<Line> lines; std::vector<Customer> customers; };
#ifdef MENDED
using Asked = pt::collect<"order", Whole, pt::one<OrderE>, pt::many<LineE>, pt::by<"customerId", "orderId">>;
#else
using Asked = pt::collect<"order", Wrong, pt::one<OrderE>, pt::many<LineE>, pt::many<CustomerE>, pt::by<"customerId", "orderId">>;
#endif
static_assert(served<Shop, Asked>);
