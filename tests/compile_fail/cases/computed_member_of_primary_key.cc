// message: entity NOTE: title
// message: a field of the primary key cannot be updated in place
#include "shop.h"

struct Note {
  std::string id, title, lower;
  int price = 0, count = 0, total = 0;
  pt::utc_ms createdAt, updatedAt;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, title, lower, price, count, total, createdAt, updatedAt))
std::string lower(const std::string& text) { return text; }
int product(int price, int count) { return price * count; }

#ifdef MENDED
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::computed<"lower", lower, "title">> {};
#else
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}#{lower}">, pt::computed<"lower", lower, "title">> {};
#endif
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
void use(pt::db<Notes>& db) {
#ifdef MENDED
  (void)db.run(pt::update<NoteE>("id"_f = "1").set("title"_f = "x"));
#else
  (void)db.run(pt::update<NoteE>("id"_f = "1", "lower"_f = "l").set("title"_f = "x"));
#endif
}
