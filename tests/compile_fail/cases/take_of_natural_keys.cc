// message: the items of LINE
// message: take(n) cannot count this collection
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">,
                        pt::attr_index<"by_order", pt::partition_key<"orderId">, pt::sort_key<"customerId">>,
                        pt::holds<OrderE, LineE>> {};
struct Whole { std::vector<Line> lines; std::vector<Order> orders; };
using Asked = pt::collect<"order", Whole, pt::many<LineE>, pt::many<OrderE>, pt::by<"orderId">, pt::using_index<"by_order">>;
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.load<Asked>("orderId"_f = "O");
#else
  (void)db.load<Asked>("orderId"_f = "O").take(3);
#endif
}
