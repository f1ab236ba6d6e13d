// message: place of entity SHELF has a default in it, of the member city
// message: compare its members by path
// errors: 2
#include "shop.h"

struct Shelf {
  std::string id;
  Site place;
  std::vector<Site> places;
};
BOOST_DESCRIBE_STRUCT(Shelf, (), (id, place, places))
struct ShelfE : pt::entity<Shelf, "SHELF", pt::key<"SHELF#{id}">> {};
struct Shelves : pt::table<"shelves", pt::primary<"PK">, pt::holds<ShelfE>> {};
void use(pt::db<Shelves>& db) {
#ifdef MENDED
  db.scan<ShelfE>().filter("places"_f.size() == 2).value();
#else
  db.scan<ShelfE>().filter("place"_f.size() == 2).value();
#endif
}
