// message: quantity of
// message: a key attribute has one type for one entity and another for the next
#include "shop.h"

struct Part { std::string partId, kind; std::int64_t quantity = 0; };
BOOST_DESCRIBE_STRUCT(Part, (), (partId, kind, quantity))
struct Box { std::string boxId, kind, quantity; };
BOOST_DESCRIBE_STRUCT(Box, (), (boxId, kind, quantity))
struct PartE : pt::entity<Part, "PART", pt::key<"PART#{partId}", "PART">> {};
struct BoxE : pt::entity<Box, "BOX", pt::key<"BOX#{boxId}", "BOX">> {};
#ifdef MENDED
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::attr_index<"by_kind", pt::partition_key<"kind">>,
                        pt::holds<PartE, BoxE>> {};
#else
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">,
                        pt::attr_index<"by_kind", pt::partition_key<"kind">, pt::sort_key<"quantity">>,
                        pt::holds<PartE, BoxE>> {};
#endif
static_assert(right<Shop>);
