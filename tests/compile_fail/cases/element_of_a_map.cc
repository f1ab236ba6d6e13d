// message: has no member prices[]
// message: this field is not a member
#include "shop.h"

struct Bag { std::string id, note; std::vector<int> counts; std::set<int> marks; std::map<std::string, int> prices; };
BOOST_DESCRIBE_STRUCT(Bag, (), (id, note, counts, marks, prices))
struct BagE : pt::entity<Bag, "BAG", pt::key<"BAG#{id}", "BAG">> {};
struct Bags : pt::table<"bags", pt::primary<"PK", "SK">, pt::holds<BagE>> {};
void use(pt::db<Bags>& db, std::string key, int n) {
  (void)key, (void)n;
#ifdef MENDED
  (void)db.run(pt::update<BagE>("id"_f = "B1").set("prices"_f[key] = 1));
#else
  (void)db.run(pt::update<BagE>("id"_f = "B1").set("prices"_f[n] = 1));
#endif
}
