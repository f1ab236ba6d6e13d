// message: entity NOTE: total depends on price
// message: a computed member would go stale
#include "shop.h"

struct Note {
  std::string id, title, lower;
  int price = 0, count = 0, total = 0;
  pt::utc_ms createdAt, updatedAt;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, title, lower, price, count, total, createdAt, updatedAt))
std::string lower(const std::string& text) { return text; }
int product(int price, int count) { return price * count; }

struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::computed<"total", product, "price", "count">> {};
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
void use(pt::db<Notes>& db) {
#ifdef MENDED
  (void)db.run(pt::update<NoteE>("id"_f = "1").set("count"_f = 2).given("price"_f = 3));
#else
  (void)db.run(pt::update<NoteE>("id"_f = "1").set("count"_f = 2));
#endif
}
