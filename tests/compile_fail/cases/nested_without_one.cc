// message: pt::nested takes the struct and then the pt::one
// errors: 1
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, LineE>> {};
struct OrderWithLines {
  Order order;
  std::vector<Line> lines;
};
struct Orders {
  std::vector<OrderWithLines> orders;
};
#ifdef MENDED
using Nested = pt::nested<OrderWithLines, pt::one<OrderE>, pt::many<LineE>>;
#else
using Nested = pt::nested<OrderWithLines, pt::many<OrderE>, pt::many<LineE>>;
#endif
using Load = pt::collect<"orders", Orders, pt::many<Nested>, pt::by<"customerId">, pt::whole_partition>;
void use(pt::db<Shop>& db) { (void)db.load<Load>("customerId"_f = "C1"); }
