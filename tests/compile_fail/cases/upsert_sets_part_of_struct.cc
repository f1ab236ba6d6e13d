// message: entity HOUSE: address
// message: an upsert may create the item, which then lacks required members
#include "shop.h"

struct Address {
  std::string street, city;
};
BOOST_DESCRIBE_STRUCT(Address, (), (street, city))
struct House {
  std::string id;
  Address address;
};
BOOST_DESCRIBE_STRUCT(House, (), (id, address))
struct HouseE : pt::entity<House, "HOUSE", pt::key<"H#{id}">> {};
struct Houses : pt::table<"houses", pt::primary<"PK">, pt::holds<HouseE>> {};
void use(pt::db<Houses>& db) {
#ifdef MENDED
  (void)db.run(pt::upsert<HouseE>("id"_f = "1").set("address"_f = Address{"Main", "Bonn"}));
#else
  (void)db.run(pt::upsert<HouseE>("id"_f = "1").set("address.city"_f = "Bonn"));
#endif
}
