// message: places of entity SHELF has a default in it, of the member city
// message: read the items and search in them
// errors: 2
#include "shop.h"

struct Shelf {
  std::string id;
  std::vector<std::optional<Site>> places;
};
BOOST_DESCRIBE_STRUCT(Shelf, (), (id, places))
struct ShelfE : pt::entity<Shelf, "SHELF", pt::key<"SHELF#{id}">> {};
struct Shelves : pt::table<"shelves", pt::primary<"PK">, pt::holds<ShelfE>> {};
void use(pt::db<Shelves>& db) {
#ifdef MENDED
  db.scan<ShelfE>().filter("places[0].city"_f == "Bonn" || "places[0]"_f == std::nullopt).value();
#else
  db.scan<ShelfE>().filter("places"_f.contains(Site{})).value();
#endif
}
