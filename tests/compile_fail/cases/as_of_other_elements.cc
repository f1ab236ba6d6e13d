// message: labels is std::vector<int> in the struct, and labels of ORDER is std::vector<std::string
// message: does not hold every value that the entity's member may have stored
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
#ifdef MENDED
struct Brief { std::vector<std::optional<std::string>> labels; };
#else
struct Brief { std::vector<int> labels; };
#endif
BOOST_DESCRIBE_STRUCT(Brief, (), (labels))
using Asked = pt::pattern<"orders", OrderE, pt::by<"customerId">, pt::as<Brief>>;
static_assert(pt::serves<Shop, Asked>);
