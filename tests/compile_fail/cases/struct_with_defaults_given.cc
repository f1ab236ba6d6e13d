// message: places of entity SHELF has a default in it, of the member city
// message: with .read_first() in place of .given()
// errors: 2
#include "shop.h"

struct Shelf {
  std::string id;
  std::map<std::string, Site> places;
  int count = 0;
};
BOOST_DESCRIBE_STRUCT(Shelf, (), (id, places, count))
struct ShelfE : pt::entity<Shelf, "SHELF", pt::key<"SHELF#{id}">> {};
struct Shelves : pt::table<"shelves", pt::primary<"PK">, pt::holds<ShelfE>> {};
void use(pt::db<Shelves>& db) {
  const std::map<std::string, Site> none;
#ifdef MENDED
  db.update<ShelfE>("id"_f = "1").set("count"_f = 1).read_first().value();
  (void)none;
#else
  db.update<ShelfE>("id"_f = "1").set("count"_f = 1).given("places"_f = none).value();
#endif
}
