// message: status is Paid in the struct, and status of ORDER is Status
// message: does not hold every value that the entity's member may have stored
#include "shop.h"

struct OrderE : pt::entity<Order, "ORDER", pt::key<"CUST#{customerId}", "ORDER#{orderId}">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<OrderE>> {};
enum class Paid { PAID };
BOOST_DESCRIBE_ENUM(Paid, PAID)
enum class Either { PAID, OPEN, LOST };
BOOST_DESCRIBE_ENUM(Either, PAID, OPEN, LOST)
#ifdef MENDED
struct Brief { Either status = Either::OPEN; };
#else
struct Brief { Paid status = Paid::PAID; };
#endif
BOOST_DESCRIBE_STRUCT(Brief, (), (status))
using Asked = pt::pattern<"orders", OrderE, pt::by<"customerId">, pt::as<Brief>>;
static_assert(pt::serves<Shop, Asked>);
