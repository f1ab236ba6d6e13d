// message: warmth of entity ROOM is a float
// message: make the member a double or a pt::decimal
// errors: 2
#include "shop.h"

struct Room {
  std::string id;
#ifdef MENDED
  double warmth = 0;
#else
  float warmth = 0;
#endif
};
BOOST_DESCRIBE_STRUCT(Room, (), (id, warmth))
struct RoomE : pt::entity<Room, "ROOM", pt::key<"ROOM#{id}">> {};
struct Rooms : pt::table<"rooms", pt::primary<"PK">, pt::holds<RoomE>> {};
void use(pt::db<Rooms>& db) { db.update<RoomE>("id"_f = "1").increment("warmth"_f = 0.5f).value(); }
