// message: member zone of entity SHELF
// message: a member that can be empty is an absent attribute if it is empty
#include "shop.h"

struct Shelf {
  std::string id;
#ifdef MENDED
  std::string zone = "north";
#else
  std::optional<std::string> zone = "north";
#endif
  static constexpr pt::member_option options[] = {{.member = "zone", .has_default = true}};
};
BOOST_DESCRIBE_STRUCT(Shelf, (), (id, zone))
struct ShelfE : pt::entity<Shelf, "SHELF", pt::key<"SHELF#{id}">> {};
struct Shelves : pt::table<"shelves", pt::primary<"PK">, pt::holds<ShelfE>> {};
static_assert(right<Shelves>);
