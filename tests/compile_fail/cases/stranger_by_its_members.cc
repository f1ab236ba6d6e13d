// message: a query for ORDER through by_customer would also read items of LINE
// message: this access pattern would read items of an entity that it does not name
#include "shop.h"

struct Sent { std::string customerId, parcelId; pt::utc_ms createdAt; };
BOOST_DESCRIBE_STRUCT(Sent, (), (customerId, parcelId, createdAt))
struct OrderE : pt::entity<Order, "ORDER", pt::key<"ORDER#{orderId}", "ORDER">,
    pt::on<"by_customer", "{customerId}", "{createdAt}">> {};
#ifdef MENDED
struct SentE : pt::entity<Sent, "LINE", pt::key<"PARCEL#{parcelId}", "SENT">, pt::stored_as<"createdAt", "sentAt">> {};
#else
struct SentE : pt::entity<Sent, "LINE", pt::key<"PARCEL#{parcelId}", "SENT">> {};
#endif
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::gsi<"by_customer", "customerId", "createdAt">, pt::holds<OrderE, SentE>> {};
using Asked = pt::pattern<"timeline", OrderE, pt::by<"customerId">, pt::newest<"createdAt">>;
static_assert(served<Shop, Asked>);
