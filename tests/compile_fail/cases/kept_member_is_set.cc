// message: entity NOTE: createdAt
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

struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::created_at<"createdAt">> {};
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
void use(pt::db<Notes>& db) {
#ifdef MENDED
  (void)db.run(pt::update<NoteE>("id"_f = "1").set("updatedAt"_f = pt::utc_ms(1)));
#else
  (void)db.run(pt::update<NoteE>("id"_f = "1").set("createdAt"_f = pt::utc_ms(1)));
#endif
}
