// message: CUSTOMER in ORDER has no member orderId
// message: they need a member for each member of the
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct LineE : pt::entity<Line, "LINE", pt::key<"CUST#{customerId}", "ORDER#{orderId}#LINE#{lineId}">> {};
struct CustomerE : pt::entity<Customer, "CUSTOMER", pt::key<"CUST#{customerId}", "PROFILE">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE, LineE, CustomerE>> {};
struct Whole { Order order; std::vector<Line> lines; };
using Asked = pt::collect<"order", Whole, pt::one<OrderE>, pt::many<LineE>, pt::by<"customerId", "orderId">>;
struct OrderAndLines { Order order; std::vector<Line> lines; };
struct OrderAndCustomers { Order order; std::vector<Customer> customers; };
struct All { std::vector<OrderAndLines> orders; std::vector<Customer> customers; };
struct AllNested { std::vector<OrderAndCustomers> orders; std::vector<Line> lines; };
#ifdef MENDED
using Nested = pt::collect<"all", All, pt::many<pt::nested<OrderAndLines, pt::one<OrderE>, pt::many<LineE>>>, pt::many<CustomerE>,
                           pt::by<"customerId">, pt::whole_partition>;
#else
using Nested = pt::collect<"all", AllNested, pt::many<pt::nested<OrderAndCustomers, pt::one<OrderE>, pt::many<CustomerE>>>,
                           pt::many<LineE>, pt::by<"customerId">, pt::whole_partition>;
#endif
void use(pt::db<Shop>& db) { (void)db.load<Nested>("customerId"_f = "C").run(); }
