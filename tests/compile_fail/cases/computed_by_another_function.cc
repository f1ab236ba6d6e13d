// message: the function of pt::computed takes the members that are named after it
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
struct NoteE : pt::entity<Note, "NOTE", pt::key<"NOTE#{id}">, pt::computed<"lower", lower, "price">> {};
#endif
struct Notes : pt::table<"notes", pt::primary<"PK">, pt::holds<NoteE>> {};
static_assert(right<Notes>);
