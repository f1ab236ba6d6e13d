// message: entity NOTE: lower
// message: a computed member must not depend on another computed member
#include "shop.h"

struct Note {
  std::string id, title, lower;
  int price = 0, count = 0, total = 0;
  pt::utc_ms createdAt, updatedAt;
};
BOOST_DESCRIBE_STRUCT(Note, (), (id, title, lower, price, count, total, createdAt, updatedAt))
std::string lower(const std::string& text) { return text; }
int product(int price, int count) { return price * count; }

std::string shout(const std::string& text) { return text; }
#ifdef MENDED
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::computed<"lower", lower, "id">> {};
#else
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::computed<"lower", lower, "id">,
                          pt::computed<"title", shout, "lower">> {};
#endif
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
static_assert(right<Notes>);
