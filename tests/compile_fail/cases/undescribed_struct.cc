// message: BOOST_DESCRIBE_STRUCT
#include "shop.h"

struct Thing {
  std::string id;
};
#ifdef MENDED
BOOST_DESCRIBE_STRUCT(Thing, (), (id))
#else

#endif
struct ThingE : pt::entity<Thing, "THING", pt::key<"THING#{id}", "A">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<ThingE>> {};
static_assert(right<Shop>);
