// message: rooms[0].area of entity HOUSE
// message: the member is required, and without it the item could not be read
#include "shop.h"

struct Room {
  std::string name;
  int area = 0;
  std::optional<int> windows;
};
BOOST_DESCRIBE_STRUCT(Room, (), (name, area, windows))
struct House {
  std::string id;
  std::vector<Room> rooms;
};
BOOST_DESCRIBE_STRUCT(House, (), (id, rooms))
struct HouseE : pt::entity<House, "HOUSE", pt::key<"H#{id}">> {};
struct Houses : pt::table<"houses", pt::primary<"PK">, pt::holds<HouseE>> {};
void use(pt::db<Houses>& db) {
#ifdef MENDED
  (void)db.run(pt::update<HouseE>("id"_f = "1").erase("rooms[0].windows"_f).erase("rooms[1]"_f));
#else
  (void)db.run(pt::update<HouseE>("id"_f = "1").erase("rooms[0].area"_f));
#endif
}
