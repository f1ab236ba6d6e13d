// message: entity NOTE: lower
// message: the library sets this member itself
#include "shop.h"

struct Note {
  std::string id, title, lower;
  int price = 0, count = 0, total = 0;
  pt::utc_ms createdAt, updatedAt;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, title, lower, price, count, total, createdAt, updatedAt))
std::string lower(const std::string& text) { return text; }
int product(int price, int count) { return price * count; }

struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::computed<"lower", lower, "title">> {};
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
void use(pt::db<Notes>& db) {
#ifdef MENDED
  (void)db.run(pt::update<NoteE>("id"_f = "1").set("title"_f = "x"));
#else
  (void)db.run(pt::update<NoteE>("id"_f = "1").set("lower"_f = "x"));
#endif
}
