// message: pt::member_options gives a default to a member that can be empty
// errors: 1
#include "shop.h"

struct Place {
  std::string city;
#ifdef MENDED
  std::string zone = "north";
#else
  std::optional<std::string> zone = "north";
#endif
  static constexpr pt::member_option options[] = {{.member = "zone", .has_default = true}};
};
BOOST_DESCRIBE_STRUCT(Place, (), (city, zone))
struct Shelf {
  std::string id;
  Place place;
};
BOOST_DESCRIBE_STRUCT(Shelf, (), (id, place))
struct ShelfE : pt::entity<Shelf, "SHELF", pt::key<"SHELF#{id}">> {};
struct Shelves : pt::table<"shelves", pt::primary<"PK">, pt::holds<ShelfE>> {};
void use(pt::db<Shelves>& db) { (void)db.create(Shelf{}); }
