// message: member status of entity ORDER
// message: compares the enumerators' stored texts
#include "shop.h"

enum class Stage { NEW, DONE, ARCHIVED };
BOOST_DESCRIBE_ENUM(Stage, NEW, DONE, ARCHIVED)
struct Parcel {
  std::string id;
  Stage status = Stage::NEW;
};
BOOST_DESCRIBE_STRUCT(Parcel, (), (id, status))
struct ParcelE : pt::entity<Parcel, "ORDER", pt::key<"PARCEL#{id}", "PARCEL">> {};
struct Shop : pt::table<"shop", pt::primary<"PK", "SK">, pt::holds<ParcelE>> {};
void use(pt::db<Shop>& db) {
#ifdef MENDED
  (void)db.run(pt::remove<ParcelE>("id"_f = "1").when("status"_f == Stage::DONE)).run();
#else
  (void)db.run(pt::remove<ParcelE>("id"_f = "1").when("status"_f < Stage::DONE)).run();
#endif
}
