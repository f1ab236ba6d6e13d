// message: write a key or an index
// message: known only at run time after the name
#include "shop.h"

struct Bag { std::string id, note; std::vector<int> counts; std::set<int> marks; std::map<std::string, int> prices; };
BOOST_DESCRIBE_STRUCT(Bag, (), (id, note, counts, marks, prices))
struct BagE : pt::entity<Bag, "BAG", pt::key<"BAG#{id}", "BAG">> {};
struct Bags : pt::table<"bags", pt::primary<"PK", "SK">, pt::holds<BagE>> {};
void use(pt::db<Bags>& db, std::string key, int n) {
  (void)key, (void)n;
#ifdef MENDED
  (void)db.run(pt::update<BagE>("id"_f = "B1").set("counts"_f[n] = 1));
#else
  (void)db.run(pt::update<BagE>("id"_f = "B1").set("counts[]"_f = 1));
#endif
}
