// message: a collection names the entities whose items it is made of
// errors: 1
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, LineE>> {};
struct OrderWithLines {
  Order order;
  std::vector<Line> lines;
};
#ifdef MENDED
using Load = pt::collect<"an order", OrderWithLines, pt::one<OrderE>, pt::many<LineE>, pt::by<"customerId", "orderId">>;
#else
using Load = pt::collect<"an order", OrderWithLines, pt::by<"customerId", "orderId">>;
#endif
void use(pt::db<Shop>& db) { (void)db.load<Load>("customerId"_f = "C1", "orderId"_f = "O1"); }
