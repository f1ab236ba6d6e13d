// message: place of entity SHELF has a default in it, of the member city
// message: compare its members by path
// errors: 2
#include "shop.h"

struct Shelf {
  std::string id;
  Site place;
};
BOOST_DESCRIBE_STRUCT(Shelf, (), (id, place))
struct ShelfE : pt::entity<Shelf, "SHELF", pt::key<"SHELF#{id}">> {};
struct Shelves : pt::table<"shelves", pt::primary<"PK">, pt::holds<ShelfE>> {};
void use(pt::db<Shelves>& db) {
#ifdef MENDED
  db.scan<ShelfE>().filter("place.city"_f == "Bonn").value();
#else
  db.scan<ShelfE>().filter("place"_f == Site{}).value();
#endif
}
